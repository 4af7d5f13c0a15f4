import { useId } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { exemptOfficer, listExemptions, listForce } from '../contract.ts'

/** Takes an officer out of the order for a time. */
export const ExemptDialog = ({ officer, onClose }: { officer: { id: string; name: string }; onClose: () => void }) => {
  const id = useId()
  const { time_zone: zone } = useOrganization()
  const form = useContractForm(exemptOfficer, {
    officer_id: officer.id,
    reason: '',
    starts_on: dateValue(Date.now(), zone),
    ends_on: '',
  })
  const save = useWrite(exemptOfficer, { invalidates: [listForce, listExemptions] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Exempt ${officer.name}`}
      description="The place on the list stays; orders pass over it while the exemption holds."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Exempt
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={save.run}
        onDone={() => {
          toast.success('Exempt', officer.name)
          onClose()
        }}
      >
        <TextField
          form={form}
          name="reason"
          label="Reason"
          maxLength={200}
          hint="Everybody on the list reads it: write nothing that is only the officer's, such as an illness."
        />
        <div className="grid gap-4 md:grid-cols-2">
          <DateField form={form} name="starts_on" label="From" />
          <DateField form={form} name="ends_on" label="Until" optional hint="Its last day." />
        </div>
      </Form>
    </Dialog>
  )
}
