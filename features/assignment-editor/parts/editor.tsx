import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { assignmentKinds } from '#features/assignments/rules.ts'
import { kindWords } from '#features/assignments/rules.words.ts'
import { SignupChoice } from '#features/award-rules/parts/signup-choice.tsx'
import { ms } from '#platform/shared/time.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import {
  DateField,
  NumberField,
  SelectField,
  TextareaField,
  TextField,
  TimeField,
} from '#platform/web/forms/fields.tsx'
import { Form } from '#platform/web/forms/form.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { beside, type EditorValues, editorForm, timesOf, withWeekday } from '../client.ts'
import { EditorPosts } from './editor-posts.tsx'
import { EditorRepeat } from './editor-repeat.tsx'
import { type EditorForm, EditorTimes } from './editor-times.tsx'

const kinds = assignmentKinds.map((value) => ({ value, label: kindWords[value] }))

const Place = ({ form }: { form: EditorForm }) => {
  const { features } = useOrganization()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="location_name" label="Place" maxLength={160} optional />
      <TextField form={form} name="location_address" label="Address" maxLength={300} optional />
      {features.location_verification && (
        <div className="flex flex-wrap gap-3 md:col-span-2">
          <NumberField form={form} name="location_lat" label="Latitude" step={0.000001} optional />
          <NumberField form={form} name="location_lng" label="Longitude" step={0.000001} optional />
          <NumberField
            form={form}
            name="location_radius_m"
            label="Radius in meters"
            hint="Check-in is verified within it"
            min={10}
            max={5000}
            step={1}
            optional
          />
        </div>
      )}
    </div>
  )
}

/** Only while it can still be published: when, and why late. */
const Publishing = ({ form, zone }: { form: EditorForm; zone: string }) => {
  useWatch({ control: form.control })
  const times = timesOf(form.getValues(), zone)
  const late = times?.kind === 'ok' && ms(times.times.starts_at) <= Date.now()
  return (
    <Card title="Publishing" hint="Publish tells every approved officer at once, or at the time that stands here.">
      <div className="flex flex-wrap gap-3">
        <DateField form={form} name="publish_at.date" label="Publish on" hint="Empty: at once" optional />
        <TimeField form={form} name="publish_at.time" label="at" />
      </div>
      {late && (
        <TextField
          form={form}
          name="backdate_reason"
          label="Why it is posted after its start"
          maxLength={500}
          className="mt-4"
        />
      )}
    </Card>
  )
}

export type EditorProps = {
  start: EditorValues
  /** Keeps what is typed over a reload. */
  draftKey: string
  /** `new` can repeat and be published; `draft` can be published; `published` is saved only. */
  stage: 'new' | 'draft' | 'published'
  modeFixed?: boolean
  /** Sends it. Throws what was refused. */
  onSave: (values: EditorValues, publish: boolean) => Promise<void>
  /** Above the form: a conflict. */
  notice?: (form: EditorForm) => ReactNode
  back: ReactNode
}

const What = ({ form, focused }: { form: EditorForm; focused: boolean }) => (
  <Card title="What">
    <div className="flex flex-col gap-4">
      <TextField form={form} name="title" label="Title" maxLength={160} autoFocus={focused} />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField form={form} name="kind" label="Kind" options={kinds} />
        <TextField form={form} name="client" label="Client" hint="Who asked for it and pays" maxLength={160} optional />
      </div>
      <TextareaField form={form} name="description" label="Description" maxLength={4000} optional />
    </div>
  </Card>
)

type SaveBarProps = Pick<EditorProps, 'stage' | 'back'> & {
  /** A series is published whole. */
  all: boolean
  sending: 'draft' | 'publish' | null
  onSaveOnly: () => void
}

const SaveBar = ({ stage, all, sending, onSaveOnly, back }: SaveBarProps) => (
  <div className="no-print z-10 flex flex-col gap-2 border-t border-line bg-canvas py-3 md:sticky md:bottom-0 md:flex-row md:items-center">
    {stage !== 'published' ? (
      <>
        <Button type="submit" look="primary" busy={sending === 'publish'} wide>
          {all && stage === 'new' ? 'Publish all' : 'Publish'}
        </Button>
        <Button busy={sending === 'draft'} wide onClick={onSaveOnly}>
          {stage === 'new' ? 'Save as draft' : 'Save'}
        </Button>
      </>
    ) : (
      <Button type="submit" look="primary" busy={sending !== null} wide>
        Save
      </Button>
    )}
    {back}
  </div>
)

/** Every field of an assignment, checked as the server checks it; a press publishes it. */
export const Editor = ({ start, draftKey, stage, modeFixed = false, onSave, notice, back }: EditorProps) => {
  const zone = useOrganization().time_zone
  const form = useContractForm(editorForm, start, { draftKey })
  const [sending, setSending] = useState<'draft' | 'publish' | null>(null)
  const repeats = useWatch({ control: form.control, name: 'repeats' })
  const save = async (values: EditorValues, publish: boolean) => {
    setSending(publish ? 'publish' : 'draft')
    try {
      await onSave(withWeekday(values), publish)
    } catch (error) {
      throw beside(error)
    } finally {
      setSending(null)
    }
  }
  const publishes = stage !== 'published'
  return (
    <Form form={form} onSubmit={(values) => save(values, publishes)} className="max-w-4xl gap-5">
      {notice?.(form)}
      <What form={form} focused={stage === 'new'} />
      <Card>
        <div className="flex flex-col gap-6">
          <EditorTimes form={form} zone={zone} repeats={repeats} />
          {stage === 'new' && <EditorRepeat form={form} />}
        </div>
      </Card>
      <Card>
        <EditorPosts form={form} />
      </Card>
      <Card title="Where">
        <Place form={form} />
      </Card>
      <Card title="Sign-up and pay">
        <div className="flex flex-col gap-4">
          <SignupChoice form={form} fixed={modeFixed} />
          <div className="flex flex-wrap gap-4">
            <TextField form={form} name="pay_code" label="Pay code" maxLength={40} optional />
            <NumberField
              form={form}
              name="min_pay_minutes"
              label="Minimum pay in minutes"
              hint="240 pays at least 4 h"
              min={0}
              max={1440}
              step={1}
              optional
            />
          </div>
        </div>
      </Card>
      {publishes && <Publishing form={form} zone={zone} />}
      <SaveBar
        stage={stage}
        all={repeats}
        sending={sending}
        onSaveOnly={form.submit((values) => save(values, false))}
        back={back}
      />
    </Form>
  )
}
