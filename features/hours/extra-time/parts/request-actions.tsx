import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import type { RowFollows } from '#platform/web/decided-rows.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { type Seen, SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock, duration } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Decided } from '#platform/web/ui/decided.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { useRoomy } from '#platform/web/ui/folded.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { correctionForm, readTimes, wallOfClaim } from '../client.ts'
import {
  approveExtraTime,
  denyExtraTime,
  type ExtraTimeRequest,
  listExtraTime,
  returnExtraTime,
  undoExtraTime,
} from '../contract.ts'
import { TimeFields } from './time-fields.tsx'

const stale = { invalidates: [listExtraTime] }

/** What this admin decided on a claim a moment ago; a corrected claim cannot be undone. */
export type ClaimDecision = 'approved' | 'corrected' | 'denied' | 'returned'
type Follows = RowFollows<ClaimDecision>

/** The row follows the press: it keeps its place, and goes on as before where the press is refused. */
const following = async <T,>(row: Follows, as: ClaimDecision, work: () => Promise<T>): Promise<void> => {
  row.begin()
  try {
    await work()
    row.done(as)
  } catch (error) {
    row.fail()
    throw error
  }
}

const words: Readonly<Record<ClaimDecision, string>> = {
  approved: 'Approved',
  corrected: 'Corrected and approved',
  denied: 'Denied',
  returned: 'Returned',
}

/** In the place of the buttons. */
export const DecidedClaim = ({
  row,
  decision,
  instead,
  onUndone,
}: {
  row: ExtraTimeRequest
  decision: ClaimDecision
  instead: ReactNode
  onUndone: () => void
}) => {
  const undoing = useWrite(undoExtraTime, { ...stale, untilRead: true })
  const undo = async () => {
    await undoing.run({ id: row.id })
    onUndone()
  }
  return (
    <Decided
      words={words[decision]}
      name={row.officer.name}
      undo={decision === 'corrected' ? null : undo}
      instead={instead}
    />
  )
}

type Asked = { row: ExtraTimeRequest; follows: Follows; onClose: () => void }

const Changed = ({ of }: { of: Seen<ExtraTimeRequest> }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <SeenNotice
      of={of}
      action="Review the new claim"
      shown={({ minutes, starts_at, reason }) => ({
        Claimed: `${duration(minutes)} from ${dayAndClock(starts_at, zone)}`,
        Reason: `"${reason}"`,
      })}
    />
  )
}

const Deny = ({ row: live, follows, onClose }: Asked) => {
  const of = useSeen(live)
  const row = of.seen
  const deny = useWrite(denyExtraTime, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Deny ${row.officer.name}'s claim?`}
      text={`${duration(row.minutes)} of extra time won't be paid. To have it corrected, return it instead.`}
      action="Deny claim"
      back="Cancel"
      reasonHint="The officer will see this."
      onConfirm={async (reason) => {
        await following(follows, 'denied', () => deny.run({ id: row.id, version: row.version, reason }))
        toast.success('Denied', `${row.officer.name} has been notified.`)
      }}
    >
      {!deny.pending && <Changed of={of} />}
    </ConfirmWithReason>
  )
}

const Return = ({ row: live, follows, onClose }: Asked) => {
  const of = useSeen(live)
  const row = of.seen
  const back = useWrite(returnExtraTime, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Return to ${row.officer.name}`}
      text="The officer can correct and resubmit it."
      action="Return claim"
      look="primary"
      back="Cancel"
      reasonLabel="What needs to be corrected?"
      reasonHint="The officer will see this."
      onConfirm={async (reason) => {
        await following(follows, 'returned', () => back.run({ id: row.id, version: row.version, reason }))
        toast.success('Returned', `${row.officer.name} has been notified.`)
      }}
    >
      {!back.pending && <Changed of={of} />}
    </ConfirmWithReason>
  )
}

/** Approves with other times; the requested times stay visible next to them. */
const CorrectDialog = ({ row: live, follows, onClose }: Asked) => {
  const of = useSeen(live)
  const row = of.seen
  const { time_zone: zone } = useOrganization()
  const form = useContractForm(correctionForm, { ...wallOfClaim(row, zone), reason: '' })
  const approve = useWrite(approveExtraTime, { invalidates: [listExtraTime] })
  return (
    <FormDialog
      form={form}
      title={`Correct ${row.officer.name}'s claim`}
      description={`Claimed: ${duration(row.minutes)} from ${dayAndClock(row.starts_at, zone)}. The original claim is kept.`}
      action="Correct and approve"
      onSubmit={async ({ reason, ...wall }) => {
        const times = readTimes(wall, zone, serverNow())
        await following(follows, 'corrected', () => approve.run({ id: row.id, version: row.version, times, reason }))
        toast.success('Approved', `${row.officer.name}, ${duration(times.minutes)}.`)
      }}
      onClose={onClose}
    >
      {!approve.pending && <Changed of={of} />}
      <TimeFields form={form} />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="The officer will see this."
        rows={3}
        maxLength={500}
      />
    </FormDialog>
  )
}

type Open = 'correct' | 'deny' | 'return'
const others = [
  { what: 'correct', words: 'Correct', may: 'approve' },
  { what: 'return', words: 'Return', may: 'return' },
  { what: 'deny', words: 'Deny', may: 'deny' },
] as const satisfies readonly { what: Open; words: string; may: ExtraTimeRequest['may'][number] }[]
type OthersProps = { row: ExtraTimeRequest; name: string; onOpen: (what: Open) => void }

/** Everything but to approve as claimed: in a menu where a row of buttons would cover the columns. */
const OtherActions = ({ row, name, onOpen }: OthersProps) => {
  const roomy = useRoomy()
  const open = others.filter(({ may }) => row.may.includes(may))
  if (open.length === 0) return null
  if (!roomy)
    return (
      <Menu trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis aria-hidden />} />}>
        {open.map(({ what, words }) => (
          <MenuItem key={what} danger={what === 'deny'} onPick={() => onOpen(what)}>
            {words}
          </MenuItem>
        ))}
      </Menu>
    )
  return open.map(({ what, words }) => (
    <Button
      key={what}
      size="small"
      look={what === 'deny' ? 'danger-quiet' : 'quiet'}
      aria-label={`${words} ${name}`}
      onClick={() => onOpen(what)}
    >
      {words}
    </Button>
  ))
}

/** Actions for one claim, as listed by the server in `may`. */
export const RequestActions = ({ row, name, follows }: { row: ExtraTimeRequest; name: string; follows: Follows }) => {
  const [open, setOpen] = useState<Open | null>(null)
  const approve = useWrite(approveExtraTime, stale)
  const close = () => setOpen(null)
  // One check covers all of these actions: only the department's own people may decide on extra time.
  if (!useMay()(approveExtraTime)) return null
  if (row.own && row.state === 'pending')
    return (
      <Button size="small" look="quiet" why="You can't approve or deny your own extra time. Ask another admin.">
        Approve
      </Button>
    )
  return (
    <span className="contents md:inline-flex md:items-center md:gap-1">
      {row.may.includes('approve') && (
        <Button
          size="small"
          look="tint"
          busy={approve.pending}
          why={row.overlaps ? 'It overlaps a recorded shift. Correct or return it.' : null}
          aria-label={`Approve ${name}`}
          onClick={() =>
            void following(follows, 'approved', () => approve.run({ id: row.id, version: row.version }))
              .then(() => toast.success('Approved', `${row.officer.name}, ${duration(row.minutes)}.`))
              .catch(toast.failure)
          }
        >
          Approve
        </Button>
      )}
      <OtherActions row={row} name={name} onOpen={setOpen} />
      {open === 'correct' && <CorrectDialog row={row} follows={follows} onClose={close} />}
      {open === 'deny' && <Deny row={row} follows={follows} onClose={close} />}
      {open === 'return' && <Return row={row} follows={follows} onClose={close} />}
    </span>
  )
}
