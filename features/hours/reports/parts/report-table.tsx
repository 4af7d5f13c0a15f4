import { paths } from '#platform/shared/paths.ts'
import type { Column, Sort } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { useSetUrl } from '#platform/web/url.ts'
import type { ReportRow } from '../contract.ts'
import { isPeriod, type Metric, metricsOf } from '../rules.ts'
import { figureWords, labelWords } from '../words.figures.ts'
import { groupWords, reportTitle, reportWords } from '../words.ts'
import type { Filters } from './report-filters.tsx'

const columnsOf = ({ report, group }: Filters): Column<ReportRow>[] => {
  const metrics: readonly Metric[] = metricsOf[report]
  return [
    {
      id: 'label',
      head: groupWords[group],
      fixed: true,
      sortable: true,
      phone: 'title',
      cell: (row) =>
        group === 'officer' ? (
          <span className="md:whitespace-nowrap">
            <TextLink to={paths.adminOfficer(row.key)}>{row.label}</TextLink>
            {row.badge_number && <span className="ml-2 text-small font-normal text-faint">{row.badge_number}</span>}
          </span>
        ) : (
          labelWords(group, row.label)
        ),
    },
    ...metrics.map(
      ({ name, head, as }): Column<ReportRow> => ({
        id: name,
        head,
        align: 'right',
        sortable: true,
        className: 'whitespace-nowrap',
        cell: (row) => figureWords(row.values[name], as),
      }),
    ),
  ]
}

const sortOf = ({ report, group, sort }: Filters): Sort => {
  const text = sort ?? (isPeriod(group) ? 'label' : `-${metricsOf[report][0].name}`)
  return { by: text.replace(/^-/, ''), dir: text.startsWith('-') ? 'desc' : 'asc' }
}

/** The rows of a report; clicking a figure's header sorts by it, largest first. */
export const ReportTable = ({ filters, rows }: { filters: Filters; rows: readonly ReportRow[] }) => {
  const setUrl = useSetUrl()
  const sort = sortOf(filters)
  const setSort = (next: Sort) => {
    const dir = next.by === sort.by || next.by === 'label' ? next.dir : 'desc'
    setUrl({ sort: `${dir === 'desc' ? '-' : ''}${next.by}` })
  }
  return (
    <DataTable
      label={reportTitle(filters)}
      columns={columnsOf(filters)}
      rows={rows}
      rowKey={(row) => row.key}
      rowName={(row) => labelWords(filters.group, row.label)}
      sort={sort}
      onSort={setSort}
      empty={<EmptyState title="Nothing to report" text={reportWords[filters.report].empty} />}
    />
  )
}
