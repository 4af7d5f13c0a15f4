import { useState } from 'react'
import { ClaimOnShift } from '#features/hours/extra-time/parts/claim-button.tsx'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useWrite } from '#platform/web/reads.ts'
import { clock, day, duration, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { attendanceBadge, signupBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { askCorrection, type HistoryItem, history, noteAttendance, resubmitAttendance } from '../contract.ts'
import { TimesDialog } from './times-dialog.tsx'

/** The officer's own note on an undecided record. */
const Note = ({ id, note: read, readAt }: { id: string; note: string | null; readAt: number }) => {
  const [open, setOpen] = useState(false)
  // What waits on this device is what the next text replaces.
  const saved = missingIn(readAt, useSaved(), [noteAttendance.name], id).at(-1)
  const note = saved ? (JSON.parse(saved.body) as { note: string }).note || null : read
  const write = useWrite(noteAttendance, { invalidates: [history] })
  const save = async (text: string) => {
    await write.run({ id, note: text, was: note ?? '' })
    toast.success('Note saved', 'The admin who reviews this record will see it.')
  }
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setOpen(true)}>
        {note ? 'Edit note' : 'Add note'}
      </Button>
      <ConfirmWithReason
        open={open}
        onClose={() => setOpen(false)}
        title="Note on this record"
        text={note ? `Current note: "${note}". Your text will replace it.` : 'For the admin who reviews your hours.'}
        action="Save note"
        look="primary"
        back="Cancel"
        reasonLabel="Note"
        reasonHint="Admins in your department can read it."
        onConfirm={save}
      />
    </>
  )
}

const Resubmit = ({ item, attendance }: { item: HistoryItem; attendance: NonNullable<HistoryItem['attendance']> }) => {
  const [open, setOpen] = useState(false)
  const write = useWrite(resubmitAttendance, { invalidates: [history] })
  return (
    <>
      <Button size="small" look="primary" onClick={() => setOpen(true)}>
        Correct and submit
      </Button>
      {open && (
        <TimesDialog
          onClose={() => setOpen(false)}
          title="Resubmit"
          description={attendance.reason ? `Returned: "${attendance.reason}"` : item.title}
          start={{
            checked_in_at: attendance.asked_in_at ?? attendance.checked_in_at ?? item.starts_at,
            checked_out_at: attendance.asked_out_at ?? attendance.checked_out_at ?? item.ends_at,
          }}
          textLabel="Your answer"
          textHint="Say what is correct, or what you changed and why."
          action="Submit"
          gaps={attendance.gaps}
          onSave={async (times, note) => {
            // Also the recorded ones are an answer to a request for others.
            const same =
              attendance.asked_in_at === null &&
              times.checked_in_at === attendance.checked_in_at &&
              times.checked_out_at === attendance.checked_out_at
            await write.run({ id: attendance.id, note, times: same ? null : times })
            toast.success('Resubmitted', 'An admin will review it.')
          }}
        />
      )}
    </>
  )
}

/** For a record awaiting review that is wrong: usually submitted too short. */
const Ask = ({ item, attendance: a }: { item: HistoryItem; attendance: NonNullable<HistoryItem['attendance']> }) => {
  const [open, setOpen] = useState(false)
  const write = useWrite(askCorrection, { invalidates: [history] })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {a.asked_in_at ? 'Edit request' : 'Request correction'}
      </Button>
      {open && (
        <TimesDialog
          onClose={() => setOpen(false)}
          title="Request correction"
          description={`${item.title}. An admin will decide. The original times are kept.`}
          start={{
            checked_in_at: a.asked_in_at ?? a.checked_in_at ?? item.starts_at,
            checked_out_at: a.asked_out_at ?? a.checked_out_at ?? item.ends_at,
          }}
          gaps={a.gaps}
          textLabel="What happened?"
          textHint="For the admin who reviews your hours."
          action="Send request"
          onSave={async (times, note) => {
            await write.run({ id: a.id, note, times })
            toast.success('Request sent.')
          }}
        />
      )}
    </>
  )
}

const Recorded = ({ item, zone }: { item: HistoryItem; zone: string }) => {
  const a = item.attendance
  if (!a) return <span className="text-faint">Nothing recorded</span>
  const at = (when: string | null) => (when ? clock(when, zone) : '…')
  const first = { in: a.original_in_at ?? a.checked_in_at, out: a.original_out_at ?? a.checked_out_at }
  const changed = first.in !== a.checked_in_at || first.out !== a.checked_out_at
  return (
    <>
      <span className="whitespace-nowrap">
        {at(a.checked_in_at)}–{at(a.checked_out_at)}
      </span>
      {a.closed_by_system && !changed && (
        <span className="block text-small text-faint">closed at shift end: no check-out</span>
      )}
      {a.gaps.map((gap) => (
        <span key={gap.left_at} className="block text-small text-faint">
          {gap.counted ? 'counted' : 'off duty'} {at(gap.left_at)}–{at(gap.back_at)}
        </span>
      ))}
      {a.asked_in_at && (a.state === 'submitted' || a.state === 'returned') && (
        <span className="block text-small text-warn">
          requested {at(a.asked_in_at)}–{at(a.asked_out_at)}
        </span>
      )}
      {a.late_out_at && (
        <span className="block text-small text-warn">
          your check-out at {at(a.late_out_at)} was sent after approval; an admin will decide
        </span>
      )}
      {changed && (
        <span className="block text-small text-faint">
          first recorded {at(first.in)}–{at(first.out)}
        </span>
      )}
    </>
  )
}

/** What all rows need, looked up once for all of them. */
export type Known = {
  zone: string
  claimableFrom: string | null
  /** When the history was read, by the device's clock. */
  readAt: number
}

/** One shift in the history: columns where there is room for them, otherwise stacked. */
export const HistoryRow = ({ item, zone, claimableFrom, readAt }: { item: HistoryItem } & Known) => {
  const a = item.attendance
  const times = span(item.starts_at, item.ends_at, zone)
  const badge = a && item.status !== 'no_show' ? attendanceBadge[a.state] : signupBadge[item.status]
  return (
    <li className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-line @min-[58rem]:grid-cols-[8rem_1fr_8.5rem_9rem_6rem_10rem] @min-[58rem]:items-start @min-[58rem]:px-5">
        <span className="order-1 min-w-0 font-medium @min-[58rem]:order-2">
          {item.title}
          <span className="block text-small font-normal text-faint">
            {[item.post, item.location_name].filter(Boolean).join(' · ')}
          </span>
        </span>
        {/* One line where stacked, otherwise two columns. */}
        <span className="order-2 col-span-2 flex flex-wrap gap-x-2 @min-[58rem]:contents">
          <span className="text-soft @min-[58rem]:order-1 @min-[58rem]:font-medium @min-[58rem]:text-ink">
            {day(item.starts_at, zone)}
          </span>
          <span className="figures @min-[58rem]:order-3">
            <span className="text-faint @min-[58rem]:sr-only">Scheduled </span>
            <span className="whitespace-nowrap">{times.clock}</span>
            {times.notes.map((note) => (
              <span key={note} className="block text-small text-faint">
                {note}
              </span>
            ))}
          </span>
        </span>
        <span className="figures order-4">
          <span className="text-faint @min-[58rem]:sr-only">Recorded </span>
          <Recorded item={item} zone={zone} />
        </span>
        <span className="figures order-5 text-right font-medium">
          {a?.worked_minutes != null ? duration(a.worked_minutes) : '–'}
        </span>
        <span className="order-1 flex justify-end @min-[58rem]:order-6 @min-[58rem]:justify-start">
          <StatusBadge of={badge} />
        </span>
        {a && (a.note || a.reason || a.checked_in_at) && (
          <div className="order-7 col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft @min-[58rem]:col-span-6 @min-[58rem]:pl-36">
            {a.reason && <span>Admin: "{a.reason}"</span>}
            {a.note && <span>You: "{a.note}"</span>}
            <span className="no-print flex flex-wrap gap-2 text-ui">
              {a.state === 'returned' && <Resubmit item={item} attendance={a} />}
              {a.state === 'submitted' && <Ask item={item} attendance={a} />}
              {(a.state === 'open' || a.state === 'submitted') && <Note id={a.id} note={a.note} readAt={readAt} />}
              {a.checked_out_at && a.state !== 'open' && (
                <ClaimOnShift shift={{ ...item, ...a }} from={claimableFrom} />
              )}
            </span>
          </div>
        )}
      </div>
    </li>
  )
}
