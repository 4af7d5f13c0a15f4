import { useWatch } from 'react-hook-form'
import { listedNotes, noteLimit } from '#features/shifts/assignments/contract.shapes.ts'
import { noteWords } from '#features/shifts/assignments/words.ts'
import { ms } from '#platform/shared/time.ts'
import { DateField, SuggestField, TextareaField, TextField, TimeField, UnitField } from '#platform/web/forms/fields.tsx'
import { hoursUnit } from '#platform/web/forms/other-unit.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import type { UsualOf } from '../client.mode.ts'
import { type GroupName, groupOf, summaryOf, wrongPaths } from '../client.summary.ts'
import { timesOf } from '../client.ts'
import { listPayCodes } from '../contract.pay-codes.ts'
import { EditorGroup } from './editor-group.tsx'
import { EditorPosition } from './editor-location.tsx'
import { EditorPosts } from './editor-posts.tsx'
import { EditorRepeat } from './editor-repeat.tsx'
import { type EditorForm, EditorLongTimes } from './editor-times.tsx'
import { SignupChoice } from './signup-choice.tsx'

const Pay = ({ form }: { form: EditorForm }) => {
  const codes = useRead(listPayCodes, {}).data?.items ?? []
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <SuggestField
        form={form}
        name="pay_code"
        label={noteWords.pay_code}
        optional
        maxLength={noteLimit('pay_code')}
        options={codes.map((code) => ({ value: code, label: code }))}
      />
      <UnitField
        form={form}
        name="min_pay_minutes"
        label="Minimum pay, in hours"
        hint="Example: 4 pays for at least 4 h"
        unit={hoursUnit}
        min={0}
        max={24}
        step={0.25}
        optional
      />
      <TextField
        form={form}
        name="client"
        label="Client"
        hint="The person or business that requested the shift and pays for it"
        maxLength={160}
        optional
      />
    </div>
  )
}

const Notes = ({ form }: { form: EditorForm }) => (
  <div className="flex flex-col gap-4">
    <TextareaField form={form} name="description" label="Description" maxLength={4000} optional />
    <div className="grid gap-4 md:grid-cols-3">
      {listedNotes
        .filter((name) => name !== 'pay_code')
        .map((name) => (
          <TextField key={name} form={form} name={name} label={noteWords[name]} maxLength={noteLimit(name)} optional />
        ))}
    </div>
  </div>
)

/** Whether it is posted after its start, which needs a reason. */
const useLate = (form: EditorForm, zone: string): boolean => {
  const times = timesOf(form.getValues(), zone)
  return times?.kind === 'ok' && ms(times.times.starts_at) <= Date.now()
}

const Publishing = ({ form, late }: { form: EditorForm; late: boolean }) => (
  <div className="flex flex-col gap-4">
    <p className="text-small text-faint">Publishing notifies every active officer, now or at the time you set.</p>
    <div className="flex flex-wrap gap-3">
      <DateField form={form} name="publish_at.date" label="Publish on" hint="Default: now" optional />
      <TimeField form={form} name="publish_at.time" label="at" />
    </div>
    {late && (
      <TextField form={form} name="backdate_reason" label="Reason for posting after the start" maxLength={500} />
    )}
  </div>
)

type Props = {
  form: EditorForm
  zone: string
  stage: 'new' | 'draft' | 'published'
  modeFixed: boolean
  usual: UsualOf | undefined
}

/** Everything that has a sensible default: closed, each group says what is set. */
export const EditorGroups = ({ form, zone, stage, modeFixed, usual }: Props) => {
  useWatch({ control: form.control })
  const { features_enabled: features } = useOrganization()
  const values = form.getValues()
  const late = useLate(form, zone)
  const wrong = new Set(wrongPaths(form.formState.errors).map((path) => groupOf(path, values.posts.length)))
  const of = (name: GroupName) => ({ summary: summaryOf(name, values, usual), wrong: wrong.has(name) })
  return (
    <div>
      <EditorGroup title="Posts and requirements" {...of('posts')}>
        <EditorPosts form={form} />
      </EditorGroup>
      <EditorGroup title="Sign-up" {...of('signup')}>
        <div className="flex flex-col gap-4">
          <SignupChoice form={form} fixed={modeFixed} usual={usual} />
        </div>
      </EditorGroup>
      {features.location_verification && (
        <EditorGroup title="Check-in location" {...of('position')}>
          <EditorPosition form={form} />
        </EditorGroup>
      )}
      <EditorGroup title="Pay and client" {...of('pay')}>
        <Pay form={form} />
      </EditorGroup>
      <EditorGroup title="Description and notes" {...of('notes')}>
        <Notes form={form} />
      </EditorGroup>
      <EditorGroup title={stage === 'new' ? 'Repeat and time zone' : 'End date and time zone'} {...of('times')}>
        <div className="flex flex-col gap-6">
          <EditorLongTimes form={form} repeats={values.repeats} />
          {stage === 'new' && <EditorRepeat form={form} />}
        </div>
      </EditorGroup>
      {stage !== 'published' && (
        <EditorGroup
          title="Publishing"
          summary={summaryOf('publishing', values)}
          wrong={wrong.has('publishing') || late}
        >
          <Publishing form={form} late={late} />
        </EditorGroup>
      )}
    </div>
  )
}
