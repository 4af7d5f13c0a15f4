import { useWatch } from 'react-hook-form'
import { ApiError } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, SwitchField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useCreateEntry, useEditEntry } from '../client.ts'
import { createEntry, type Entry, type ManagedCategory } from '../contract.ts'
import { ANSWER_MOST, QUESTION_MOST } from '../rules.ts'
import { Drawn } from './markdown.tsx'

type Values = { category_id: string; question: string; answer: string; published?: boolean }

const Preview = ({ text }: { text: string }) => (
  <section aria-label="Preview" className="min-w-0">
    <h3 className="mb-1.5 font-medium">Preview</h3>
    <div className="min-h-24 rounded-ui border border-line bg-canvas p-3 text-soft">
      {text.trim() === '' ? <p className="text-faint">The formatted answer appears here.</p> : <Drawn>{text}</Drawn>}
    </div>
  </section>
)

const Fields = ({
  form,
  categories,
  fresh,
}: {
  form: ContractForm<Values>
  categories: readonly ManagedCategory[]
  fresh: boolean
}) => {
  const answer = useWatch({ control: form.control, name: 'answer' }) ?? ''
  return (
    <>
      <SelectField
        form={form}
        name="category_id"
        label="Category"
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField form={form} name="question" label="Question" maxLength={QUESTION_MOST} />
      <div className="grid min-w-0 gap-4 md:grid-cols-2">
        <TextareaField
          form={form}
          name="answer"
          label="Answer"
          hint="Markdown: **bold**, _italic_, - lists, [links](https://…). Images and HTML are not shown."
          rows={10}
          maxLength={ANSWER_MOST}
        />
        <Preview text={answer} />
      </div>
      {fresh && <SwitchField form={form} name="published" label="Publish now" hint="Otherwise only admins see it." />}
    </>
  )
}

/** Creates a question, or edits one. Typed text survives a reload, and a save that conflicts. */
export const EntryEditor = ({
  entry,
  category,
  categories,
  onClose,
}: {
  /** null: a new one. */
  entry: Entry | null
  category: string
  categories: readonly ManagedCategory[]
  onClose: () => void
}) => {
  const form = useContractForm(
    createEntry,
    {
      category_id: entry?.category_id ?? category,
      question: entry?.question ?? '',
      answer: entry?.answer ?? '',
      published: false,
    },
    { draftKey: entry ? `faq:${entry.id}:${entry.version}` : 'faq:new' },
  ) as unknown as ContractForm<Values>
  const create = useCreateEntry()
  const edit = useEditEntry()
  const save = async ({ category_id, question, answer, published }: Values) => {
    try {
      if (entry) await edit.run({ id: entry.id, version: entry.version, category_id, question, answer })
      else await create.run({ category_id, question, answer, published: published === true })
    } catch (error) {
      // Another admin has saved a newer text: it is shown behind this dialog, and the typed text stays in the dialog.
      if (error instanceof ApiError && error.code === 'changed_meanwhile') toast.failure(error)
      throw error
    }
    toast.success('Saved', question)
  }
  return (
    <FormDialog
      form={form}
      size="wide"
      title={entry ? 'Edit question' : 'Add question'}
      action={entry ? 'Save question' : 'Add question'}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields form={form} categories={categories} fresh={entry === null} />
    </FormDialog>
  )
}
