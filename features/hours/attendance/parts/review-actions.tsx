import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import type { RowFollows } from '#platform/web/decided-rows.ts'
import { type Seen, SeenNotice, type Shown, useSeen } from '#platform/web/forms/seen.tsx'
import { useRoomy } from '#platform/web/phone.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { clock, dayAndClock, duration } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Decided } from '#platform/web/ui/decided.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  approveAttendance,
  attendanceOfAssignment,
  correctAttendance,
  markNoShow,
  type ReviewRow,
  recordAttendance,
  returnAttendance,
  reviewList,
  undoApproval,
} from '../contract.review.ts'
import { awaitsReview } from '../rules.ts'
import { wantedTimes } from '../rules.wanted.ts'
import { TimesDialog } from './times-dialog.tsx'

const stale = { invalidates: [reviewList, attendanceOfAssignment] }
/** What this admin decided on a record a moment ago; only a plain approval can be undone. */
export type HoursDecision = 'approved' | 'kept' | 'corrected' | 'returned' | 'no_show'
type Follows = RowFollows<HoursDecision> | null

/** The row keeps its place after a decision that would remove it from the list, and resets if the decision is refused. */
const following = async <T,>(row: Follows, as: HoursDecision, work: () => Promise<T>): Promise<void> => {
  row?.begin()
  try {
    await work()
    row?.done(as)
  } catch (error) {
    row?.fail()
    throw error
  }
}

const words: Readonly<Record<HoursDecision, string>> = {
  approved: 'Approved',
  kept: 'Kept as approved',
  corrected: 'Corrected and approved',
  returned: 'Returned',
  no_show: 'No-show',
}

/** In the place of the buttons. */
export const DecidedHours = ({
  row,
  decision,
  instead,
  onUndone,
}: {
  row: ReviewRow
  decision: HoursDecision
  instead: ReactNode
  onUndone: () => void
}) => {
  const undoing = useWrite(undoApproval, { ...stale, untilRead: true })
  const id = row.attendance_id
  const undo = async () => {
    if (id !== null) await undoing.run({ id })
    onUndone()
  }
  return (
    <Decided
      words={words[decision]}
      name={row.officer.name}
      undo={decision === 'approved' ? undo : null}
      instead={instead}
    />
  )
}

type Open = 'correct' | 'return' | 'no_show' | null

type Asked = { row: ReviewRow; follows: Follows; onClose: () => void }

const shownIn = (zone: string): Shown<ReviewRow> => {
  const at = (when: string | null) => when && dayAndClock(when, zone)
  return (row) => ({
    'Check-in': at(row.checked_in_at),
    'Check-out': at(row.checked_out_at),
    'Requested check-in': at(row.asked_in_at),
    'Requested check-out': at(row.asked_out_at),
    'Check-out sent after approval': at(row.late_out_at),
    'Off duty': row.gaps
      .map((gap) => `${clock(gap.left_at, zone)}–${clock(gap.back_at, zone)}${gap.counted ? ' (counted)' : ''}`)
      .join(', '),
    Note: row.note && `"${row.note}"`,
  })
}

const Changed = ({ of }: { of: Seen<ReviewRow> }) => {
  const { time_zone: zone } = useOrganization()
  return <SeenNotice of={of} action="Review the new times" shown={shownIn(zone)} />
}

const Correct = ({ row: live, follows, onClose }: Asked) => {
  const of = useSeen(live)
  const row = of.seen
  const correct = useWrite(correctAttendance, stale)
  const record = useWrite(recordAttendance, stale)
  const byHand = row.attendance_id === null
  const wanted = wantedTimes(row)
  return (
    <TimesDialog
      onClose={onClose}
      title={byHand ? `Record times for ${row.officer.name}` : `Correct times for ${row.officer.name}`}
      description={`${row.title}. ${byHand ? 'These hours count as approved.' : 'The original times are kept, and the record is approved.'}`}
      start={{
        checked_in_at: wanted.checked_in_at ?? row.starts_at,
        checked_out_at: wanted.checked_out_at ?? row.ends_at,
      }}
      gaps={row.gaps}
      notice={<Changed of={of} />}
      choose
      textLabel="Reason"
      textHint="The officer will see this."
      action={byHand ? 'Record and approve' : 'Correct and approve'}
      onSave={async (times, reason, count_gaps) => {
        const id = row.attendance_id
        await following(follows, 'corrected', () =>
          id === null
            ? record.run({ signup_id: row.signup_id, times, reason })
            : correct.run({
                id,
                version: row.version,
                times,
                reason,
                ...(count_gaps === undefined ? {} : { count_gaps }),
              }),
        )
        toast.success('Approved', `${row.officer.name} has been notified.`)
      }}
    />
  )
}

const Return = ({ row: live, follows, onClose }: Asked) => {
  const of = useSeen(live)
  const row = of.seen
  const back = useWrite(returnAttendance, stale)
  const id = row.attendance_id
  if (id === null) return null
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Return to ${row.officer.name}`}
      text="The officer can correct the times and resubmit them."
      action="Return record"
      look="primary"
      back="Cancel"
      onConfirm={async (reason) => {
        await following(follows, 'returned', () => back.run({ id, version: row.version, reason }))
        toast.success('Returned', `${row.officer.name} has been notified.`)
      }}
    >
      {!back.pending && <Changed of={of} />}
    </ConfirmWithReason>
  )
}

const NoShow = ({ row, follows, onClose }: Asked) => {
  const noShow = useWrite(markNoShow, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Mark ${row.officer.name} as a no-show`}
      text={`${row.title}. No hours will be counted. You can fix this later by recording the times.`}
      action="Mark as no-show"
      back="Cancel"
      onConfirm={async (reason) => {
        await following(follows, 'no_show', () => noShow.run({ signup_id: row.signup_id, reason }))
        toast.success('Marked as a no-show', `${row.officer.name} has been notified.`)
      }}
    />
  )
}

/** Takes the recorded times; for an approved record with a late check-out, keeps those approved. */
const Approve = ({ id, row, follows }: { id: string; row: ReviewRow; follows: Follows }) => {
  const approve = useWrite(approveAttendance, stale)
  const keep = row.may.includes('keep')
  const action = keep ? 'Keep as approved' : 'Approve'
  const worked = `${row.officer.name}, ${duration(row.worked_minutes ?? 0)}`
  const press = () =>
    following(follows, keep ? 'kept' : 'approved', () => approve.run({ id, version: row.version }))
      .then(() => toast.success(keep ? 'Kept as approved' : 'Approved', `${worked}.`))
      .catch(toast.failure)
  return (
    <Button
      size="small"
      look="tint"
      busy={approve.pending}
      aria-label={`${action} ${worked}`}
      onClick={() => void press()}
    >
      {action}
    </Button>
  )
}

type Other = { what: NonNullable<Open>; words: string }
const othersOf = (row: ReviewRow): Other[] => [
  ...(row.may.includes('correct')
    ? [{ what: 'correct' as const, words: row.attendance_id === null ? 'Record times' : 'Correct' }]
    : []),
  ...(row.may.includes('return') ? [{ what: 'return' as const, words: 'Return' }] : []),
  ...(row.may.includes('no_show') ? [{ what: 'no_show' as const, words: 'No-show' }] : []),
]

/** Every action except Approve: in a menu if the buttons would cover the row's flags. */
const OtherActions = ({ row, onOpen }: { row: ReviewRow; onOpen: (what: Open) => void }) => {
  const roomy = useRoomy()
  const others = othersOf(row)
  if (!roomy && others.length > 1)
    return (
      <Menu
        trigger={<IconButton label={`More for ${row.officer.name}, ${row.title}`} icon={<Ellipsis aria-hidden />} />}
      >
        {others.map(({ what, words }) => (
          <MenuItem key={what} danger={what === 'no_show'} onPick={() => onOpen(what)}>
            {words}
          </MenuItem>
        ))}
      </Menu>
    )
  return others.map(({ what, words }) => (
    <Button key={what} size="small" look={what === 'no_show' ? 'danger-quiet' : 'quiet'} onClick={() => onOpen(what)}>
      {words}
    </Button>
  ))
}

/** Actions for one row, as listed by the server in `may`. */
export const ReviewActions = ({ row, follows = null }: { row: ReviewRow; follows?: Follows }) => {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  // One check covers all of these actions: only the department's own people may decide on hours.
  if (!useMay()(approveAttendance)) return null
  if (row.own && (awaitsReview(row) || (row.state !== 'approved' && row.state !== 'locked')))
    return (
      <Button size="small" look="quiet" why="You can't approve your own hours. Ask another admin.">
        Approve
      </Button>
    )
  const id = row.attendance_id
  return (
    <>
      {(row.may.includes('approve') || row.may.includes('keep')) && id !== null && (
        <Approve id={id} row={row} follows={follows} />
      )}
      <OtherActions row={row} onOpen={setOpen} />
      {open === 'correct' && <Correct row={row} follows={follows} onClose={close} />}
      {open === 'return' && <Return row={row} follows={follows} onClose={close} />}
      {open === 'no_show' && <NoShow row={row} follows={follows} onClose={close} />}
    </>
  )
}
