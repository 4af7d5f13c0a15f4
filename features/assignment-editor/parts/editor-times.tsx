import { useWatch } from 'react-hook-form'
import { clockNoteOf } from '#features/assignments/rules.words.ts'
import { durationWords, minutesBetween } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { ComboboxField, DateField, RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { clockOf, zoneName } from '#platform/web/time.ts'
import { FieldGroup } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type EditorValues, timesOf } from '../client.ts'
import type { Doubled } from '../rules.wall.ts'
import { dateWords } from '../rules.wall.ts'

export type EditorForm = ContractForm<EditorValues>

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** What the typed times come to: length, end, clock change; what does not exist; what has to be asked. */
export const useTimes = (form: EditorForm, zone: string) => {
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
  starts: 'The start',
  ends: 'The end',
  signup_opens: 'The opening of sign-up',
  signup_closes: 'The closing of sign-up',
}

/** Asks which of two: the time comes twice because clocks go back. */
const AskWhich = ({ form, doubled, zone }: { form: EditorForm; doubled: Doubled; zone: string }) => {
  const name = whichField(doubled.field)
  if (!name) {
    return (
      <Notice tone="warn" title={`${clockOf(doubled.time)} comes twice on ${dateWords(doubled.date)}`}>
        Choose another time for {doubled.field.startsWith('posts') ? 'the post' : 'publishing'}.
      </Notice>
    )
  }
  return (
    <RadioField
      form={form}
      name={name}
      label={`${askWords[doubled.field]}, ${clockOf(doubled.time)}, comes twice on ${dateWords(doubled.date)}. Which is meant?`}
      options={[
        {
          value: 'earlier',
          label: `The earlier, ${clockOf(doubled.time)} ${zoneName(doubled.earlier, zone)}`,
          hint: 'Before clocks go back.',
        },
        {
          value: 'later',
          label: `The later, ${clockOf(doubled.time)} ${zoneName(doubled.later, zone)}`,
          hint: 'After clocks have gone back.',
        },
      ]}
    />
  )
}

/** Asked questions stay on screen while they are answered, so that the answer can be changed. */
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
    return (
      <p className="text-faint">Date, start and end make the length; an end before the start is on the next day.</p>
    )
  if (times.kind === 'gap')
    return (
      <Notice tone="bad" title="This time does not exist">
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

export const EditorTimes = ({ form, zone, repeats }: { form: EditorForm; zone: string; repeats: boolean }) => {
  const { values, times } = useTimes(form, zone)
  const used = values.time_zone || zone
  return (
    <FieldGroup legend="When">
      <div className="grid grid-cols-2 gap-4 md:flex md:flex-wrap">
        <DateField form={form} name="starts.date" label={repeats ? 'First date' : 'Date'} className="col-span-2" />
        <TimeField form={form} name="starts.time" label="Start" />
        <TimeField form={form} name="ends.time" label="End" />
        {!repeats && (
          <DateField
            form={form}
            name="ends.date"
            label="End date"
            optional
            hint="For more than a day"
            className="col-span-2"
          />
        )}
        <ComboboxField form={form} name="time_zone" label="Time zone" options={zones} className="col-span-2 md:w-64" />
      </div>
      {!repeats &&
        questionsOf(values, zone).map((one) => <AskWhich key={one.field} form={form} doubled={one} zone={used} />)}
      {!repeats && <Outcome values={values} times={times} zone={zone} />}
    </FieldGroup>
  )
}

export const EditorWindow = ({ form }: { form: EditorForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <div className="flex flex-wrap gap-3">
      <DateField
        form={form}
        name="signup_opens.date"
        label="Sign-up opens"
        optional
        hint="Empty: once it is published"
      />
      <TimeField form={form} name="signup_opens.time" label="at" />
    </div>
    <div className="flex flex-wrap gap-3">
      <DateField form={form} name="signup_closes.date" label="Sign-up closes" optional hint="Empty: at the start" />
      <TimeField form={form} name="signup_closes.time" label="at" />
    </div>
  </div>
)
