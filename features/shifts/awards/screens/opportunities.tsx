import { kindWords, ledgerKinds } from '#features/shifts/award-rules/rules.opportunities.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { idOrNull, useUrlValue } from '#platform/web/url.ts'
import { listOpportunities } from '../contract.ts'
import { OpportunityList } from '../parts/opportunity-list.tsx'

/** `/admin/staffing/opportunities`: the department's ledger of offers and responses. */
export default function Opportunities() {
  const [chosen, setKind] = useUrlValue('kind')
  const officer_id = idOrNull(useUrlValue('officer')[0])
  const kind = ledgerKinds.find((one) => one === chosen)
  const list = useReadPages(
    listOpportunities,
    { ...(kind && { kind }), ...(officer_id && { officer_id }) },
    { keep: true },
  )
  return (
    <>
      <PageHeader
        title="Offers and responses"
        hint="Every offer and its outcome. Entries are never changed; awards use this record."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter entries">
        <div className="w-52">
          <Select
            aria-label="Outcome"
            value={kind ?? 'all'}
            onChange={(next) => setKind(next === 'all' ? null : next)}
            options={[
              { value: 'all', label: 'All' },
              ...ledgerKinds.map((value) => ({ value, label: kindWords[value] })),
            ]}
          />
        </div>
        {officer_id && <TextLink to={paths.adminOpportunities()}>All officers</TextLink>}
      </Toolbar>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={8} />
        ) : list.items.length === 0 ? (
          <EmptyState title="No entries yet" text="Shifts that officers are offered or sign up for appear here." />
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
