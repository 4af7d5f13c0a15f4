import Ellipsis from 'lucide-react/icons/ellipsis'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useMemo, useState } from 'react'
import { listRounds } from '#features/shifts/awards/contract.ts'
import { useWaitingReasons, type Waiting } from '#features/shifts/eligibility/client.ts'
import { WaitingHours } from '#features/shifts/eligibility/parts/waiting-hours.tsx'
import { needsLine, WaitingReasons } from '#features/shifts/eligibility/parts/waiting-reasons.tsx'
import { replaceSick } from '#features/shifts/replacements/contract.ts'
import { ReplaceItems } from '#features/shifts/replacements/parts/replace-items.tsx'
import { ReplaceSheet, type ReplaceWhy } from '#features/shifts/replacements/parts/replace-sheet.tsx'
import { currentStatuses } from '#platform/shared/statuses.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs, SupportClosed, useMay } from '#platform/web/support.tsx'
import { clock, day, dayAndClock } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { Menu } from '#platform/web/ui/menu.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { rosterBadge } from '#platform/web/ui/status.ts'
import { useUrlValue } from '#platform/web/url.ts'
import { requestsIn } from '../client.blocked.ts'
import { inRosterOrder, type RosterRow } from '../client.roster.ts'
import { assignOfficer, getRoster, type Roster, type RosterSignup } from '../contract.ts'
import { onLeave, placeWords } from '../words.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkApprove, useMayBulk } from './bulk-approve.tsx'
import { DecideButtons } from './decide-buttons.tsx'

const current: readonly string[] = currentStatuses

/** A decision on the day of the sign-up needs no date beside it. */
const decidedAt = (decided: string, applied: string, zone: string, now: number): string =>
  day(decided, zone, now) === day(applied, zone, now) ? clock(decided, zone) : dayAndClock(decided, zone, now)

type AskedProps = { row: RosterRow; awarded: boolean; zone: string; now: number }

/** When an officer signed up, the place on the waitlist, and who assigned or decided. */
const Asked = ({ row, awarded, zone, now }: AskedProps): ReactNode => (
  <>
    <span className="figures whitespace-nowrap">{dayAndClock(row.applied_at, zone, now)}</span>
    {row.place !== null && <span className="figures block text-small text-soft">{placeWords(row.place, awarded)}</span>}
    {row.ordered && <span className="block text-small text-faint">Ordered in, not signed up</span>}
    {row.assigned_by && <span className="block text-small text-faint">Assigned by {row.assigned_by}</span>}
    {row.decided_by && (
      <span className="block text-small text-faint">
        Decided by {row.decided_by}
        {row.decided_at && `, ${decidedAt(row.decided_at, row.applied_at, zone, now)}`}
      </span>
    )}
  </>
)

/** Why it was decided so, and the reasons against. */
const Note = ({ row, zone, now }: { row: RosterSignup; zone: string; now: number }): ReactNode => {
  const lines = [
    row.override_reason && `Override: ${row.override_reason}`,
    row.order_reason && `Chosen ahead of others: ${row.order_reason}`,
    row.calloff_reason && `Call-off: ${row.calloff_reason}`,
    row.reason,
  ].filter((line): line is string => typeof line === 'string' && line !== '')
  if (lines.length === 0 && row.overlaps.length === 0) return null
  return (
    <div className="flex flex-col text-small text-soft">
      {row.overlaps.map((clash) => (
        <span key={clash.assignment_id} className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {`Overlaps ${clash.title}, ${day(clash.starts_at, zone, now)} ${clock(clash.starts_at, zone)}–${clock(clash.ends_at, zone)}`}
        </span>
      ))}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

/** What the officer has of the post. The end of a takeover is the post's. */
const partWords = (row: RosterSignup, roster: Roster, zone: string): ReactNode => {
  const post = roster.posts.find((one) => one.id === row.post_id)
  if (
    post &&
    Date.parse(post.starts_at) === Date.parse(row.starts_at) &&
    Date.parse(post.ends_at) === Date.parse(row.ends_at)
  )
    return 'Whole shift'
  if (row.took_over) return <span className="figures whitespace-nowrap">From {clock(row.starts_at, zone)}</span>
  return (
    <span className="figures whitespace-nowrap">{`${clock(row.starts_at, zone)}–${clock(row.ends_at, zone)}`}</span>
  )
}

const RankAndUnit = ({ row }: { row: RosterSignup }): ReactNode => (
  <>
    {[row.rank, row.unit].filter(Boolean).join(', ') || '—'}
    {row.hired_on && (
      <span className="figures text-small whitespace-nowrap text-faint md:block">
        <span className="md:hidden"> · </span>Hired {plainDateWords(row.hired_on)}
      </span>
    )}
  </>
)

/** A spot that was worked waits for its hours to be approved once its time is over. */
const State = ({ row, now }: { row: RosterSignup; now: number }) => (
  <span className="inline-flex flex-wrap gap-1">
    <StatusBadge of={rosterBadge({ ...row, waits: row.checked_in && Date.parse(row.ends_at) <= now }, now)} />
    {row.on_leave && <Badge tone="warn">{onLeave}</Badge>}
  </span>
)

/** On a phone in one piece, without a head of its own. */
const askedColumn = (awarded: boolean, zone: string, now: number): Column<RosterRow> => ({
  id: 'asked',
  head: 'Signed up',
  cell: (row) => <Asked {...{ row, awarded, zone, now }} />,
  card: (row) => (
    <>
      {!row.ordered && 'Signed up '}
      <Asked {...{ row, awarded, zone, now }} />
    </>
  ),
})

/** The name of a row's post; null if the shift has no other. */
const postNames = ({ posts }: Roster) => {
  const names = new Map(posts.map(({ id, name }) => [id, name]))
  return ({ post_id }: RosterRow): string | null => (posts.length > 1 ? (names.get(post_id) ?? null) : null)
}

const columnsOf = (
  roster: Roster,
  zone: string,
  now: number,
  reasons: ReturnType<typeof useWaitingReasons>,
): Column<RosterRow>[] => {
  const nameOf = postNames(roster)
  return [
    {
      id: 'officer',
      head: 'Officer',
      fixed: true,
      phone: 'title',
      cell: (row) => (
        <span className="block xl:min-w-36">
          {row.name} <span className="figures font-normal text-faint">{row.badge_number}</span>
        </span>
      ),
    },
    { id: 'status', head: 'Status', phone: 'badge', cell: (row) => <State row={row} now={now} /> },
    ...(roster.posts.length > 1
      ? [
          {
            id: 'post',
            head: 'Post',
            cell: (row: RosterRow) => <span className="block xl:min-w-24">{nameOf(row)}</span>,
          },
        ]
      : []),
    ...(roster.posts.some((post) => post.split_minutes !== null) || roster.signups.some((one) => one.took_over)
      ? [{ id: 'part', head: 'Part', cell: (row: RosterRow) => partWords(row, roster, zone) }]
      : []),
    {
      id: 'rank',
      head: 'Rank, unit',
      phone: 'line',
      cell: (row) => <RankAndUnit row={row} />,
      card: (row) => <RankAndUnit row={row} />,
    },
    askedColumn(roster.assignment.signup_mode === 'award', zone, now),
    {
      id: 'note',
      head: 'Notes',
      cell: (row) => (
        <>
          <Note row={row} zone={zone} now={now} />
          <WaitingHours of={reasons.get(row.id)} />
          {!needsLine(reasons.get(row.id)) && (
            <WaitingReasons of={reasons.get(row.id)} shift={row} zone={zone} post={nameOf(row)} />
          )}
        </>
      ),
    },
  ]
}

type Replacing = { signup: RosterSignup; why: ReplaceWhy }

/** Officers with a spot on a shift that has not ended can be replaced. */
const replaceable = (row: RosterSignup, now: number): boolean =>
  row.may.includes('release') && row.status !== 'offered' && Date.parse(row.ends_at) > now

type RowActionsProps = {
  row: RosterSignup
  post: string | null
  reasons: Waiting | undefined
  now: number
  onReplace: (one: Replacing) => void
}

/** An officer who checked in has worked and can't be removed, as the server says too. */
const decidable = (row: RosterSignup): RosterSignup =>
  row.checked_in ? { ...row, may: row.may.filter((one) => one !== 'release') } : row

const isFull = ({ posts }: Roster): boolean => posts.every((post) => post.confirmed_count >= post.required_count)

/** Over and full: assigning has nothing left to fill. An open spot can still be given to an officer who worked it. */
const isDone = (roster: Roster, now: number): boolean => Date.parse(roster.assignment.ends_at) <= now && isFull(roster)

/** Why no officer can be assigned now, as the server says too. */
const whyNotAssign = (roster: Roster): string | null => {
  if (!roster.may_assign) return 'Publish the shift first'
  return isFull(roster) ? 'All spots are filled. Remove an officer first.' : null
}

const RowActions = ({ row, post, reasons, now, onReplace }: RowActionsProps) => {
  const may = useMay()
  if (!may(replaceSick) || !replaceable(row, now))
    return <DecideButtons signup={{ ...decidable(row), post }} reasons={reasons?.reasons} />
  return (
    <div className="flex items-center gap-1.5 md:justify-end">
      <DecideButtons signup={{ ...decidable(row), post }} reasons={reasons?.reasons} />
      <Menu trigger={<IconButton label={`More for ${row.name}`} icon={<Ellipsis aria-hidden />} />}>
        <ReplaceItems onPick={(why) => onReplace({ signup: row, why })} />
      </Menu>
    </div>
  )
}

/** `2 pending, 3 on the waitlist`: those waitlisted wait for a spot, not for a decision. */
const waitingWords = (signups: readonly RosterSignup[]): string => {
  const open = signups.filter(({ may }) => may.includes('approve'))
  const listed = open.filter(({ status }) => status === 'waitlisted').length
  const pending = open.length - listed
  const words = [pending > 0 && `${pending} pending`, listed > 0 && `${listed} on the waitlist`].filter(Boolean)
  return words.length === 0 ? 'No pending requests.' : words.join(', ')
}

const closed = "Only the department's admins can approve or deny requests. Support access is read-only."

const nobody = (
  <EmptyState quiet title="No officers yet" text="Officers who sign up appear here. You can also assign one." />
)

/** Whether the choice of an officer is open; a list of shifts opens it by the address. */
const useAssigning = () => {
  const [asked, setAsked] = useUrlValue('assign')
  const [assigning, setAssigning] = useState(asked === 'yes')
  return {
    assigning,
    assign: () => setAssigning(true),
    leave: () => {
      setAssigning(false)
      if (asked) setAsked(null)
    },
  }
}

type Ticked = ReadonlySet<string>

/** The requests among `free` that are ticked, and the table's checkboxes: only where several can be approved together. */
const selectOf = (free: readonly string[], ticked: Ticked, onSelect: (ticked: Ticked) => void, bulk: boolean) => {
  const chosen = free.filter((id) => ticked.has(id))
  const selectable = ({ id }: RosterRow) => free.includes(id)
  return { chosen, select: bulk && free.length > 1 ? { selected: new Set(chosen), onSelect, selectable } : {} }
}

/** The sign-ups that wait for an approval, by name, and what is against each, with the line for it. */
const useConflicts = (roster: Roster, zone: string) => {
  const waiting = new Map(roster.signups.filter((row) => row.may.includes('approve')).map((row) => [row.id, row.name]))
  const reasons = useWaitingReasons([...waiting.keys()])
  const nameOf = postNames(roster)
  const conflicts = (row: RosterRow) => (
    <WaitingReasons of={reasons.get(row.id)} shift={row} zone={zone} post={nameOf(row)} />
  )
  return { waiting, reasons, nameOf, conflicts }
}

const Filled = ({ roster, signups }: { roster: Roster; signups: readonly RosterRow[] }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const bulk = useMayBulk()
  const [past, setPast] = useState(false)
  const [ticked, setTicked] = useState<Ticked>(new Set())
  const { assigning, assign, leave } = useAssigning()
  const [replacing, setReplacing] = useState<Replacing | null>(null)
  const rows = signups.filter((row) => past || current.includes(row.status))
  const hidden = roster.signups.length - roster.signups.filter((row) => current.includes(row.status)).length
  const { waiting, reasons, nameOf, conflicts } = useConflicts(roster, zone)
  const { chosen, select } = selectOf(requestsIn(roster.signups, reasons).free, ticked, setTicked, bulk)
  return (
    <Card
      title="Roster"
      hint={waitingWords(roster.signups)}
      aside={
        !isDone(roster, now) && (
          <Needs call={assignOfficer}>
            <Button size="small" why={whyNotAssign(roster)} onClick={assign}>
              Assign officer
            </Button>
          </Needs>
        )
      }
    >
      <div>
        <SupportClosed>{closed}</SupportClosed>
        <DataTable
          label="Roster"
          columns={columnsOf(roster, zone, now, reasons)}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          actions={(row) => (
            <RowActions {...{ row, now }} post={nameOf(row)} reasons={reasons.get(row.id)} onReplace={setReplacing} />
          )}
          below={(row) => needsLine(reasons.get(row.id)) && conflicts(row)}
          {...select}
          bulk={() => (
            <BulkApprove ids={chosen} nameOf={(id) => waiting.get(id) ?? ''} onDone={() => setTicked(new Set())} />
          )}
          empty={nobody}
        />
        {hidden > 0 && (
          <Switch
            checked={past}
            onChange={setPast}
            label={`Show ${hidden} withdrawn, denied or removed ${hidden === 1 ? 'sign-up' : 'sign-ups'}`}
          />
        )}
        {roster.more && <p className="text-small text-faint">Showing the first 1,000 sign-ups.</p>}
      </div>
      <AssignDialog roster={roster} open={assigning} onClose={leave} />
      {replacing && <ReplaceSheet {...replacing} onClose={() => setReplacing(null)} />}
    </Card>
  )
}

/** The roster of an assignment, for its page: who holds spots, who is waiting, and every decision. Live. */
export const AssignmentRoster = ({ assignmentId }: { assignmentId: string }) => {
  const roster = useRead(getRoster, { assignment_id: assignmentId })
  const awarded = roster.data?.assignment.signup_mode === 'award'
  // The award's card beside it reads the same.
  const rounds = useRead(listRounds, { assignment_id: assignmentId }, { enabled: awarded })
  const ordered = useMemo(
    () => roster.data && inRosterOrder(roster.data, awarded ? (rounds.data?.rounds ?? []) : null),
    [roster.data, rounds.data, awarded],
  )
  if (roster.isPending || (awarded && rounds.isPending)) return <TableSkeleton rows={5} columns={5} />
  if (!roster.data || !ordered) return <ErrorState error={roster.error} retry={() => void roster.refetch()} />
  return <Filled roster={roster.data} signups={ordered} />
}
