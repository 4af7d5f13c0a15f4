import { useState } from 'react'
import { ConfirmWithProof, useProofField } from '#features/factors/parts/proof-field.tsx'
import { listOrganizations, readOrganization } from '#features/vendor-organizations/contract.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { countdown, day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { askErasure, callOffErasure, confirmErasure, type Erasure, listErasures, readErasure } from '../contract.ts'
import { ERASE_AFTER_DAYS } from '../rules.ts'

type Named = { id: string; name: string; state: string }
const stale = [readErasure, readOrganization, listOrganizations, listErasures]

const Ask = ({ organization }: { organization: Named }) => {
  const [asking, setAsking] = useState(false)
  const ask = useWrite(askErasure, { invalidates: stale })
  return (
    <>
      <Button look="danger-quiet" wide onClick={() => setAsking(true)}>
        Delete organization
      </Button>
      <ConfirmWithProof
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${organization.name}?`}
        text={`The first of two steps. It closes now: people work as before, admins are told by mail and can export. After ${ERASE_AFTER_DAYS} days a super admin confirms, and everything is erased for good. Until then it can be called off.`}
        action="Begin the deletion"
        reasonLabel="Reason"
        reasonHint="Its admins read it."
        onConfirm={async (reason) => {
          await ask.run({ organization_id: organization.id, reason })
          toast.success('Closing', `${ERASE_AFTER_DAYS} days run from now.`)
        }}
      />
    </>
  )
}

const CallOff = ({ organization }: { organization: Named }) => {
  const [asking, setAsking] = useState(false)
  const off = useWrite(callOffErasure, { invalidates: stale })
  return (
    <>
      <Button look="primary" wide onClick={() => setAsking(true)}>
        Call the deletion off
      </Button>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Keep ${organization.name}?`}
        text="It is what it was before, and its admins are told by mail."
        action="Call it off"
        back="Back"
        look="primary"
        reasonLabel="Reason"
        onConfirm={async (reason) => {
          await off.run({ organization_id: organization.id, reason })
          toast.success('Called off', 'Nothing is erased.')
        }}
      />
    </>
  )
}

const ConfirmDialog = ({ organization, onClose }: { organization: Named; onClose: () => void }) => {
  const form = useContractForm(confirmErasure, { organization_id: organization.id, name: '' })
  const confirm = useWrite(confirmErasure, { invalidates: stale })
  const proof = useProofField('Erase everything')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Erase ${organization.name} for good?`}
      description="Every record, file and audit entry of it goes, and every account that belongs nowhere else. There is no way back. A certificate stays."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <SubmitButton form={form} formId="confirm-erasure" look="danger">
            Erase everything
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="confirm-erasure"
        onSubmit={async (values) => {
          await proof.proved(() => confirm.run(values))
          toast.success('Confirmed', 'The erasure begins. Its certificate stands under Deletions.')
        }}
        onDone={onClose}
      >
        <TextField form={form} name="name" label={`Type the name: ${organization.name}`} autoComplete="off" />
        {proof.field}
      </Form>
    </Dialog>
  )
}

const Confirm = ({ organization, why }: { organization: Named; why: string | null }) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" wide why={why} onClick={() => setAsking(true)}>
        Confirm the deletion
      </Button>
      {asking && <ConfirmDialog organization={organization} onClose={() => setAsking(false)} />}
    </>
  )
}

const anotherWords = {
  own: 'You asked for it: another super admin confirms, one who was on the list by then.',
  later:
    'Only a super admin who was on the list when it was asked for, and ever since, can confirm. Where none of them is left, call it off and ask anew.',
} as const

const Underway = (props: { organization: Named; erasure: Erasure; needsAnother: 'own' | 'later' | null }) => {
  const { organization, erasure, needsAnother } = props
  const now = useNow(10_000)
  const isDue = now >= Date.parse(erasure.erase_after)
  if (erasure.confirmed)
    return (
      <Notice tone="bad" title="Being erased">
        Confirmed by {erasure.confirmed.by}. It cannot be called off any more.
      </Notice>
    )
  const why = !isDue
    ? `Possible ${countdown(erasure.erase_after, now)}.`
    : needsAnother
      ? anotherWords[needsAnother]
      : null
  return (
    <>
      <Notice tone="warn" title={`Closing: erased after ${day(erasure.erase_after, 'UTC', now)}`}>
        Asked for by {erasure.asked.by} on {day(erasure.asked.at, 'UTC', now)}.
      </Notice>
      <CallOff organization={organization} />
      <Confirm organization={organization} why={why} />
    </>
  )
}

/** The two steps of a deletion, with the 30 days between. */
export const ErasureSteps = ({ organization }: { organization: Named }) => {
  const read = useRead(readErasure, { organization_id: organization.id })
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <CardSkeleton lines={2} />
  const { erasure, needs_another } = read.data
  if (!erasure) return <Ask organization={organization} />
  return <Underway organization={organization} erasure={erasure} needsAnother={needs_another} />
}
