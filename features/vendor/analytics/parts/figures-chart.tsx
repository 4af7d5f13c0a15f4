import { BarFigure, type BarRow } from '#features/hours/reports/parts/bar-figure.tsx'
import type { Metric } from '../rules.ts'

/** A lazy chunk of its own. */
export default function FiguresChart(props: {
  title: string
  rows: readonly BarRow[]
  metrics: readonly Metric[]
  across: boolean
  name: (label: string) => string
  tick: (label: string) => string
}) {
  return <BarFigure {...props} />
}
