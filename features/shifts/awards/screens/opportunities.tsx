import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore, PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listOpportunities } from '../contract.ledger.ts'
import { OpportunityFilters, useOpportunityFilters } from '../parts/opportunity-filters.tsx'
import { OpportunityList } from '../parts/opportunity-list.tsx'

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState
      title="No results"
      text="No entries match these filters. Try a wider date range, or clear the filters."
    />
  ) : (
    <EmptyState title="No entries yet" text="Shifts that officers are offered or sign up for appear here." />
  )

/** `/admin/staffing/opportunities`: the department's ledger of offers and responses. */
export default function Opportunities() {
  const asked = useOpportunityFilters()
  const list = useReadPages(listOpportunities, asked.filters, { keep: true })
  return (
    <>
      <PageHeader
        title="Offers and responses"
        hint="Every offer and its outcome. Entries never change. Awards use this record."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <OpportunityFilters {...asked} />
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={8} />
        ) : list.items.length === 0 ? (
          <Nothing filtered={Object.keys(asked.filters).length > 0} />
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
