import { useState } from 'react'
import { ConfirmWithProof, useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { useNow } from '#platform/web/clock.ts'
import { countdown } from '#platform/web/countdown.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  askErasure,
  callOffErasure,
  confirmErasure,
  type Erasure,
  listErasures,
  readErasure,
} from '../contract.erasures.ts'
import { listOrganizations, readOrganization } from '../contract.ts'
import { ERASE_AFTER_DAYS } from '../rules.erasures.ts'

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
        text={`Step 1 of 2. The organization keeps working for ${ERASE_AFTER_DAYS} days; admins are notified by email and can export. After that, another super admin confirms, and all data is permanently deleted. You can cancel until the deletion is confirmed.`}
        action="Start deletion"
        reasonLabel="Reason"
        reasonHint="The organization's admins will see this."
        onConfirm={async (reason) => {
          await ask.run({ organization_id: organization.id, reason })
          toast.success('Deletion requested', `It can be confirmed in ${ERASE_AFTER_DAYS} days.`)
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
        Cancel deletion
      </Button>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Keep ${organization.name}?`}
        text="The organization stays open. Its admins are notified by email."
        action="Cancel deletion"
        back="Cancel"
        look="primary"
        reasonLabel="Reason"
        onConfirm={async (reason) => {
          await off.run({ organization_id: organization.id, reason })
          toast.success('Deletion canceled', 'Nothing will be erased.')
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
    <FormDialog
      form={form}
      title={`Erase ${organization.name} permanently?`}
      description="All records, files and audit entries are erased, along with accounts that belong to no other organization. This can't be undone. A certificate is kept."
      action="Erase everything"
      look="danger"
      back="Keep organization"
      onSubmit={async (values) => {
        await proof.proved(() => confirm.run(values))
        toast.success('Confirmed', 'Erasure started. The certificate will appear under Deletions.')
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={`Type the name: ${organization.name}`} autoComplete="off" />
      {proof.field}
    </FormDialog>
  )
}

const Confirm = ({ organization, why }: { organization: Named; why: string | null }) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" wide why={why} onClick={() => setAsking(true)}>
        Confirm deletion
      </Button>
      {asking && <ConfirmDialog organization={organization} onClose={() => setAsking(false)} />}
    </>
  )
}

const anotherWords = {
  own: 'You requested this. Another super admin must confirm.',
  later:
    "Only someone who was already a super admin when deletion was requested can confirm. If there isn't one, cancel and start over.",
} as const

const Underway = (props: { organization: Named; erasure: Erasure; needsAnother: 'own' | 'later' | null }) => {
  const { organization, erasure, needsAnother } = props
  const now = useNow(10_000)
  const isDue = now >= Date.parse(erasure.erase_after)
  if (erasure.confirmed)
    return (
      <Notice tone="bad" title="Being erased">
        Confirmed by {erasure.confirmed.by}. This can no longer be canceled.
      </Notice>
    )
  const why = !isDue
    ? `You can confirm ${countdown(erasure.erase_after, 'UTC', now)}.`
    : needsAnother
      ? anotherWords[needsAnother]
      : null
  return (
    <>
      <Notice tone="warn" title={`Closing: deletion can be confirmed after ${day(erasure.erase_after, 'UTC', now)}`}>
        Requested by {erasure.asked.by} on {day(erasure.asked.at, 'UTC', now)}.
      </Notice>
      <CallOff organization={organization} />
      <Confirm organization={organization} why={why} />
    </>
  )
}

/** The two steps of a deletion, with 30 days between them. */
export const ErasureSteps = ({ organization }: { organization: Named }) => {
  const read = useRead(readErasure, { organization_id: organization.id })
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <CardSkeleton lines={2} />
  const { erasure, needs_another } = read.data
  if (!erasure) return <Ask organization={organization} />
  return <Underway organization={organization} erasure={erasure} needsAnother={needs_another} />
}
