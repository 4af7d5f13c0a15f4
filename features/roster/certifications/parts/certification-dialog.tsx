import { useId } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { CheckboxField, DateField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, type Shown, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addCertification, type Certification, editCertification, listCertifications } from '../contract.ts'
import { commonTypes } from '../rules.ts'

const invalidates = [listCertifications]

export type DialogProps = {
  officer_id: string
  /** Types that the department uses, offered first. */
  types: readonly string[]
  /** True if the caller may confirm having seen the document: an admin, for another officer's certificate. */
  verifies: boolean
  certification?: Certification
  onClose: () => void
}

type Fields = {
  form: ContractForm<InputOf<typeof addCertification>>
  id: string
  types: readonly string[]
  verifies: boolean
}

/** Fields as printed on the document; types already in use are offered first. */
const Fields = ({ form, id, types, verifies }: Fields) => {
  const { time_zone: zone } = useOrganization()
  const known = new Set(types.map((type) => type.toLowerCase()))
  const offered = [...types, ...commonTypes.filter((type) => !known.has(type.toLowerCase()))]
  return (
    <>
      <TextField form={form} name="type" label="Type" maxLength={80} autoComplete="off" list={`${id}-types`} />
      <datalist id={`${id}-types`}>
        {offered.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <TextField form={form} name="number" label="Number" optional maxLength={60} autoComplete="off" />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField form={form} name="issued_on" label="Issued" max={dateValue(Date.now(), zone)} />
        <DateField form={form} name="expires_on" label="Expires" optional hint="Last valid day." />
      </div>
      {verifies && (
        <CheckboxField form={form} name="verified" label="I've seen the document" hint="Your name is recorded." />
      )}
    </>
  )
}

const shown: Shown<Certification> = (one) => ({
  Type: one.type,
  Number: one.number,
  Issued: plainDateWords(one.issued_on),
  Expires: one.expires_on && plainDateWords(one.expires_on),
  'Verified by': one.verified_by,
})

/** Adds or edits a certificate; a sheet on a phone. */
export const CertificationDialog = ({ officer_id, types, verifies, certification, onClose }: DialogProps) => {
  const id = useId()
  const of = useSeen(certification)
  const one = of.seen
  const fields = useContractForm(
    addCertification,
    {
      officer_id,
      type: one?.type ?? '',
      number: one?.number ?? '',
      issued_on: one?.issued_on ?? '',
      expires_on: one?.expires_on ?? '',
      verified: false,
    },
    { draftKey: `certification:${of.first ? `${of.first.id}:${of.first.version}` : officer_id}` },
  )
  const add = useWrite(addCertification, { invalidates })
  const edit = useWrite(editCertification, { invalidates })
  return (
    <FormDialog
      form={fields}
      title={one ? `Edit ${one.type}` : 'Add certification'}
      description={
        one?.verified_at ? 'Changes remove the verification unless you verify again.' : 'As shown on the document.'
      }
      action={one ? 'Save changes' : 'Add'}
      onSubmit={async ({ officer_id: _officer, ...values }) => {
        if (one) await edit.run({ ...values, id: one.id, version: one.version })
        else await add.run({ officer_id, ...values })
      }}
      onDone={() =>
        toast.success(one ? 'Saved' : 'Added', verifies ? fields.getValues('type') : 'An admin will verify it.')
      }
      onClose={onClose}
    >
      {!edit.pending && <SeenNotice of={of} shown={shown} />}
      <Fields form={fields} id={id} types={types} verifies={verifies} />
    </FormDialog>
  )
}
