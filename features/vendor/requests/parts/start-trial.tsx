import { useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { slugOf, TRIAL_DAYS } from '#features/people/organizations/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { CityAndZone } from '#platform/web/forms/zone-field.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { readTrialRequest, startTrial, type TrialRequestDetail } from '../contract.trial.ts'

const form = endpoint({ ...startTrial, input: startTrial.input.omit({ id: true, version: true }) })

/** Creates a trial organization from a request and invites its admin, in one step. */
export const StartTrial = ({ request, onClose }: { request: TrialRequestDetail; onClose: () => void }) => {
  const fields = useContractForm(form, {
    name: request.organization,
    city: '',
    time_zone: '',
    admin_name: request.contact,
    admin_email: request.email,
    reason: '',
  })
  const proof = useProofField('Start trial')
  const start = useWrite(startTrial, { invalidates: [readTrialRequest] })
  const slug = slugOf(fields.watch('name'))
  return (
    <FormDialog
      form={fields}
      title="Start trial"
      description={`Creates the organization with a ${TRIAL_DAYS}-day trial and emails its first admin an invitation.`}
      action="Start trial"
      onSubmit={async (values) => {
        const made = await proof.proved(() => start.run({ id: request.id, version: request.version, ...values }))
        toast.success(
          'Trial started',
          `The trial runs until ${plainDateWords(made.trial_end_date)}. ${values.admin_email} was invited.`,
        )
      }}
      onClose={onClose}
    >
      <TextField
        form={fields}
        name="name"
        label="Organization"
        hint={slug === '' ? undefined : `Web address: ${paths.agencyLogin(slug)}, with a number if taken.`}
      />
      <CityAndZone form={fields} />
      <TextField form={fields} name="admin_name" label="First admin" />
      <TextField form={fields} name="admin_email" label="Email" type="email" hint="The invitation is sent here." />
      <TextareaField
        form={fields}
        name="reason"
        label="Reason"
        hint="The organization's admins will see this."
        rows={2}
      />
      {proof.field}
    </FormDialog>
  )
}
