import type { ReportRow } from '../contract.ts'
import { isPeriod, type Metric, metricsOf, type ReportGroup, type ReportName } from '../rules.ts'
import { labelWords, tickWords } from '../words.figures.ts'
import { BarFigure } from './bar-figure.tsx'

const seriesOf: Readonly<Record<ReportName, readonly string[]>> = {
  hours: ['worked', 'waiting'],
  fill: ['rate'],
  extra_time: ['approved', 'waiting'],
  cost: ['cost'],
  signups: ['signups', 'called_off_late', 'no_shows'],
  equalization: ['assigned'],
}
const stacked: ReadonlySet<ReportName> = new Set(['hours', 'extra_time'])

/** The report's series with any data; always includes the first. */
const drawnOf = (report: ReportName, rows: readonly ReportRow[]): Metric[] => {
  const all: readonly Metric[] = metricsOf[report]
  return seriesOf[report].flatMap((name, i) => {
    const metric = all.find((one) => one.name === name)
    return metric && (i === 0 || rows.some((row) => (row.values[name] ?? 0) > 0)) ? [metric] : []
  })
}

type ChartProps = { report: ReportName; group: ReportGroup; rows: readonly ReportRow[]; title: string }

/** A lazy chunk of its own. */
export default function ReportChart({ report, group, rows, title }: ChartProps) {
  const most = rows[0]
  return (
    <BarFigure
      title={title}
      rows={rows}
      metrics={drawnOf(report, rows)}
      across={isPeriod(group)}
      stacked={stacked.has(report)}
      name={(label) => labelWords(group, label)}
      tick={(label) => tickWords(group, label)}
      first={most && !isPeriod(group) ? labelWords(group, most.label) : undefined}
    />
  )
}
