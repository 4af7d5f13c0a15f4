import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listAcceptances } from '../contract.ts'

/** Who has accepted the current notice and when; those who have not come first. */
export const Acceptances = ({ asked, onClose }: { asked: number; onClose: () => void }) => {
  const { time_zone } = useOrganization()
  const list = useReadPages(listAcceptances, {}, { keep: true })
  return (
    <Dialog open onClose={onClose} title="Notice acceptances" description="For the current version of the notice.">
      {list.isPending && <ListSkeleton rows={5} />}
      {list.error && !list.items && <ErrorState quiet error={list.error} retry={() => void list.refetch()} />}
      {list.items && (
        <>
          <ul aria-label="Notice acceptances" className="divide-y divide-line">
            {list.items.map((one) => (
              <li key={one.officer_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span className="min-w-0">
                  <span className="font-medium">{one.name}</span>{' '}
                  <span className="figures text-small text-faint">{one.badge_number}</span>
                </span>
                {one.accepted_at ? (
                  <span className="figures text-small text-soft">{dayAndClock(one.accepted_at, time_zone)}</span>
                ) : (
                  <Badge tone="warn">Not yet</Badge>
                )}
              </li>
            ))}
          </ul>
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items.length}
            total={asked}
            noun="people"
          />
        </>
      )}
    </Dialog>
  )
}
