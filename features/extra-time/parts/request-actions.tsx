import { useId, useState } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock, duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { amendForm, readTimes, wallOfClaim } from '../client.ts'
import { approveExtraTime, denyExtraTime, type ExtraTimeRequest, listExtraTime, returnExtraTime } from '../contract.ts'
import { TimeFields } from './time-fields.tsx'

const stale = { invalidates: [listExtraTime] }

const Deny = ({ row, onClose }: { row: ExtraTimeRequest; onClose: () => void }) => {
  const deny = useWrite(denyExtraTime, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Deny the claim of ${row.officer.name}?`}
      text={`${duration(row.minutes)} of extra time. It is not paid. To have it put right, return it instead.`}
      action="Deny claim"
      back="Back"
      reasonHint="The officer reads it."
      onConfirm={async (reason) => {
        await deny.run({ id: row.id, version: row.version, reason })
        toast.success('Denied', `${row.officer.name} is told.`)
      }}
    />
  )
}

const Return = ({ row, onClose }: { row: ExtraTimeRequest; onClose: () => void }) => {
  const back = useWrite(returnExtraTime, stale)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Return to ${row.officer.name}`}
      text="The officer puts it right and hands it in again."
      action="Return claim"
      look="primary"
      back="Back"
      reasonLabel="What is missing or wrong"
      reasonHint="The officer reads it."
      onConfirm={async (reason) => {
        await back.run({ id: row.id, version: row.version, reason })
        toast.success('Returned', `${row.officer.name} is told.`)
      }}
    />
  )
}

/** Approves with other times; what was asked stays beside them. */
const AmendDialog = ({ row, onClose }: { row: ExtraTimeRequest; onClose: () => void }) => {
  const { time_zone: zone } = useOrganization()
  const id = useId()
  const form = useContractForm(amendForm, { ...wallOfClaim(row, zone), reason: '' })
  const approve = useWrite(approveExtraTime, { invalidates: [listExtraTime] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Amend the claim of ${row.officer.name}`}
      description={`Asked: ${duration(row.minutes)} from ${dayAndClock(row.starts_at, zone)}. That stays beside what you approve.`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Amend and approve
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={async ({ reason, ...wall }) => {
          const times = readTimes(wall, zone)
          await approve.run({ id: row.id, version: row.version, times, reason })
          toast.success('Approved', `${row.officer.name}, ${duration(times.minutes)}.`)
          onClose()
        }}
      >
        <TimeFields form={form} />
        <TextareaField form={form} name="reason" label="Reason" hint="The officer reads it." rows={3} maxLength={500} />
      </Form>
    </Dialog>
  )
}

/** What may be done with one claim, as the server said in `may`. */
export const RequestActions = ({ row, name }: { row: ExtraTimeRequest; name: string }) => {
  const [open, setOpen] = useState<'amend' | 'deny' | 'return' | null>(null)
  const approve = useWrite(approveExtraTime, stale)
  const close = () => setOpen(null)
  // All of them alike: extra time is for the department's own people.
  if (!useMay()(approveExtraTime)) return null
  if (row.own && row.state === 'pending')
    return (
      <Button size="small" look="quiet" why="Nobody decides on their own extra time: another admin has to.">
        Approve
      </Button>
    )
  return (
    <>
      {row.may.includes('approve') && (
        <>
          <Button
            size="small"
            look="primary"
            busy={approve.pending}
            why={row.overlaps ? 'It overlaps a recorded shift: amend it, or return it.' : null}
            aria-label={`Approve ${name}`}
            onClick={() =>
              void approve
                .run({ id: row.id, version: row.version })
                .then(() => toast.success('Approved', `${row.officer.name}, ${duration(row.minutes)}.`))
                .catch(toast.failure)
            }
          >
            Approve
          </Button>
          <Button size="small" look="quiet" aria-label={`Amend ${name}`} onClick={() => setOpen('amend')}>
            Amend
          </Button>
        </>
      )}
      {row.may.includes('return') && (
        <Button size="small" look="quiet" aria-label={`Return ${name}`} onClick={() => setOpen('return')}>
          Return
        </Button>
      )}
      {row.may.includes('deny') && (
        <Button size="small" look="danger-quiet" aria-label={`Deny ${name}`} onClick={() => setOpen('deny')}>
          Deny
        </Button>
      )}
      {open === 'amend' && <AmendDialog row={row} onClose={close} />}
      {open === 'deny' && <Deny row={row} onClose={close} />}
      {open === 'return' && <Return row={row} onClose={close} />}
    </>
  )
}
