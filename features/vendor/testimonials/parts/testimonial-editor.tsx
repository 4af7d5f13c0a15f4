import type { InputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addTestimonial, editTestimonial, listTestimonials, type Testimonial } from '../contract.ts'
import { testimonialBounds } from '../rules.ts'

const stale = { invalidates: [listTestimonials] } as const

type Values = InputOf<typeof addTestimonial>

const Fields = ({ form }: { form: ContractForm<Values> }) => (
  <>
    <TextareaField
      form={form}
      name="quote"
      label="Quote"
      hint="Without quotation marks."
      rows={4}
      maxLength={testimonialBounds.quote}
    />
    <TextField
      form={form}
      name="role"
      label="Role"
      hint="Example: Patrol sergeant."
      maxLength={testimonialBounds.role}
    />
    <TextField
      form={form}
      name="department"
      label="Type of department"
      hint="Example: 60-officer municipal department."
      maxLength={testimonialBounds.department}
    />
    <DateField
      form={form}
      name="consented_on"
      label="Consent date"
      hint="The day the department agreed to be quoted. Not shown to visitors."
    />
  </>
)

/** Adds or edits a quote; a sample with a consent date becomes a real quote. */
export const TestimonialEditor = ({ item, onClose }: { item: Testimonial | null; onClose: () => void }) => {
  const form = useContractForm(
    addTestimonial,
    {
      quote: item?.quote ?? '',
      role: item?.role ?? '',
      department: item?.department ?? '',
      consented_on: item?.consented_on ?? '',
    },
    { draftKey: item ? `testimonial:${item.id}:${item.version}` : 'testimonial:new' },
  )
  const add = useWrite(addTestimonial, stale)
  const edit = useWrite(editTestimonial, stale)
  const title = item ? 'Edit testimonial' : 'Add testimonial'
  return (
    <FormDialog
      form={form}
      title={title}
      action={item ? 'Save testimonial' : title}
      back="Cancel"
      onSubmit={async (values) => {
        try {
          if (item) await edit.run({ id: item.id, version: item.version, ...values })
          else await add.run(values)
        } catch (error) {
          // The newer text appears behind this dialog; the typed text stays in the dialog.
          if (error instanceof ApiError && error.code === 'changed_meanwhile') toast.failure(error)
          throw error
        }
        toast.success(item ? 'Testimonial saved.' : 'Testimonial added.')
      }}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}
