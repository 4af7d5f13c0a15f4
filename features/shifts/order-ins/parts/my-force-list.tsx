import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { listForce } from '../contract.ts'
import { ForceRows, orderWords } from './force-rows.tsx'
import { ordersWords } from './passed-over.tsx'
import { WhichList } from './which-list.tsx'

/** The list as the officer sees it: the own position with its neighbors, or all of the department's or of one unit's. */
const OwnList = ({ whole }: { whole: boolean }) => {
  const [unit] = useUrlValue('unit')
  const list = useReadPages(listForce, whole && unit ? { unit } : {}, { keep: true })
  const { first, items } = list
  if (!first || !items)
    return list.error ? (
      <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
    ) : (
      <ListSkeleton rows={4} />
    )
  const { mine } = first
  const which = whole && (
    <div className="px-4 pt-3 md:px-5">
      <WhichList list={first} />
    </div>
  )
  if (items.length === 0)
    return (
      <>
        {which}
        <EmptyState quiet title="This force list is empty" text="Active officers appear here." />
      </>
    )
  return (
    <>
      {which}
      <div className="border-b border-line px-4 py-3 md:px-5">
        <p className="font-medium">
          {mine
            ? `You're number ${mine.position} of ${first.total}, with ${ordersWords(mine.count)}.`
            : "You're not on this list."}
        </p>
        {!whole && <p className="text-small text-soft">{orderWords(first)}</p>}
      </div>
      <ForceRows rows={whole ? items : first.near} label="Force list" />
      {whole && (
        <div className="px-4 md:px-5">
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={items.length}
            total={first.total}
            noun="officers"
          />
        </div>
      )}
    </>
  )
}

export const forceHint = 'When no one volunteers, officers are ordered in from the top of this list.'

/** The force list as everybody on it sees it; `whole`: not only around the officer's position. */
export const MyForceList = ({ whole = false }: { whole?: boolean }) => (
  <Card
    title={whole ? undefined : 'Force list'}
    hint={whole ? undefined : forceHint}
    aside={!whole && <TextLink to={paths.officerStandingList('force')}>Full list</TextLink>}
    flush
  >
    <OwnList whole={whole} />
  </Card>
)
