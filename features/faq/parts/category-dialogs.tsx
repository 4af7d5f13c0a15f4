import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useCreateCategory, useRenameCategory } from '../client.ts'
import { createCategory, type ManagedCategory } from '../contract.ts'
import { NAME_MOST } from '../rules.ts'

/** A new category, or another name for one. */
export const CategoryEditor = ({ category, onClose }: { category: ManagedCategory | null; onClose: () => void }) => {
  const form = useContractForm(createCategory, { name: category?.name ?? '' })
  const create = useCreateCategory()
  const rename = useRenameCategory()
  return (
    <Dialog
      open
      onClose={onClose}
      title={category ? 'Rename category' : 'Add category'}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId="faq-category">
            {category ? 'Save name' : 'Add category'}
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="faq-category"
        onSubmit={async ({ name }) => {
          if (category) await rename.run({ category_id: category.id, version: category.version, name })
          else await create.run({ name })
          toast.success('Saved', name)
        }}
        onDone={onClose}
      >
        <TextField form={form} name="name" label="Name" maxLength={NAME_MOST} autoFocus />
      </Form>
    </Dialog>
  )
}
