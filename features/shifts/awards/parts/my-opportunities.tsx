import { paths } from '#platform/shared/paths.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listMyCharges, listMyOpportunities, type Opportunity } from '../contract.ts'
import { entryWords } from '../rules.entries.ts'
import { ChargedTotal } from './charged-total.tsx'
import { OpportunityList } from './opportunity-list.tsx'

const LATEST = 5
export const opportunitiesHint = 'Shifts you were offered, accepted, declined or worked. Awards use this record.'

/** The officer's own ledger, the basis for hours and turns: the latest entries or all of them. */
export const MyOpportunities = ({ whole = false }: { whole?: boolean }) => {
  const list = useReadPages(listMyOpportunities, {})
  const rules = useRead(listMyCharges, {}).data?.rules ?? []
  const [first] = rules
  return (
    <Card
      flush
      title={whole ? undefined : 'Offers and responses'}
      hint={whole ? undefined : opportunitiesHint}
      aside={
        !whole &&
        (list.items?.length ?? 0) > LATEST && <TextLink to={paths.officerStandingList('answers')}>All entries</TextLink>
      }
    >
      {list.error && !list.items ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={3} />
      ) : list.items.length === 0 ? (
        <EmptyState
          quiet
          title="Nothing yet"
          text="Shifts you sign up for, are offered, decline or work appear here."
        />
      ) : (
        <>
          {first && <ChargedTotal rules={rules} />}
          <OpportunityList
            items={whole ? list.items : list.items.slice(0, LATEST)}
            side="officer"
            {...(first && {
              chargedWords: (one: Opportunity) => (one.contact === null ? entryWords(first, one) : null),
            })}
          />
          {whole && list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items.length}
                noun="entries"
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
