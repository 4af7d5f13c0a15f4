import { useReadPages } from '#platform/web/reads.ts'
import { clock, dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listVisitsOf, type Visit } from '../contract.ts'
import { overAt } from '../rules.ts'
import { StartSupportAccess } from './start-support-access.tsx'

const changesText = ({ changes }: Visit): string => (changes === 1 ? '1 change' : `${changes} changes`)

const Row = ({ visit, zone }: { visit: Visit; zone: string }) => (
  <li className="px-4 py-2.5 md:px-5">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
      {visit.by_name}
      {visit.live && <Badge tone="live">Now</Badge>}
      {visit.may_write && <Badge tone="warn">{changesText(visit)}</Badge>}
    </p>
    <p className="break-words">{visit.reason}</p>
    <p className="figures text-small text-faint">
      {dayAndClock(visit.started_at, zone)} to {clock(overAt(visit), zone)}
    </p>
  </li>
)

/** On an organization's page: starts support access and lists past visits. */
export const VisitsCard = ({
  organization,
}: {
  organization: { id: string; name: string; time_zone: string; state: string }
}) => {
  const list = useReadPages(listVisitsOf, { organization_id: organization.id })
  const why = organization.state === 'erased' ? 'This organization has been erased.' : null
  return (
    <Card
      title="Support access"
      hint="The organization's admins can see every visit and its reason."
      aside={<StartSupportAccess size="small" organization={organization} why={why} />}
      flush={(list.items?.length ?? 0) > 0}
    >
      {list.error ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={2} />
      ) : list.items.length === 0 ? (
        <p className="text-soft">No support access yet.</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {list.items.map((visit) => (
              <Row key={visit.id} visit={visit} zone={organization.time_zone} />
            ))}
          </ul>
          {list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items.length}
                noun="visits"
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
