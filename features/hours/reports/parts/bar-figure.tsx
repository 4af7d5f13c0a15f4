import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts'
import { type Metric, sinceData } from '../rules.ts'
import { figureWords, hourTicks, wholeMoneyWords } from '../words.figures.ts'

const fills = ['var(--bar)', 'url(#figure-hatched)', 'url(#figure-dotted)'] as const
/** Usable width of a printed A4 page, inside its margins. */
const printWidth = 680
/** Up to this many bars, each one has a label if there is room. */
const labelled = 16

/** Width of the container, or of the page while printing. */
const useWidth = () => {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const printed = window.matchMedia('print')
    const watch = new ResizeObserver(
      ([entry]) => entry && !printed.matches && setWidth(Math.floor(entry.contentRect.width)),
    )
    if (place.current) watch.observe(place.current)
    // The browser lays out the page right after this event, so the chart has to be rendered synchronously.
    const change = () =>
      flushSync(() => setWidth(printed.matches ? printWidth : Math.floor(place.current?.clientWidth ?? printWidth)))
    printed.addEventListener('change', change)
    return () => {
      watch.disconnect()
      printed.removeEventListener('change', change)
    }
  }, [])
  return { place, width }
}

const Patterns = () => (
  <defs>
    <pattern id="figure-hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--surface)" />
      <rect width="3" height="6" fill="var(--warn)" />
    </pattern>
    <pattern id="figure-dotted" width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" fill="var(--surface)" />
      <circle cx="3" cy="3" r="2" fill="var(--bad)" />
    </pattern>
  </defs>
)

const Legend = ({ metrics }: { metrics: readonly Metric[] }) => (
  <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
    {metrics.map((metric, i) => (
      <li key={metric.name} className="flex flex-wrap items-center gap-2">
        <svg aria-hidden="true" width="14" height="14">
          <Patterns />
          <rect width="14" height="14" rx="2" fill={fills[i]} stroke="var(--line-strong)" strokeWidth="1" />
        </svg>
        {metric.head}
        {metric.hint && <span className="text-faint">{metric.hint}</span>}
      </li>
    ))}
  </ul>
)

/** A bar or a group of bars; its display name is made from `label`. */
export type BarRow = { key: string; label: string; values: Readonly<Record<string, number | null>> }
type BarsProps = {
  rows: readonly BarRow[]
  /** Up to three figures drawn per row, distinguished by pattern and legend, never by color alone. */
  metrics: readonly Metric[]
  /** Columns for time series; otherwise horizontal bars with names on the left. */
  across: boolean
  /** Parts of a whole are stacked; overlapping figures are side by side. */
  stacked?: boolean
  /** A row's full name, and its short form for the axis. */
  name: (label: string) => string
  tick: (label: string) => string
}

type Drawn = { label: string; key: string } & Record<string, string | number>

const Said = ({
  active,
  payload,
  metrics,
  name,
}: Pick<BarsProps, 'metrics' | 'name'> & {
  active?: boolean
  payload?: readonly { payload?: Drawn }[]
}) => {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  return (
    <div className="rounded-ui bg-raised px-3 py-2 text-small shadow-float">
      <p className="font-medium">{name(row.label)}</p>
      {metrics.map((metric) => (
        <p key={metric.name} className="figures text-soft">
          {metric.head}: {figureWords(row[metric.name] === undefined ? null : Number(row[metric.name]), metric.as)}
        </p>
      ))}
    </div>
  )
}

const tick = { fill: 'var(--ink-faint)', fontSize: 12 }
const axis = { tickLine: false, axisLine: { stroke: 'var(--line-strong)' }, tick } as const

const axisWords = (metric: Metric) => (value: number) => {
  if (metric.as === 'minutes') return `${Math.round(value / 60)} h`
  return metric.as === 'cents' ? wholeMoneyWords(value) : figureWords(value, metric.as)
}

/** The axis for percentages is 0 to 100; for times it has whole hours. */
const scaleOf = (metric: Metric, longest: number): { domain: [number, number | 'auto']; ticks?: number[] } => {
  if (metric.as === 'percent') return { domain: [0, 100] }
  if (metric.as !== 'minutes') return { domain: [0, 'auto'] }
  const ticks = hourTicks(longest)
  return { domain: [0, ticks.at(-1) ?? 0], ticks }
}

/** Keeps a label on one line: the chart breaks words where they seem too wide. */
const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')

/** Width of the longest label in pixels, so that labels of neighboring bars do not overlap. */
const labelWidth = ({ metrics, rows }: Pick<BarsProps, 'metrics' | 'rows'>): number =>
  7 *
  metrics.length *
  Math.max(...rows.flatMap(({ values }) => metrics.map(({ name, as }) => figureWords(values[name], as).length)))

/** A label stays readable where it lies on a line of the grid. */
const halo = { stroke: 'var(--surface)', strokeWidth: 4, paintOrder: 'stroke', strokeLinejoin: 'round' } as const

/** Returns elements instead of being a component because the chart inspects its children. */
const barsOf = ({ metrics, across, stacked: stack = false, rows, width }: BarsProps & { width: number }) => {
  const withLabels = rows.length <= labelled && (!across || labelWidth({ metrics, rows }) <= (width - 76) / rows.length)
  return metrics.map((metric, i) => (
    <Bar
      key={metric.name}
      dataKey={metric.name}
      fill={fills[i] ?? fills[0]}
      stroke="var(--line-strong)"
      strokeWidth={i === 0 ? 0 : 1}
      maxBarSize={44}
      isAnimationActive={false}
      {...(stack ? { stackId: 'all' } : {})}
    >
      {withLabels && (!stack || i === 0) && (
        <LabelList
          dataKey={metric.name}
          position={across ? 'top' : stack ? 'insideLeft' : 'right'}
          fill={!across && stack ? 'var(--on-bar)' : 'var(--ink)'}
          fontSize={12}
          {...(stack ? {} : halo)}
          formatter={(value: unknown) => (Number(value) > 0 ? unbroken(figureWords(Number(value), metric.as)) : '')}
        />
      )}
    </Bar>
  ))
}

const Bars = (props: BarsProps & { width: number }) => {
  const { metrics, rows, across, stacked = false, name, tick: short, width } = props
  const [main] = metrics
  if (!main) return null
  const data = rows.map((row): Drawn => ({ label: row.label, key: row.key, ...numbersOf(row) }))
  const height = across ? 280 : Math.max(120, rows.length * (stacked ? 30 : 12 + 16 * metrics.length) + 40)
  const names = (label: string) => unbroken(across ? short(label) : cut(name(label), width))
  const lengths = rows.map((row) => metrics.map((metric) => row.values[metric.name] ?? 0))
  const longest = Math.max(...lengths.map((of) => (stacked ? of.reduce((a, b) => a + b, 0) : Math.max(...of))))
  const numbers = { ...axis, tickFormatter: axisWords(main), ...scaleOf(main, longest), allowDecimals: false }
  return (
    <BarChart
      width={width}
      height={height}
      data={data}
      layout={across ? 'horizontal' : 'vertical'}
      margin={{
        top: 18,
        right: across ? 8 : stacked ? 16 : Math.max(84, labelWidth({ metrics: [main], rows }) + 12),
        bottom: 4,
        left: 4,
      }}
      accessibilityLayer={false}
    >
      <Patterns />
      <CartesianGrid stroke="var(--line)" vertical={!across} horizontal={across} />
      {across ? (
        <>
          <XAxis dataKey="label" {...axis} tickFormatter={names} minTickGap={8} interval="equidistantPreserveStart" />
          <YAxis {...numbers} width={Math.max(64, 7 * axisWords(main)(longest * 1.25).length + 12)} />
        </>
      ) : (
        <>
          <XAxis type="number" {...numbers} />
          <YAxis
            type="category"
            dataKey="label"
            {...axis}
            tickFormatter={names}
            width={width < 500 ? 104 : 176}
            interval={0}
          />
        </>
      )}
      <Tooltip
        cursor={{ fill: 'var(--hover)' }}
        content={<Said metrics={metrics} name={name} />}
        isAnimationActive={false}
      />
      {barsOf(props)}
    </BarChart>
  )
}

/** No data, no bar: a zero would suggest that something was counted. */
const numbersOf = (row: BarRow): Record<string, number> =>
  Object.fromEntries(Object.entries(row.values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
const cut = (text: string, width: number) => {
  const most = width < 500 ? 14 : 24
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** The figures of the table below as a chart. Import only from lazy chunks: it is half the size of the app shell. */
export const BarFigure = ({ title, first, ...given }: BarsProps & { title: string; first?: string | undefined }) => {
  const props = given.across ? { ...given, rows: sinceData(given.rows, given.metrics) } : given
  const { place, width } = useWidth()
  const drawn = props.metrics.map(({ head }) => head.toLowerCase()).join(', ')
  const said = `${title}: ${drawn}, ${props.rows.length} bars${first ? `, ${first} first` : ''}. The table below has every figure.`
  return (
    <figure className="min-w-0 break-inside-avoid">
      <Legend metrics={props.metrics} />
      <div ref={place} role="img" aria-label={said} className="min-w-0 overflow-hidden">
        {width > 0 && <Bars {...props} width={width} />}
      </div>
    </figure>
  )
}
