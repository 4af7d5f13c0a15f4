import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { createOfficer } from '../contract.ts'
import { emptyProfile, ProfileFields } from './profile-fields.tsx'

export const AddOfficer = ({ onClose }: { onClose: () => void }) => {
  const form = useContractForm(createOfficer, emptyProfile, { draftKey: 'officer:new' })
  const create = useWrite(createOfficer)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="Add officer"
      description="The officer is on the roster at once; an account comes later, by an invitation."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId="add-officer">
            Add officer
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="add-officer"
        onSubmit={async (values) => {
          await create.run(values)
          toast.success('Officer added', `${values.name} is on the roster.`)
        }}
        onDone={onClose}
      >
        <ProfileFields form={form} />
      </Form>
    </Dialog>
  )
}
