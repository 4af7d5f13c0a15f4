import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { type ComingAward, listComingAwards } from '../contract.coming.ts'

const appliedWords = ({ applied, spots }: ComingAward): string =>
  `${applied.toLocaleString('en-US')} applied for ${spots.toLocaleString('en-US')} ${spots === 1 ? 'spot' : 'spots'}`

const Row = ({ one, now }: { one: ComingAward; now: number }) => {
  const { time_zone: zone } = useOrganization()
  const { day, clock } = useShiftWords(now)(one)
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_12rem_minmax(0,14rem)] md:items-center md:px-5">
      <span className="min-w-0 max-md:[&>a]:inline-flex max-md:[&>a]:min-h-11 max-md:[&>a]:items-center">
        <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>
        <span className="figures block text-small text-soft">
          {day} · {clock}
        </span>
      </span>
      <span className="figures">
        {one.early ? 'Being awarded now' : `Award ${dayAndClock(one.awarded_at, zone, now)}`}
        <span className="block text-small text-soft">{appliedWords(one)}</span>
      </span>
      <span className="min-w-0 text-small wrap-anywhere text-soft">
        {one.rule ? `${one.rule.name}, version ${one.rule.version}` : 'Order of sign-up'}
      </span>
    </li>
  )
}

/** Posted shifts that are still to be awarded, soonest first: when, by which rule, and how many applied. Live. */
export const ComingAwards = () => {
  const now = useNow()
  const list = useReadPages(listComingAwards, {}, { keep: true })
  return (
    <Card flush title="Upcoming awards" hint="When sign-up closes, the rule ranks the applicants.">
      {list.error && !list.items ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <div className="px-5">
          <ListSkeleton rows={3} />
        </div>
      ) : list.items.length === 0 ? (
        <EmptyState
          quiet
          title="No upcoming awards"
          text="Posted shifts with an award rule appear here until they're awarded."
        />
      ) : (
        <ul aria-label="Upcoming awards" className="divide-y divide-line">
          {list.items.map((one) => (
            <Row key={one.assignment_id} one={one} now={now} />
          ))}
        </ul>
      )}
      {list.more && (
        <div className="px-4 md:px-5">
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items?.length ?? 0}
            total={list.first?.total ?? 0}
            noun="awards"
          />
        </div>
      )}
    </Card>
  )
}
