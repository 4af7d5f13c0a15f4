import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { clockNoteOf } from '#features/shifts/assignments/words.ts'
import { durationWords, minutesBetween } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { ZoneField } from '#platform/web/forms/zone-field.tsx'
import { clockOf, zoneName } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type EditorValues, timesOf } from '../client.ts'
import type { Doubled } from '../rules.wall.ts'

export type EditorForm = ContractForm<EditorValues>

/** The result of the typed times: length, end and clock change; nonexistent times; questions. */
const useTimes = (form: EditorForm, zone: string) => {
  useWatch({ control: form.control })
  const values = form.getValues()
  return { values, times: timesOf(values, zone) }
}

const whichField = (
  field: string,
): 'starts.which' | 'ends.which' | 'signup_opens.which' | 'signup_closes.which' | null =>
  field === 'starts' || field === 'ends' || field === 'signup_opens' || field === 'signup_closes'
    ? `${field}.which`
    : null

const askWords: Readonly<Record<string, string>> = {
  starts: 'The start time',
  ends: 'The end time',
  signup_opens: 'The time sign-up opens',
  signup_closes: 'The time sign-up closes',
}

/** Asks which of two instants is meant, because the time repeats when clocks go back. */
const AskWhich = ({ form, doubled, zone }: { form: EditorForm; doubled: Doubled; zone: string }) => {
  const name = whichField(doubled.field)
  if (!name) {
    return (
      <Notice tone="warn" title={`${clockOf(doubled.time)} occurs twice on ${dateWords(doubled.date)}`}>
        Choose another time for {doubled.field.startsWith('posts') ? 'the post' : 'publishing'}.
      </Notice>
    )
  }
  return (
    <RadioField
      form={form}
      name={name}
      label={`${askWords[doubled.field]}, ${clockOf(doubled.time)}, occurs twice on ${dateWords(doubled.date)}. Which one do you mean?`}
      options={[
        {
          value: 'earlier',
          label: `The earlier, ${clockOf(doubled.time)} ${zoneName(doubled.earlier, zone)}`,
          hint: 'Before clocks go back.',
        },
        {
          value: 'later',
          label: `The later, ${clockOf(doubled.time)} ${zoneName(doubled.later, zone)}`,
          hint: 'After clocks go back.',
        },
      ]}
    />
  )
}

/** Keeps questions on screen after they are answered, so that the answer can be changed. */
const questionsOf = (values: EditorValues, zone: string): Doubled[] => {
  const bare = (clock: EditorValues['starts']) => ({ ...clock, which: '' })
  const asked = timesOf(
    {
      ...values,
      starts: bare(values.starts),
      ends: bare(values.ends),
      signup_opens: bare(values.signup_opens),
      signup_closes: bare(values.signup_closes),
    },
    zone,
  )
  return asked?.kind === 'twice' ? asked.doubled : []
}

const Outcome = ({
  values,
  times,
  zone,
}: {
  values: EditorValues
  times: ReturnType<typeof timesOf>
  zone: string
}) => {
  if (!times)
    return <p className="text-faint">If the end time is before the start time, the shift ends the next day.</p>
  if (times.kind === 'gap')
    return (
      <Notice tone="bad" title="This time doesn't exist">
        {times.fields.map((one) => one.message).join(' ')}
      </Notice>
    )
  if (times.kind === 'twice') return null
  const { starts_at, ends_at } = times.times
  const minutes = minutesBetween(starts_at, ends_at)
  if (minutes <= 0) return <p className="font-medium text-bad">The end must be after the start.</p>
  const end = wallOf(ends_at, values.time_zone || zone)
  const note = clockNoteOf({ starts_at, ends_at }, values.time_zone || zone)
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <p className="figures">
        <span className="font-semibold">{durationWords(minutes)}</span>
        <span className="text-soft">
          {' '}
          · {dateWords(values.starts.date)} {clockOf(values.starts.time)}
          {end.date === values.starts.date
            ? `–${clockOf(end.time)}`
            : ` to ${dateWords(end.date)} ${clockOf(end.time)}`}
        </span>
      </p>
      {note && (
        <Notice tone="warn" title="Clock change">
          {note}
        </Notice>
      )}
    </div>
  )
}

/** Date, start, end and spots, with what they come to beside them. */
export const EditorTimes = ({
  form,
  zone,
  repeats,
  children,
}: {
  form: EditorForm
  zone: string
  repeats: boolean
  children?: ReactNode
}) => {
  const { values, times } = useTimes(form, zone)
  const used = values.time_zone || zone
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">When</legend>
      {/* Columns of their own width: an error under one wraps and moves none of the others. */}
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-[9.5rem_7rem_7rem_8rem]">
        <DateField
          form={form}
          name="starts.date"
          label={repeats ? 'First date' : 'Date'}
          className="max-md:col-span-2"
        />
        <TimeField form={form} name="starts.time" label="Start" />
        <TimeField form={form} name="ends.time" label="End" />
        {children}
      </div>
      {!repeats && <Outcome values={values} times={times} zone={zone} />}
      {!repeats &&
        questionsOf(values, zone).map((one) => <AskWhich key={one.field} form={form} doubled={one} zone={used} />)}
    </fieldset>
  )
}

/** For shifts longer than a day, and for those in another zone. */
export const EditorLongTimes = ({ form, repeats }: { form: EditorForm; repeats: boolean }) => (
  <div className="flex flex-wrap gap-4">
    {!repeats && (
      <DateField form={form} name="ends.date" label="End date" optional hint="For shifts longer than a day" />
    )}
    <ZoneField form={form} name="time_zone" className="w-full md:w-72" />
  </div>
)

/** When sign-up opens and closes if nothing is typed. Awards follow their rule. */
export const windowHints = (mode: EditorValues['signup_mode']): { opens: string; closes: string } =>
  mode === 'award'
    ? { opens: 'Default: per the award rule', closes: 'Default: per the award rule' }
    : { opens: 'Default: when published', closes: 'Default: shift start' }

export const EditorWindow = ({ form }: { form: EditorForm }) => {
  const { opens, closes } = windowHints(useWatch({ control: form.control, name: 'signup_mode' }))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="flex flex-wrap gap-3">
        <DateField form={form} name="signup_opens.date" label="Sign-up opens" optional hint={opens} />
        <TimeField form={form} name="signup_opens.time" label="at" />
      </div>
      <div className="flex flex-wrap gap-3">
        <DateField form={form} name="signup_closes.date" label="Sign-up closes" optional hint={closes} />
        <TimeField form={form} name="signup_closes.time" label="at" />
      </div>
    </div>
  )
}
