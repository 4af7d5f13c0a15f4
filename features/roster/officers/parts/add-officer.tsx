import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { createOfficer } from '../contract.ts'
import { emptyProfile, ProfileFields } from './profile-fields.tsx'

export const AddOfficer = ({ onClose }: { onClose: () => void }) => {
  const form = useContractForm(createOfficer, emptyProfile, { draftKey: 'officer:new' })
  const create = useWrite(createOfficer)
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Add officer"
      description="Adds the officer to the roster. You can invite them to create an account later."
      action="Add officer"
      onSubmit={async (values) => {
        await create.run(values)
        toast.success('Officer added', `${values.name} is on the roster.`)
      }}
      onClose={onClose}
    >
      <ProfileFields form={form} />
    </FormDialog>
  )
}
