import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useCreateCategory, useRenameCategory } from '../client.ts'
import { createCategory, type ManagedCategory } from '../contract.ts'
import { NAME_MOST } from '../rules.ts'

/** Creates a category, or renames one. */
export const CategoryEditor = ({ category, onClose }: { category: ManagedCategory | null; onClose: () => void }) => {
  const form = useContractForm(createCategory, { name: category?.name ?? '' })
  const create = useCreateCategory()
  const rename = useRenameCategory()
  return (
    <FormDialog
      form={form}
      title={category ? 'Rename category' : 'Add category'}
      action={category ? 'Save name' : 'Add category'}
      onSubmit={async ({ name }) => {
        if (category) await rename.run({ category_id: category.id, version: category.version, name })
        else await create.run({ name })
        toast.success('Saved', name)
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" maxLength={NAME_MOST} autoFocus />
    </FormDialog>
  )
}
