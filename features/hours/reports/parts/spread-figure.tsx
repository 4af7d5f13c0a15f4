import { paths } from '#platform/shared/paths.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { ReportRow } from '../contract.ts'
import { SPREAD_NAMED, type Spread } from '../rules.ts'
import { bandWords, hours, meanWords, stepWords } from '../words.figures.ts'

/** In pixels: the whole figure, the line of the numbers above the highest bar, and the axis below. */
const [height, above, below] = [220, 20, 28]
const base = height - below

const Legend = ({ of }: { of: Spread }) => (
  <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" width="14" height="14">
        <rect width="14" height="14" fill="var(--bar)" />
      </svg>
      Officers
    </li>
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" width="14" height="14">
        <rect x="0.5" y="0.5" width="13" height="13" fill="var(--hover)" stroke="var(--line-strong)" />
      </svg>
      {bandWords(of)}
    </li>
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" width="14" height="14">
        <line x1="7" x2="7" y1="0" y2="14" stroke="var(--ink)" strokeWidth="2" strokeDasharray="4 3" />
      </svg>
      {meanWords(of)}
    </li>
  </ul>
)

const percent = (share: number) => `${(share * 100).toFixed(3)}%`

/** The hours at the edges of the steps: at each, or at every second where there are many. */
const Axis = ({ counts: { length: steps }, width }: Pick<Spread, 'counts' | 'width'>) => {
  const every = Math.ceil((steps + 1) / 9)
  return (
    <>
      <line x1="0" x2="100%" y1={base} y2={base} stroke="var(--line-strong)" />
      {Array.from({ length: steps + 1 }, (_, edge) => edge)
        .filter((edge) => edge % every === 0)
        .map((edge, nth) => (
          <text
            key={edge}
            x={percent(edge / steps)}
            y={base + 18}
            textAnchor={edge === 0 ? 'start' : edge === steps ? 'end' : 'middle'}
            fill="var(--ink-faint)"
            className={cx('figures', nth % 2 === 1 && 'max-md:hidden')}
          >
            {`${((edge * width) / 60).toLocaleString('en-US')} h`}
          </text>
        ))}
    </>
  )
}

/** Officers by hours: a bar for each step, the middle half behind them, and the mean across. */
const Bars = ({ of }: { of: Spread }) => {
  const { counts, width, low, high, mean } = of
  const steps = counts.length
  const at = (minutes: number) => percent(minutes / (steps * width))
  const highest = Math.max(...counts)
  return (
    <svg
      role="img"
      aria-label={`Officers by hours. ${bandWords(of)}. ${meanWords(of)}. The table below has every officer.`}
      width="100%"
      height={height}
      className="overflow-visible"
      fontSize="12"
    >
      <rect
        x={at(low)}
        width={percent(Math.max(high - low, width / 20) / (steps * width))}
        y={0}
        height={base}
        fill="var(--hover)"
        stroke="var(--line-strong)"
      />
      {counts.map((count, step) => {
        const tall = (count / highest) * (base - above)
        const said = stepWords(of, step)
        return (
          <g key={said}>
            <title>{`${said}: ${count.toLocaleString('en-US')} ${count === 1 ? 'officer' : 'officers'}`}</title>
            <rect
              x={percent((step + 0.06) / steps)}
              width={percent(0.88 / steps)}
              y={base - tall}
              height={tall}
              fill="var(--bar)"
            />
            {count > 0 && (
              <text
                x={percent((step + 0.5) / steps)}
                y={base - tall - 5}
                textAnchor="middle"
                fill="var(--ink)"
                className={cx('figures', steps > 8 && highest > 99 && 'max-md:hidden')}
              >
                {count.toLocaleString('en-US')}
              </text>
            )}
          </g>
        )
      })}
      <line x1={at(mean)} x2={at(mean)} y1={0} y2={base} stroke="var(--ink)" strokeWidth="2" strokeDasharray="4 3" />
      <Axis counts={counts} width={width} />
    </svg>
  )
}

const Named = ({ title, rows }: { title: string; rows: readonly ReportRow[] }) => (
  <div>
    <h2 className="font-medium">{title}</h2>
    <ol className="mt-1 divide-y divide-line">
      {rows.map((row) => (
        <li key={row.key} className="flex justify-between gap-3 py-1">
          <TextLink to={paths.adminOfficer(row.key)}>{row.label}</TextLink>
          <span className="figures shrink-0 text-soft">{hours(row.values.assigned ?? 0)}</span>
        </li>
      ))}
    </ol>
  </div>
)

type FigureProps = {
  of: Spread
  /** The most first, and the least first. */
  most: readonly ReportRow[]
  least: readonly ReportRow[]
}

/** How the whole department's hours are spread, however many officers there are, and who is at both ends. */
export const SpreadFigure = ({ of, most, least }: FigureProps) => {
  const named = Math.min(SPREAD_NAMED, Math.floor(of.officers / 2))
  return (
    <figure className="min-w-0 break-inside-avoid">
      <figcaption className="mb-2 text-small text-soft">Number of officers by assigned hours.</figcaption>
      <Legend of={of} />
      <Bars of={of} />
      <div className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-2">
        <Named title="Most hours" rows={most.slice(0, named)} />
        <Named title="Fewest hours" rows={least.slice(0, named)} />
      </div>
    </figure>
  )
}
