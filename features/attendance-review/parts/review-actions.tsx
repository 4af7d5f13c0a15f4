import { useState } from 'react'
import { useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
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
} from '../contract.ts'
import { TimesDialog } from './times-dialog.tsx'

const stale = { invalidates: [reviewList, attendanceOfAssignment] }
type Open = 'correct' | 'return' | 'no_show' | null

type Asked = { row: ReviewRow; onClose: () => void }

const Correct = ({ row, onClose }: Asked) => {
  const correct = useWrite(correctAttendance, stale)
  const record = useWrite(recordAttendance, stale)
  const byHand = row.attendance_id === null
  return (
    <TimesDialog
      onClose={onClose}
      title={byHand ? `Record the times of ${row.officer.name}` : `Correct the times of ${row.officer.name}`}
      description={`${row.title}. ${byHand ? 'They count as approved.' : 'What was recorded stays beside them; the record is approved.'}`}
      start={{ checked_in_at: row.checked_in_at ?? row.starts_at, checked_out_at: row.checked_out_at ?? row.ends_at }}
      textLabel="Reason"
      textHint="The officer reads it."
      action={byHand ? 'Record and approve' : 'Correct and approve'}
      onSave={async (times, reason) => {
        if (row.attendance_id === null) await record.run({ signup_id: row.signup_id, times, reason })
        else await correct.run({ id: row.attendance_id, version: row.version, times, reason })
        toast.success('Approved', `${row.officer.name} is told.`)
      }}
    />
  )
}

const Return = ({ row, onClose }: Asked) => {
  const back = useWrite(returnAttendance, stale)
  const id = row.attendance_id
  if (id === null) return null
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Return to ${row.officer.name}`}
      text="The officer corrects the times and hands them in again."
      action="Return record"
      look="primary"
      back="Back"
      onConfirm={async (reason) => {
        await back.run({ id, version: row.version, reason })
        toast.success('Returned', `${row.officer.name} is told.`)
      }}
    />
  )
}

const NoShow = ({ row, onClose }: Asked) => {
  const noShow = useWrite(markNoShow, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Mark ${row.officer.name} as a no-show`}
      text={`${row.title}. No hours count. It can be set right later by recording the times by hand.`}
      action="Mark no-show"
      back="Back"
      onConfirm={async (reason) => {
        await noShow.run({ signup_id: row.signup_id, reason })
        toast.success('Marked as no-show', `${row.officer.name} is told.`)
      }}
    />
  )
}

/** What may be done with one row, as the server said in `may`. */
export const ReviewActions = ({ row }: { row: ReviewRow }) => {
  const [open, setOpen] = useState<Open>(null)
  const approve = useWrite(approveAttendance, stale)
  const close = () => setOpen(null)
  // All of them alike: hours are for the department's own people.
  if (!useMay()(approveAttendance)) return null
  if (row.own && row.state !== 'approved' && row.state !== 'locked')
    return (
      <Button size="small" look="quiet" why="Nobody decides on their own hours: another admin has to.">
        Approve
      </Button>
    )
  const id = row.attendance_id
  return (
    <>
      {row.may.includes('approve') && id !== null && (
        <Button
          size="small"
          look="primary"
          busy={approve.pending}
          aria-label={`Approve ${row.officer.name}, ${duration(row.worked_minutes ?? 0)}`}
          onClick={() =>
            void approve
              .run({ id, version: row.version })
              .then(() => toast.success('Approved', `${row.officer.name}, ${duration(row.worked_minutes ?? 0)}.`))
              .catch(toast.failure)
          }
        >
          Approve
        </Button>
      )}
      {row.may.includes('correct') && (
        <Button size="small" look="quiet" onClick={() => setOpen('correct')}>
          {id === null ? 'Record times' : 'Correct'}
        </Button>
      )}
      {row.may.includes('return') && (
        <Button size="small" look="quiet" onClick={() => setOpen('return')}>
          Return
        </Button>
      )}
      {row.may.includes('no_show') && (
        <Button size="small" look="danger-quiet" onClick={() => setOpen('no_show')}>
          No-show
        </Button>
      )}
      {open === 'correct' && <Correct row={row} onClose={close} />}
      {open === 'return' && <Return row={row} onClose={close} />}
      {open === 'no_show' && <NoShow row={row} onClose={close} />}
    </>
  )
}
