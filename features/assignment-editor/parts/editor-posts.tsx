import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useFieldArray, useWatch } from 'react-hook-form'
import { NumberField, SelectField, SwitchField, TextField, TimeField } from '#platform/web/forms/fields.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { FieldError, FieldGroup } from '#platform/web/ui/field.tsx'
import { emptyPost } from '../client.ts'
import type { EditorForm } from './editor-times.tsx'

const splitChoices = [
  { value: 'whole', label: 'Whole shift only' },
  { value: '30', label: 'In parts of 30 min or more' },
  { value: '60', label: 'In parts of 1 h or more' },
  { value: '120', label: 'In parts of 2 h or more' },
  { value: '180', label: 'In parts of 3 h or more' },
  { value: '240', label: 'In parts of 4 h or more' },
  { value: '360', label: 'In parts of 6 h or more' },
]

const asked = [
  { name: 'units', label: 'Units', hint: 'With commas between. Empty means every unit.' },
  { name: 'ranks', label: 'Ranks', hint: 'With commas between. Empty means every rank.' },
  { name: 'certifications', label: 'Certifications', hint: 'By type. Verified, and valid to the end of the shift.' },
] as const

const WhoMayTakeIt = ({ form, at }: { form: EditorForm; at: number }) => (
  <details>
    <summary className="cursor-pointer py-2 text-soft">Who may take it</summary>
    <div className="grid gap-3 pt-1 md:grid-cols-2">
      {asked.map(({ name, ...words }) => (
        <TextField key={name} form={form} name={`posts.${at}.${name}`} optional {...words} />
      ))}
      <NumberField
        form={form}
        name={`posts.${at}.service_months`}
        label="Months of service"
        hint="Since the hire date; 12 keeps a year of probation out."
        optional
      />
    </div>
  </details>
)

const OnePost = ({
  form,
  at,
  only,
  onRemove,
}: {
  form: EditorForm
  at: number
  only: boolean
  onRemove: () => void
}) => {
  const own = useWatch({ control: form.control, name: `posts.${at}.own_times` })
  return (
    <li className="flex flex-col gap-3 rounded-ui border border-line bg-surface p-4">
      <div className="flex flex-wrap items-end gap-3 md:items-start">
        <TextField form={form} name={`posts.${at}.name`} label="Post" maxLength={80} className="min-w-48 flex-1" />
        <NumberField form={form} name={`posts.${at}.required_count`} label="Places" min={1} max={500} step={1} />
        <span className="md:pt-7">
          <IconButton
            label={only ? 'A shift has at least one post' : `Remove post ${at + 1}`}
            icon={<Trash aria-hidden />}
            aria-disabled={only || undefined}
            onClick={() => !only && onRemove()}
          />
        </span>
      </div>
      <SwitchField form={form} name={`posts.${at}.own_times`} label="Own times within the shift" />
      {own && (
        <div className="flex flex-wrap gap-3">
          <TimeField form={form} name={`posts.${at}.starts.time`} label="From" hint="Empty: the start" />
          <TimeField form={form} name={`posts.${at}.ends.time`} label="To" hint="Empty: the end" />
        </div>
      )}
      <SelectField
        form={form}
        name={`posts.${at}.split_minutes`}
        label="Taken whole or in parts"
        options={splitChoices}
      />
      <WhoMayTakeIt form={form} at={at} />
    </li>
  )
}

/** The places to be staffed; at least one. */
export const EditorPosts = ({ form }: { form: EditorForm }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'posts', keyName: 'key' })
  const problem = form.formState.errors.posts
  const text = problem && 'message' in problem && typeof problem.message === 'string' ? problem.message : null
  return (
    <FieldGroup legend="Posts" hint="Each is filled by itself.">
      <ul className="flex flex-col gap-3">
        {fields.map((field, at) => (
          <OnePost key={field.key} form={form} at={at} only={fields.length === 1} onRemove={() => remove(at)} />
        ))}
      </ul>
      {text && <FieldError>{text}</FieldError>}
      <div>
        <Button icon={<Plus aria-hidden />} onClick={() => append(emptyPost(`Post ${fields.length + 1}`))}>
          Add a post
        </Button>
      </div>
      <NumberField
        form={form}
        name="min_required"
        label="Needed at least"
        hint="Fewer officers than this at the start count as unfilled. Empty: all places."
        min={0}
        step={1}
        optional
      />
    </FieldGroup>
  )
}
