import { useState } from 'react'
import { actionWord, changeWords, thingWord } from '#features/department/audit/words.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listActs, listChanges, listVisits, type VendorAct, type Visit } from '../contract.ts'
import { endingWords, overAt } from '../rules.ts'

const spanText = (visit: Visit, zone: string): string =>
  `${dayAndClock(visit.started_at, zone)} to ${clock(overAt(visit), zone)}`

const endText = ({ live, ended_why, ended_by_name }: Visit): string => {
  if (live) return 'Active now'
  const words = endingWords[ended_why ?? 'ran_out']
  return ended_by_name ? words.replace('an admin', ended_by_name) : words
}

const Changes = ({ id, zone }: { id: string; zone: string }) => {
  const list = useReadPages(listChanges, { id })
  if (list.error) return <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <ListSkeleton rows={2} />
  return (
    <>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {list.items.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-4 py-1.5 text-small">
            <time dateTime={one.at} className="figures text-faint">
              {clock(one.at, zone)}
            </time>
            <span className="font-medium">{actionWord(one.action)}</span>
            <span className="min-w-0 text-soft">
              {changeWords[one.change]}: {thingWord(one.thing_type)}
              {one.thing_name && `, ${one.thing_name}`}
            </span>
          </li>
        ))}
      </ol>
      {list.more && (
        <LoadMore more loading={list.loadingMore} onMore={list.loadMore} shown={list.items.length} noun="changes" />
      )}
    </>
  )
}

const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

const Row = ({ visit, zone }: { visit: Visit; zone: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <li className="px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {visit.by_name}
            {visit.live && <Badge tone="live">Now</Badge>}
            <Badge tone={visit.may_write ? 'warn' : 'plain'}>{visit.may_write ? 'Changes allowed' : 'Read-only'}</Badge>
          </p>
          <p className="mt-0.5 break-words">{visit.reason}</p>
          <p className="figures mt-0.5 text-small text-faint">
            {spanText(visit, zone)} · {endText(visit)}
          </p>
        </div>
        {visit.changes > 0 ? (
          <Button size="small" look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {changesText(visit.changes)}
          </Button>
        ) : (
          <span className="text-small text-faint">Nothing changed</span>
        )}
      </div>
      {open && <Changes id={visit.id} zone={zone} />}
    </li>
  )
}

const Visits = ({ zone }: { zone: string }) => {
  const list = useReadPages(listVisits, {})
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <ListSkeleton />
  if (list.items.length === 0)
    return (
      <EmptyState
        title="No support access yet"
        text="You're notified whenever vendor support has access, and every visit is listed here."
      />
    )
  return (
    <Card title="Support access" flush>
      <ul className="divide-y divide-line">
        {list.items.map((visit) => (
          <Row key={visit.id} visit={visit} zone={zone} />
        ))}
      </ul>
      <div className="px-4 md:px-5">
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="visits"
        />
      </div>
    </Card>
  )
}

const ActRow = ({ act, zone }: { act: VendorAct; zone: string }) => (
  <li className="px-4 py-3.5 md:px-5">
    <p className="font-medium">
      {actionWord(act.action)}
      {act.about && <span className="font-normal break-words text-soft"> · {act.about}</span>}
    </p>
    {act.reason && <p className="mt-0.5 break-words">{act.reason}</p>}
    <p className="figures mt-0.5 text-small text-faint">{dayAndClock(act.at, zone)}</p>
  </li>
)

/** What the vendor did from outside: exports, invitations, accounts, plan and state. Available on every plan. */
const Acts = ({ zone }: { zone: string }) => {
  const list = useReadPages(listActs, {})
  if (list.error) return <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <ListSkeleton rows={2} />
  return (
    <Card
      title="Vendor actions"
      hint="Exports, admin invitations, and account, plan and status changes, each with its reason."
      flush={list.items.length > 0}
    >
      {list.items.length === 0 ? (
        <p className="text-soft">None so far.</p>
      ) : (
        <ul className="divide-y divide-line">
          {list.items.map((act) => (
            <ActRow key={act.id} act={act} zone={zone} />
          ))}
        </ul>
      )}
      {list.more && (
        <div className="px-4 md:px-5">
          <LoadMore more loading={list.loadingMore} onMore={list.loadMore} shown={list.items.length} noun="actions" />
        </div>
      )}
    </Card>
  )
}

/**
 * `/admin/vendor-access`: who at the vendor had support access, when, why, and what was changed; and what the vendor did from
 * outside.
 */
export default function VendorAccess() {
  const { time_zone } = useOrganization()
  return (
    <>
      <PageHeader
        title="Vendor Access"
        hint="Vendor support can view your department only with a reason and for up to 30 minutes. Entries can't be edited or deleted."
      />
      <div className="flex flex-col gap-5">
        <Visits zone={time_zone} />
        <Acts zone={time_zone} />
      </div>
    </>
  )
}
