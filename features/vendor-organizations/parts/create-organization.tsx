import { useProofField } from '#features/factors/parts/proof-field.tsx'
import { slugOf, TRIAL_DAYS } from '#features/organizations/rules.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { tiers } from '#platform/shared/plans.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { ComboboxField, DateField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { viewerZone } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { zones } from '../client.ts'
import { createOrganization, findOrganizations, listOrganizations } from '../contract.ts'
import { tierWords } from '../rules.words.ts'

const empty = {
  name: '',
  subdomain: '',
  time_zone: viewerZone(),
  subscription_tier: 'trial',
  trial_end_date: '',
  max_officers: '',
  admin_email: '',
  admin_name: '',
  reason: '',
} as const

type NewForm = ContractForm<InputOf<typeof createOrganization> & Record<string, unknown>>

const Plan = ({ form }: { form: NewForm }) => (
  <div className="grid gap-4 md:grid-cols-3">
    <SelectField
      form={form}
      name="subscription_tier"
      label="Plan"
      options={tiers.map((value) => ({ value, label: tierWords[value] }))}
    />
    {form.watch('subscription_tier') === 'trial' && (
      <DateField form={form} name="trial_end_date" label="Trial ends" optional hint={`Empty: ${TRIAL_DAYS} days.`} />
    )}
    <TextField
      form={form}
      name="max_officers"
      label="Officers at most"
      inputMode="numeric"
      optional
      hint="Empty: no limit."
    />
  </div>
)

/** A department with its plan, and its first admin's invitation: both, or neither. */
export const CreateOrganization = ({ onClose }: { onClose: () => void }) => {
  const go = useGo()
  const form: NewForm = useContractForm(createOrganization, empty, { draftKey: 'organization:new' })
  const create = useWrite(createOrganization, { invalidates: [listOrganizations, findOrganizations] })
  const proof = useProofField('Make it and invite')
  const slug = slugOf(form.watch('name'))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="New organization"
      description="The first admin gets a link by mail that works for 72 hours."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId="new-organization">
            Make it and invite
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="new-organization"
        onSubmit={async (values) => {
          const made = await proof.proved(() => create.run(values))
          toast.success('Organization made', `${values.admin_email} is invited to run ${values.name}.`)
          onClose()
          go(paths.superAdminOrganization(made.id))
        }}
      >
        <TextField form={form} name="name" label="Name" autoComplete="off" />
        <TextField
          form={form}
          name="subdomain"
          label="Address"
          optional
          hint={
            slug === '' ? 'Made of the name where it is empty.' : `Empty: /${slug}, with a number where it is taken.`
          }
          autoComplete="off"
        />
        <ComboboxField form={form} name="time_zone" label="Time zone" options={zones} />
        <Plan form={form} />
        <TextField form={form} name="admin_email" label="E-mail of the first admin" type="email" autoComplete="off" />
        <TextField form={form} name="admin_name" label="Name of the first admin" optional autoComplete="off" />
        <TextareaField form={form} name="reason" label="Reason" hint="The department’s admins read it." rows={2} />
        {proof.field}
      </Form>
    </Dialog>
  )
}
