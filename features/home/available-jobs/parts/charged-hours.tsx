import type { modeNow } from '#features/shifts/assignments/rules.ts'
import { readTerms } from '#features/shifts/awards/contract.ts'
import { callOffWords, keptFor, takenWords } from '#features/shifts/awards/words.own-terms.ts'
import type { OpenJob, OwnSignup } from '#features/shifts/signups/contract.ts'
import { minutesBetween, type Range } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'

const minutesOf = (time: Range): number => minutesBetween(time.starts_at, time.ends_at)

type ChargedProps = { job: OpenJob; post_id: string; time: Range; mode: ReturnType<typeof modeNow> }
/** What getting the shift counts by the award rules; nothing while that isn't known. */
export const ChargedHours = ({ job, post_id, time, mode }: ChargedProps) => {
  const { data } = useRead(readTerms, { assignment_id: job.id })
  const { starts_at, ends_at } = time
  const kept = data ? keptFor(data.kept, { post_id, starts_at, ends_at }) : 0
  const words = data && takenWords(data.charges, { minutes: minutesOf(time), sure: mode === 'first_come', kept })
  return words ? <p className="figures text-small text-soft">{words}</p> : null
}

type SheetProps = {
  job: OpenJob
  own: OwnSignup
  notice_minutes: number
  /** An admin decides. */
  request: boolean
  open: boolean
  onClose: () => void
  onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before a call-off, and says which hours stay charged. */
export const CallOffSheet = ({ job, own, notice_minutes, request, open, onClose, onConfirm }: SheetProps) => {
  const terms = useRead(readTerms, { assignment_id: job.id }, { enabled: open })
  const charged = terms.data && callOffWords(terms.data.charges, { minutes: minutesOf(own), ordered: own.ordered })
  const text = request
    ? `${own.ordered ? 'You were ordered in.' : `The shift starts in less than ${duration(notice_minutes)}.`} You're responsible for it until another officer replaces you or an admin approves your request.`
    : 'Your spot goes to the waitlist or opens to other officers right away.'
  return (
    <ConfirmWithReason
      open={open}
      onClose={onClose}
      title={request ? 'Ask to call off?' : `Call off ${job.title}?`}
      text={charged ? `${text} ${charged}` : text}
      action={request ? 'Send request' : 'Call off'}
      back="Keep the shift"
      reasonHint="Admins will see this."
      reasonOptional={!request}
      onConfirm={onConfirm}
    />
  )
}
