import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useRosterValues } from '#features/roster/officers/client.values.ts'
import {
  MultiComboboxField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  TimeField,
} from '#platform/web/forms/fields.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { emptyPost } from '../client.ts'
import type { EditorForm } from './editor-times.tsx'

type Choices = Pick<ReturnType<typeof useRosterValues>, 'units' | 'ranks' | 'certifications'>

const splitChoices = [
  { value: 'whole', label: 'Whole shift only' },
  { value: '30', label: 'In blocks of 30 min' },
  { value: '60', label: 'In blocks of 1 h' },
  { value: '120', label: 'In blocks of 2 h' },
  { value: '180', label: 'In blocks of 3 h' },
  { value: '240', label: 'In blocks of 4 h' },
  { value: '360', label: 'In blocks of 6 h' },
]

const WhoMayTakeIt = ({ form, at, choices }: { form: EditorForm; at: number; choices: Choices }) => (
  <div className="grid gap-3 md:grid-cols-2">
    <MultiComboboxField
      form={form}
      name={`posts.${at}.units`}
      label="Units"
      optional
      placeholder="Every unit"
      options={choices.units}
    />
    <MultiComboboxField
      form={form}
      name={`posts.${at}.ranks`}
      label="Ranks"
      optional
      placeholder="Every rank"
      options={choices.ranks}
    />
    <MultiComboboxField
      form={form}
      name={`posts.${at}.certifications`}
      label="Certifications"
      optional
      hint="Must be verified and valid until the end of the shift."
      placeholder="None required"
      options={choices.certifications}
      addWords={(typed) => `Require "${typed}"`}
    />
    <NumberField
      form={form}
      name={`posts.${at}.service_months`}
      label="Months of service"
      hint="Since the hire date. 12 excludes first-year officers."
      optional
    />
  </div>
)

const OnePost = ({
  form,
  at,
  only,
  choices,
  onRemove,
}: {
  form: EditorForm
  at: number
  choices: Choices
  only: boolean
  onRemove: () => void
}) => {
  const own = useWatch({ control: form.control, name: `posts.${at}.own_times` })
  return (
    <li className="flex flex-col gap-3 border-line not-first:border-t not-first:pt-5">
      <div className="flex flex-wrap items-end gap-3 md:items-start">
        <TextField form={form} name={`posts.${at}.name`} label="Post" maxLength={80} className="min-w-48 flex-1" />
        {!only && (
          <>
            <NumberField form={form} name={`posts.${at}.required_count`} label="Spots" min={1} max={500} step={1} />
            <span className="md:pt-7">
              <IconButton label={`Remove post ${at + 1}`} icon={<Trash aria-hidden />} onClick={onRemove} />
            </span>
          </>
        )}
      </div>
      {own && (
        <div className="flex flex-wrap gap-3">
          <TimeField form={form} name={`posts.${at}.starts.time`} label="From" hint="Default: shift start" />
          <TimeField form={form} name={`posts.${at}.ends.time`} label="To" hint="Default: shift end" />
        </div>
      )}
      <div className="grid items-end gap-3 md:grid-cols-2">
        <SelectField
          form={form}
          name={`posts.${at}.split_minutes`}
          label="Whole shift or parts"
          options={splitChoices}
        />
        <SwitchField form={form} name={`posts.${at}.own_times`} label="Different times within the shift" />
      </div>
      <WhoMayTakeIt form={form} at={at} choices={choices} />
    </li>
  )
}

/** The posts to staff; at least one. */
export const EditorPosts = ({ form }: { form: EditorForm }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'posts', keyName: 'key' })
  const choices = useRosterValues()
  const problem = form.formState.errors.posts
  const text = problem && 'message' in problem && typeof problem.message === 'string' ? problem.message : null
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label="Posts" className="flex flex-col gap-5">
        {fields.map((field, at) => (
          <OnePost
            key={field.key}
            form={form}
            at={at}
            only={fields.length === 1}
            choices={choices}
            onRemove={() => remove(at)}
          />
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
        label="Minimum officers"
        hint="With fewer officers at the start, the shift counts as unfilled. Default: all spots."
        min={0}
        step={1}
        optional
      />
    </div>
  )
}
