import { useId } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { CheckboxField, DateField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addCertification, type Certification, editCertification, listCertifications } from '../contract.ts'
import { commonTypes } from '../rules.ts'

const invalidates = [listCertifications]

export type DialogProps = {
  officer_id: string
  /** Types that the department uses, offered first. */
  types: readonly string[]
  /** The caller may say that the document was seen: an admin, of another's. */
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

/** As it stands on the document; types in use are offered first. */
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
        <DateField form={form} name="expires_on" label="Expires" optional hint="Its last valid day." />
      </div>
      {verifies && (
        <CheckboxField form={form} name="verified" label="I have seen the document" hint="Your name stays with it." />
      )}
    </>
  )
}

/** Adds or changes a certificate; a sheet on a phone. */
export const CertificationDialog = ({ officer_id, types, verifies, certification: one, onClose }: DialogProps) => {
  const id = useId()
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
    { draftKey: `certification:${one ? `${one.id}:${one.version}` : officer_id}` },
  )
  const add = useWrite(addCertification, { invalidates })
  const edit = useWrite(editCertification, { invalidates })
  return (
    <Dialog
      open
      onClose={onClose}
      title={one ? `Change ${one.type}` : 'Add certification'}
      description={
        one?.verified_at
          ? 'A change takes the verification away, unless you give it anew.'
          : 'As it stands on the document.'
      }
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={fields} formId={id}>
            {one ? 'Save changes' : 'Add'}
          </SubmitButton>
        </>
      }
    >
      <Form
        form={fields}
        id={id}
        onSubmit={async ({ officer_id: _officer, ...values }) => {
          if (one) await edit.run({ ...values, id: one.id, version: one.version })
          else await add.run({ officer_id, ...values })
        }}
        onDone={() => {
          toast.success(one ? 'Saved' : 'Added', verifies ? fields.getValues('type') : 'An admin verifies it.')
          onClose()
        }}
      >
        <Fields form={fields} id={id} types={types} verifies={verifies} />
      </Form>
    </Dialog>
  )
}
