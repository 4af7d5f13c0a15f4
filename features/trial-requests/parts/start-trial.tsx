import { useId } from 'react'
import { useProofField } from '#features/factors/parts/proof-field.tsx'
import { slugOf, TRIAL_DAYS } from '#features/organizations/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { ComboboxField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { viewerZone } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { readTrialRequest, startTrial, type TrialRequestDetail } from '../contract.ts'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

const form = endpoint({ ...startTrial, input: startTrial.input.omit({ id: true, version: true }) })

/** From a request to a trial organization with its admin's invitation, in one step. */
export const StartTrial = ({ request, onClose }: { request: TrialRequestDetail; onClose: () => void }) => {
  const id = useId()
  const fields = useContractForm(form, {
    name: request.organization,
    time_zone: viewerZone(),
    admin_name: request.contact,
    admin_email: request.email,
    reason: '',
  })
  const proof = useProofField('Start the trial')
  const start = useWrite(startTrial, { invalidates: [readTrialRequest] })
  const slug = slugOf(fields.watch('name'))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Start the trial"
      description={`Makes the organization with a trial of ${TRIAL_DAYS} days from today, and mails its first admin the invitation. Both, or neither.`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={fields} formId={id}>
            Start the trial
          </SubmitButton>
        </>
      }
    >
      <Form
        form={fields}
        id={id}
        onSubmit={async (values) => {
          const made = await proof.proved(() => start.run({ id: request.id, version: request.version, ...values }))
          toast.success(
            'Trial started',
            `${values.name} runs to ${made.trial_end_date}. ${values.admin_email} is invited.`,
          )
          onClose()
        }}
      >
        <TextField
          form={fields}
          name="name"
          label="Organization"
          hint={slug === '' ? undefined : `Its address: ${paths.agencyLogin(slug)}, with a number where it is taken.`}
        />
        <ComboboxField
          form={fields}
          name="time_zone"
          label="Time zone"
          hint="Of the department. The trial ends at the end of a day there."
          options={zones}
        />
        <TextField form={fields} name="admin_name" label="First admin" />
        <TextField form={fields} name="admin_email" label="E-mail" type="email" hint="The invitation goes there." />
        <TextareaField form={fields} name="reason" label="Reason" hint="The department’s admins read it." rows={2} />
        {proof.field}
      </Form>
    </Dialog>
  )
}
