import { lazy, Suspense, useEffect } from 'react'
import { ExportEverything } from '#features/department/exports/parts/export-everything.tsx'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { AwardsCount } from '#features/shifts/awards/parts/awards-count.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { dateWords } from '#platform/shared/when.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { exportReport, readReport } from '../contract.ts'
import { type Filters, ReportFilters, useFilters } from '../parts/report-filters.tsx'
import { ReportTable } from '../parts/report-table.tsx'
import { SpreadFigure } from '../parts/spread-figure.tsx'
import { isPeriod, type Metric, metricsOf, reportNames } from '../rules.ts'
import { figureWords, labelWords, spreadWords } from '../words.figures.ts'
import { NO_UNIT, reportTitle, reportWords } from '../words.ts'

/** The chart's chunk may fail to load offline; the table below has every figure. */
const ReportChart = lazy(() =>
  import('../parts/report-chart.tsx').catch(() => ({
    default: () => <p className="text-soft">The chart needs a connection.</p>,
  })),
)

type Answer = OutputOf<typeof readReport>

const spanOf = (filters: Filters) => `${dateWords(filters.from)} to ${dateWords(filters.to)}`

/** The unit and type filters for the printed header; the officer already appears in the rows. */
const narrowOf = ({ unit, kind }: Filters): string[] => [
  ...(unit === undefined ? [] : [`Unit: ${unit || NO_UNIT}`]),
  ...(kind === undefined ? [] : [`Type: ${labelWords('kind', kind)}`]),
]

const Totals = ({ report, totals }: { report: Filters['report']; totals: Answer['totals'] }) => (
  <dl
    aria-label="Totals"
    className="mb-4 flex flex-wrap gap-x-8 gap-y-3 rounded-ui border border-line bg-surface px-4 py-3 md:px-5"
  >
    {(metricsOf[report] as readonly Metric[]).map(({ name, head, as, hint }) => (
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

/** Warns about officers without a rate before the cost total. */
const Unrated = ({ totals }: { totals: Answer['totals'] }) => {
  const officers = totals.unrated_officers ?? 0
  if (officers === 0) return null
  const hours = figureWords(totals.unrated_minutes, 'minutes')
  return (
    <div className="mb-4">
      <Notice tone="warn" title={`${officers} ${officers === 1 ? 'officer has' : 'officers have'} no hourly rate`}>
        {hours} aren't included in the estimated cost. Enter hourly rates on the officers' pages.
      </Notice>
    </div>
  )
}

/** Prints a header in the browser's page margins, so that it never covers content. */
const usePageHeader = (text: string) => {
  useEffect(() => {
    const quoted = `"${text.replace(/[^\p{L}\p{N} .,:;()/&·'’–-]/gu, ' ')}"`
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `@page { margin: 18mm 14mm; @top-left { content: ${quoted}; font-size: 9pt } @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt } }`,
    )
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [text])
}

/** A chart of zeros would be an empty frame. */
const hasFigures = ({ values }: Answer['chart'][number]) => Object.values(values).some(Boolean)

/** Of each officer's hours, how all of them are spread; otherwise the rows as bars. */
const Chart = ({ filters, first }: { filters: Filters; first: Answer }) =>
  first.spread ? (
    <SpreadFigure of={first.spread} most={first.chart} least={first.least} />
  ) : (
    <>
      {first.chart.length < first.rows && !isPeriod(filters.group) && (
        <p className="figures mb-3 text-small text-soft">
          Top {first.chart.length} of {first.rows.toLocaleString('en-US')}. See the table for the rest.
        </p>
      )}
      <Suspense fallback={<CardSkeleton lines={6} />}>
        <ReportChart report={filters.report} group={filters.group} rows={first.chart} title={reportTitle(filters)} />
      </Suspense>
    </>
  )

const Found = ({ filters, list }: { filters: Filters; list: ReturnType<typeof useReport> }) => {
  const { first, items } = list
  if (!first || !items) return null
  return (
    <>
      {filters.report === 'cost' && <Unrated totals={first.totals} />}
      <Totals report={filters.report} totals={first.totals} />
      {first.spread && <p className="mb-4 max-w-prose">{spreadWords(first.spread)}</p>}
      {first.chart.some(hasFigures) && (
        <Card className="mb-4">
          <Chart filters={filters} first={first} />
        </Card>
      )}
      <ReportTable filters={filters} rows={items} />
      {items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={items.length}
          total={first.rows}
          noun="rows"
        />
      )}
    </>
  )
}

const useReport = (filters: Filters) => useReadPages(readReport, filters, { keep: true })

const Report = ({ filters }: { filters: Filters }) => {
  const list = useReport(filters)
  const { name } = useOrganization()
  const { report } = filters
  usePageHeader(`${name} · ${reportTitle(filters)} · ${spanOf(filters)}`)
  const problem = list.error?.fields.find(({ field }) => field === 'to')?.message ?? null
  const all = async () => {
    for (let more = list.more; more; ) more = (await list.fetchNextPage()).hasNextPage
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-prose text-soft">
          <h2 className="hidden text-lead print:block">{reportTitle(filters)}</h2>
          <p>
            {reportWords[report].hint} {report === 'equalization' && <AwardsCount />}
          </p>
          <p className="hidden print:block">{[spanOf(filters), ...narrowOf(filters)].join(' · ')}</p>
        </div>
        <div className="no-print">
          <ExportMenu endpoint={exportReport} input={filters} beforePrint={all} />
        </div>
      </div>
      <ReportFilters filters={filters} units={list.first?.units ?? []} problem={problem} />
      {list.isPending ? (
        <TableSkeleton />
      ) : list.error ? (
        problem === null && <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <Found filters={filters} list={list} />
      )}
    </>
  )
}

export default function Reports() {
  const filters = useFilters()
  return (
    <>
      <PageHeader
        title="Reports"
        hint="Hours, fill rate, extra time, call-offs and equalization."
        actions={<ExportEverything />}
      />
      <Tabs
        name="report"
        label="Reports"
        tabs={reportNames.map((report) => ({
          value: report,
          label: reportWords[report].title,
          content: filters.report === report ? <Report filters={filters} /> : null,
        }))}
      />
    </>
  )
}
