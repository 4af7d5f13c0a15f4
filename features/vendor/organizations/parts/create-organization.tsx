import { useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { slugOf, TRIAL_DAYS } from '#features/people/organizations/rules.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { tiers } from '#platform/shared/plans.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { CityAndZone } from '#platform/web/forms/zone-field.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { createOrganization, findOrganizations, listOrganizations } from '../contract.ts'
import { tierWords } from '../words.ts'

const empty = {
  name: '',
  subdomain: '',
  city: '',
  time_zone: '',
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
      <DateField form={form} name="trial_end_date" label="Trial ends" optional hint={`Default: ${TRIAL_DAYS} days.`} />
    )}
    <TextField
      form={form}
      name="max_officers"
      label="Officer limit"
      inputMode="numeric"
      optional
      hint="Leave empty for no limit."
    />
  </div>
)

/** Creates a department with its plan, and its first admin's invitation: both, or neither. */
export const CreateOrganization = ({ onClose }: { onClose: () => void }) => {
  const go = useGo()
  const form: NewForm = useContractForm(createOrganization, empty, { draftKey: 'organization:new' })
  const create = useWrite(createOrganization, { invalidates: [listOrganizations, findOrganizations] })
  const proof = useProofField('Create and invite')
  const slug = slugOf(form.watch('name'))
  return (
    <FormDialog
      form={form}
      size="wide"
      title="New organization"
      description="The first admin gets an email link that works for 72 hours."
      action="Create and invite"
      onSubmit={async (values) => {
        const made = await proof.proved(() => create.run(values))
        toast.success('Organization created', `${values.admin_email} was invited to run ${values.name}.`)
        return made
      }}
      onDone={({ id }) => go(paths.superAdminOrganization(id))}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <TextField
        form={form}
        name="subdomain"
        label="Web address"
        optional
        hint={slug === '' ? 'Leave empty to use the name.' : `Default: /${slug}, with a number if taken.`}
        autoComplete="off"
      />
      <CityAndZone form={form} />
      <Plan form={form} />
      <TextField form={form} name="admin_email" label="First admin's email" type="email" autoComplete="off" />
      <TextField form={form} name="admin_name" label="First admin's name" optional autoComplete="off" />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="The organization's admins will see this."
        rows={2}
      />
      {proof.field}
    </FormDialog>
  )
}
