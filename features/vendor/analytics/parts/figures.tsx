import { lazy, Suspense } from 'react'
import { figureWords } from '#features/hours/reports/words.figures.ts'
import { Card } from '#platform/web/ui/card.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import type { Metric } from '../rules.ts'

/** Offline, the chart may never have loaded; the table below it has every figure. */
const FiguresChart = lazy(() =>
  import('./figures-chart.tsx').catch(() => ({
    default: () => <p className="text-soft">The chart needs a connection.</p>,
  })),
)

type Row = { key: string; values: Readonly<Record<string, number | null>> }
type FiguresProps = {
  title: string
  rows: readonly Row[]
  totals: Readonly<Record<string, number | null>>
  metrics: readonly Metric[]
  /** Heading of the first column. */
  head: string
  /** Rows are months, drawn side by side. */
  across: boolean
  name: (key: string) => string
  tick: (key: string) => string
  empty: string
  /** What the totals cover: `All months`, or as of the last one. */
  totalsOf: string
}

const Totals = ({ metrics, totals, totalsOf }: Pick<FiguresProps, 'metrics' | 'totals' | 'totalsOf'>) => (
  <dl
    aria-label={totalsOf}
    className="mb-4 flex flex-wrap gap-x-8 gap-y-3 rounded-ui border border-line bg-surface px-4 py-3 md:px-5"
  >
    {metrics.map(({ name, head, as, hint }) => (
      <div key={name}>
        <dt className="text-small text-faint">
          {head}
          {hint && ` · ${hint}`}
        </dt>
        <dd className="figures text-lead font-semibold">{figureWords(totals[name], as)}</dd>
      </div>
    ))}
  </dl>
)

/** Any figure of the table as a chart; the URL says which. */
const ChartCard = ({ title, rows, metrics, across, name, tick }: FiguresProps) => {
  const [chosen, choose] = useUrlValue('figure')
  const metric = metrics.find((one) => one.name === chosen) ?? metrics[0]
  if (!metric) return null
  return (
    <Card className="mb-4">
      <div className="no-print mb-3">
        <Field label="Chart" className="w-full sm:w-56">
          {(control) => (
            <Select
              {...control}
              value={metric.name}
              onChange={(value) => choose(value === metrics[0]?.name ? null : value)}
              options={metrics.map((one) => ({ value: one.name, label: one.head }))}
            />
          )}
        </Field>
      </div>
      {rows.some(({ values }) => (values[metric.name] ?? 0) > 0) ? (
        <Suspense fallback={<CardSkeleton lines={6} />}>
          <FiguresChart
            title={title}
            rows={rows.map((row) => ({ ...row, label: row.key }))}
            metrics={[metric]}
            across={across}
            name={name}
            tick={tick}
          />
        </Suspense>
      ) : (
        <p className="py-4 text-center text-soft">{metric.head}: nothing to chart. See the table for all figures.</p>
      )}
    </Card>
  )
}

const columnsOf = ({ metrics, head, name }: FiguresProps): Column<Row>[] => [
  { id: 'key', head, fixed: true, phone: 'title', className: 'whitespace-nowrap', cell: (row) => name(row.key) },
  ...metrics.map(
    (metric): Column<Row> => ({
      id: metric.name,
      head: metric.head,
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (row) => figureWords(row.values[metric.name], metric.as),
    }),
  ),
]

/** The totals, one of the figures as a chart, and the table with every figure. */
export const Figures = (props: FiguresProps) => {
  const { rows, title, name, empty } = props
  const nothing = rows.length === 0
  return (
    <>
      {!nothing && (
        <>
          <Totals {...props} />
          <ChartCard {...props} />
        </>
      )}
      <DataTable
        label={title}
        columns={columnsOf(props)}
        rows={rows}
        rowKey={(row) => row.key}
        rowName={(row) => name(row.key)}
        empty={<EmptyState title="No data" text={empty} />}
      />
    </>
  )
}
