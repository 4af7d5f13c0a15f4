import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { listOpportunities } from '../contract.ts'
import { OpportunityList } from '../parts/opportunity-list.tsx'
import { kindWords, opportunityKinds } from '../rules.opportunities.ts'

/** `/admin/staffing/opportunities`: the department's ledger of offers and answers. */
export default function Opportunities() {
  const [chosen, setKind] = useUrlValue('kind')
  const [officer_id] = useUrlValue('officer')
  const kind = opportunityKinds.find((one) => one === chosen)
  const list = useReadPages(
    listOpportunities,
    { ...(kind && { kind }), ...(officer_id && { officer_id }) },
    { keep: true },
  )
  return (
    <>
      <PageHeader
        title="Offers and answers"
        hint="What was offered to whom and what came of it. Rows are added and never changed; awards count from them."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter entries">
        <div className="w-52">
          <Select
            aria-label="What came of it"
            value={kind ?? 'all'}
            onChange={(next) => setKind(next === 'all' ? null : next)}
            options={[
              { value: 'all', label: 'Everything' },
              ...opportunityKinds.map((value) => ({ value, label: kindWords[value] })),
            ]}
          />
        </div>
        {officer_id && <TextLink to={paths.adminOpportunities()}>Of all officers</TextLink>}
      </Toolbar>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={8} />
        ) : list.items.length === 0 ? (
          <EmptyState title="Nothing stands here yet" text="The first shift that somebody takes or is offered does." />
        ) : (
          <OpportunityList items={list.items} side="admin" />
        )}
      </Card>
      {list.items && list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="entries"
        />
      )}
    </>
  )
}
