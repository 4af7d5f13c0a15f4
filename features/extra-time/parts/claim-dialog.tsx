import { useId, useState } from 'react'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ClaimValues, claimForm, readTimes, startValues, type WorkedShift } from '../client.ts'
import { claimExtraTime, editExtraTime, extraTimeBounds, listMyExtraTime, type OwnClaim } from '../contract.ts'
import { extraTimeKinds } from '../rules.ts'
import { kindHints, kindWords } from '../rules.words.ts'
import { TimeFields } from './time-fields.tsx'

type ClaimForm = ContractForm<ClaimValues>

const kindOptions = extraTimeKinds.map((value) => ({ value, label: kindWords[value] }))
const CourtFields = ({ form }: { form: ClaimForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <TextField
      form={form}
      name="docket_number"
      label="Docket number"
      maxLength={extraTimeBounds.docket_number}
      autoComplete="off"
    />
    <TextField form={form} name="court" label="Court" maxLength={extraTimeBounds.court} autoComplete="off" />
  </div>
)

type DialogProps = {
  /** From when on time may be claimed. */
  from: string
  claim?: OwnClaim
  shift?: WorkedShift
  onClose: () => void
}

const titleOf = ({ claim, shift }: Pick<DialogProps, 'claim' | 'shift'>) =>
  claim
    ? claim.state === 'pending'
      ? 'Change claim'
      : 'Hand in again'
    : shift
      ? `Extra time on ${shift.title}`
      : 'Claim extra time'

/** Sends a new claim or the changed one. Wall times become an instant and minutes; what the clock cannot tell stands at its field. */
const useSending = ({ claim, shift }: Pick<DialogProps, 'claim' | 'shift'>) => {
  const { time_zone: zone } = useOrganization()
  const make = useWrite(claimExtraTime, { invalidates: [listMyExtraTime] })
  const edit = useWrite(editExtraTime, { invalidates: [listMyExtraTime] })
  return async (values: ClaimValues) => {
    const times = readTimes(values, zone)
    const { kind, docket_number, court, reason } = values
    const asked = { kind, docket_number, court, reason, ...times }
    if (claim)
      await edit.run({ ...asked, id: claim.id, version: claim.version, signup_id: claim.shift?.signup_id ?? null })
    else await make.run({ ...asked, signup_id: shift?.signup_id ?? null })
  }
}

/** Claims time beyond what was scheduled; a sheet on a phone. What is typed survives a reload. */
export const ClaimDialog = ({ from, claim, shift, onClose }: DialogProps) => {
  const { time_zone: zone } = useOrganization()
  const id = useId()
  const [start] = useState(() =>
    startValues({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}), now: Date.now() }, zone),
  )
  const form: ClaimForm = useContractForm(claimForm, start, {
    draftKey: `extra-time:${claim ? `${claim.id}:${claim.version}` : (shift?.signup_id ?? 'new')}`,
  })
  const send = useSending({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}) })
  const kind = form.watch('kind')
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}) })}
      description={
        claim?.state === 'returned' && claim.decision_reason
          ? `Returned: “${claim.decision_reason}”`
          : 'Time you worked beyond what was scheduled. An admin decides on it.'
      }
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            {claim ? (claim.state === 'pending' ? 'Save changes' : 'Hand in again') : 'Claim'}
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={async (values) => {
          await send(values)
          toast.success(claim ? 'Handed in' : 'Claimed', 'An admin decides on it. You are told here.')
          onClose()
        }}
      >
        <SelectField form={form} name="kind" label="Kind" options={kindOptions} hint={kindHints[kind]} />
        {kind === 'court' && <CourtFields form={form} />}
        <TimeFields form={form} from={from} />
        <TextareaField
          form={form}
          name="reason"
          label="Reason"
          hint="What was done, and who ordered it. Admins read it."
          rows={3}
          maxLength={extraTimeBounds.reason}
        />
      </Form>
    </Dialog>
  )
}
