import type { ReactNode } from 'react'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { tiers } from '#platform/shared/plans.ts'
import { useRead } from '#platform/web/reads.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { exportAnalytics, readAnalytics } from '../contract.ts'
import { ClaimsTable } from '../parts/claims-table.tsx'
import { Figures } from '../parts/figures.tsx'
import { Counting, Kept } from '../parts/kept.tsx'
import { MonthFilters, useMonths } from '../parts/month-filters.tsx'
import { featureNames, groupsOf, metricsOf, type View, views } from '../rules.ts'
import { featureWords, groupWords, keyWords, shortKeyWords, tierWords, viewTitle, viewWords } from '../words.ts'

type Filters = InputOf<typeof readAnalytics> & { by: 'month' | 'tier' | 'feature'; from: string; to: string }

/** The filters come from the URL; values unknown to the page are ignored. */
const useFilters = (view: View): Filters => {
  const [by] = useUrlValue('by')
  const [tier] = useUrlValue('tier')
  const [feature] = useUrlValue('feature')
  const { from, to } = useMonths()
  const group = groupsOf(view).find((one) => one === by) ?? groupsOf(view)[0] ?? 'month'
  const only = tiers.find((one) => one === tier)
  const which = featureNames.find((one) => one === feature)
  return {
    view,
    by: group,
    from,
    to,
    ...(only && group !== 'tier' ? { tier: only } : {}),
    ...(which && view === 'features' && group !== 'feature' ? { feature: which } : {}),
  }
}

const any = { value: 'any', label: 'All' }

const Choice = ({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
}) => {
  const setUrl = useSetUrl()
  return (
    <Field label={label} className="w-40">
      {(control) => (
        <Select
          {...control}
          value={value ?? 'any'}
          onChange={(next) => setUrl({ [name]: next === 'any' ? null : next })}
          options={[any, ...options]}
        />
      )}
    </Field>
  )
}

const FilterBar = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const groups = groupsOf(filters.view)
  return (
    <Toolbar label="Filter figures">
      <Field label="By" className="w-32">
        {(control) => (
          <Select
            {...control}
            value={filters.by}
            onChange={(by) => setUrl({ by: by === groups[0] ? null : by, figure: null })}
            options={groups.map((value) => ({ value, label: groupWords[value] }))}
          />
        )}
      </Field>
      <MonthFilters />
      {filters.by !== 'tier' && (
        <Choice
          name="tier"
          label="Tier"
          value={filters.tier}
          options={tiers.map((value) => ({ value, label: tierWords[value] ?? value }))}
        />
      )}
      {filters.view === 'features' && filters.by !== 'feature' && (
        <Choice
          name="feature"
          label="Feature"
          value={filters.feature}
          options={featureNames.map((value) => ({ value, label: featureWords[value].name }))}
        />
      )}
    </Toolbar>
  )
}

/** What counts as usage of each feature. */
const Uses = () => (
  <Notice tone="info" title="What counts as usage">
    <ul className="grid gap-x-8 md:grid-cols-2">
      {featureNames.map((name) => (
        <li key={name}>
          <span className="font-medium">{featureWords[name].name}</span>: {featureWords[name].use}.
        </li>
      ))}
    </ul>
  </Notice>
)

const Intro = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
    <p className="max-w-prose text-soft">{text}</p>
    <div className="no-print">{children}</div>
  </div>
)

const Page = ({ view }: { view: View }) => {
  const filters = useFilters(view)
  const read = useRead(readAnalytics, filters, { keep: true })
  const problem = read.error?.fields.find(({ field }) => field === 'to')?.message
  const last = view === 'growth'
  return (
    <>
      <Intro text={viewWords[view].hint}>
        <ExportMenu endpoint={exportAnalytics} input={filters} />
      </Intro>
      <FilterBar filters={filters} />
      {problem ? (
        <Notice tone="warn" title={problem}>
          Choose another month.
        </Notice>
      ) : read.isPending || read.isPlaceholderData ? (
        // Figures of the previous request would appear under the new headings.
        <TableSkeleton />
      ) : read.data ? (
        <>
          <Counting at={read.data.kept_at} again={read.refetch} />
          <Figures
            title={viewTitle(filters)}
            rows={read.data.rows}
            totals={read.data.totals}
            metrics={metricsOf[view]}
            head={groupWords[filters.by]}
            across={filters.by === 'month'}
            name={(key) => keyWords(filters.by, key)}
            tick={(key) => shortKeyWords(filters.by, key)}
            empty={viewWords[view].empty}
            totalsOf={last ? `At the end of ${keyWords('month', read.data.to)}` : 'All months'}
          />
          {view === 'features' && (
            <div className="mt-4">
              <Uses />
            </div>
          )}
          <Kept at={read.data.kept_at} />
        </>
      ) : (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
    </>
  )
}

/** `/super-admin/analytics` */
export default function Analytics() {
  const [tab] = useUrlValue('tab')
  const chosen = [...views, 'claims'].find((one) => one === tab) ?? views[0]
  return (
    <>
      <PageHeader title="Analytics" hint="All organizations by month." />
      <Tabs
        name="tab"
        label="Analytics"
        tabs={[
          ...views.map((view) => ({
            value: view,
            label: viewWords[view].title,
            content: chosen === view ? <Page view={view} /> : null,
          })),
          { value: 'claims', label: 'Claims', content: chosen === 'claims' ? <ClaimsTable /> : null },
        ]}
      />
    </>
  )
}
