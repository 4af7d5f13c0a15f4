import { useWatch } from 'react-hook-form'
import { type UsualOf, useUsualMode } from '#features/shifts/assignment-editor/client.mode.ts'
import {
  beside,
  type EditorValues,
  editorForm,
  newInputOf,
  newValues,
} from '#features/shifts/assignment-editor/client.ts'
import { createAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { EditorTimes } from '#features/shifts/assignment-editor/parts/editor-times.tsx'
import { ModeSource } from '#features/shifts/assignment-editor/parts/mode-source.tsx'
import { listAssignments, readBoard } from '#features/shifts/assignments/contract.ts'
import { type SignupMode, signupModes } from '#features/shifts/assignments/rules.ts'
import { modeWords } from '#features/shifts/assignments/words.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SelectField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'

const stale = [listAssignments, readBoard]
/** Without an award rule for its type, the first shift isn't awarded. */
const modesOf = (usual: SignupMode) =>
  signupModes
    .filter((mode) => mode !== 'award' || usual === 'award')
    .map((value) => ({ value, label: modeWords[value] }))

type Props = { onPublished: (shift: { id: string; title: string }) => void }

/** The few fields a first shift needs, published with one press; the rest can be edited later. */
const ShiftForm = ({ usual, onPublished }: Props & { usual: UsualOf }) => {
  const { time_zone } = useOrganization()
  const { mode } = usual('overtime')
  const form = useContractForm(editorForm, newValues(time_zone, mode), { draftKey: 'assignment:first' })
  const create = useWrite(createAssignment, { invalidates: stale })
  const publish = async (values: EditorValues) => {
    try {
      const { id } = await create.run(newInputOf(values, true))
      onPublished({ id, title: values.title.trim() })
    } catch (error) {
      throw beside(error)
    }
  }
  const places = useWatch({ control: form.control, name: 'posts.0.required_count' })
  return (
    <Card>
      <Form form={form} onSubmit={publish} className="gap-5">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField form={form} name="title" label="Title" hint="Officers see this first" maxLength={160} />
          <TextField form={form} name="location_name" label="Location" maxLength={160} optional />
        </div>
        <EditorTimes form={form} zone={time_zone} repeats={false} />
        <div className="flex flex-wrap items-start gap-4">
          <NumberField form={form} name="posts.0.required_count" label="Officers needed" min={1} max={500} step={1} />
          <TextField
            form={form}
            name="posts.0.name"
            label="Post"
            maxLength={80}
            className="min-w-40 flex-1 md:max-w-72"
          />
          <SelectField
            form={form}
            name="signup_mode"
            label="How officers are chosen"
            options={modesOf(mode)}
            hint={<ModeSource form={form} usual={usual} />}
            className="w-full md:w-80"
          />
        </div>
        <div>
          <SubmitButton form={form}>
            Publish {places && places > 1 ? `with ${places} spots` : 'with 1 spot'}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** Waits for the rules, which say how the shift starts. */
export const FirstShift = ({ onPublished }: Props) => {
  const { usual, pending } = useUsualMode()
  return pending ? <CardSkeleton lines={6} /> : <ShiftForm usual={usual} onPublished={onPublished} />
}
