import { type ReactNode, useId, useState } from 'react'
import { type Instant, isDate, isTime } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, clockOf, dateValue, duration, timeValue } from '#platform/web/time.ts'
import { Checkbox, RadioGroup } from '#platform/web/ui/checks.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { DateInput, Textarea, TimeInput } from '#platform/web/ui/input.tsx'
import { zoneNote } from '#platform/web/zone-note.ts'
import { countedGaps, type Gap, workedMinutes } from '../rules.intervals.ts'

type Wall = { date: string; time: string; which: 'earlier' | 'later' | null }
type Times = { checked_in_at: Instant; checked_out_at: Instant }

const wallOf = (at: Instant, zone: string): Wall => ({
  date: dateValue(at, zone),
  time: timeValue(at, zone),
  which: null,
})

/** The instant the fields describe, or why they are ambiguous or invalid. Keeps the seconds of an unchanged value. */
const read = (wall: Wall, zone: string, start: Instant): { at: Instant } | { problem: string; twice?: true } => {
  const kept = wallOf(start, zone)
  if (wall.date === kept.date && wall.time === kept.time && wall.which === null) return { at: start }
  if (!isDate(wall.date) || !isTime(wall.time))
    return { problem: `Enter a date and a time, such as ${clockOf('18:30')}.` }
  const answer = resolveWall({ ...wall, zone, which: wall.which ?? undefined })
  if (answer.kind === 'ok') return { at: answer.instant }
  if (answer.kind === 'twice') return { problem: 'This time occurs twice that night. Choose which one.', twice: true }
  return { problem: `This time doesn't exist: clocks jump ahead to ${clockOf(answer.moved_to.time)}.` }
}

type WallProps = {
  label: string
  value: Wall
  onChange: (value: Wall) => void
  zone: string
  start: Instant
  /** Why the time was refused, here or by the server. */
  error: string | undefined
}

const WallField = ({ label, value, onChange, zone, start, error }: WallProps) => {
  const found = read(value, zone, start)
  const twice = value.which !== null || ('problem' in found && found.twice === true)
  const id = useId()
  const invalid = error ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {}
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date">
          {(control) => (
            <DateInput
              {...control}
              {...(!isDate(value.date) || isTime(value.time) ? invalid : {})}
              value={value.date}
              onChange={(e) => onChange({ ...value, date: e.target.value, which: null })}
            />
          )}
        </Field>
        <Field label={`Time${zoneNote(start, zone)}`}>
          {(control) => (
            <TimeInput
              {...control}
              {...(!isTime(value.time) || isDate(value.date) ? invalid : {})}
              value={value.time}
              onChange={(time) => onChange({ ...value, time, which: null })}
            />
          )}
        </Field>
      </div>
      {twice && (
        <RadioGroup
          aria-label={`${label}: this time occurs twice. Which one?`}
          value={value.which}
          onChange={(which) => onChange({ ...value, which: which === 'later' ? 'later' : 'earlier' })}
          options={[
            { value: 'earlier', label: 'First' },
            { value: 'later', label: 'Second' },
          ]}
        />
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

const Worked = ({ times, gaps }: { times: Times | null; gaps: readonly Gap[] }) => {
  const minutes = times && workedMinutes(times, gaps)
  return (
    <p className="figures" aria-live="polite">
      Worked: <strong>{minutes === null ? '–' : duration(minutes)}</strong>
    </p>
  )
}

const OffDuty = ({
  gaps,
  zone,
  counted,
  onCount,
}: {
  gaps: readonly Gap[]
  zone: string
  counted: boolean
  onCount: ((counted: boolean) => void) | null
}) =>
  gaps.length === 0 ? null : (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">Off duty in between</p>
      <p className="figures text-soft">
        {gaps.map((gap) => `${clock(gap.left_at, zone)}–${clock(gap.back_at, zone)}`).join(', ')}
      </p>
      {onCount && <Checkbox checked={counted} onChange={onCount} label="Count this time as worked" />}
    </div>
  )

const Why = ({
  label,
  hint,
  text,
  onText,
  error,
}: {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  error: string | undefined
}) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <Textarea {...control} rows={3} maxLength={500} value={text} onChange={(e) => onText(e.target.value)} />
    )}
  </Field>
)

export type TimesDialogProps = {
  onClose: () => void
  title: string
  description: string
  /** Initial values: the recorded times, or the scheduled ones. */
  start: Times
  /** Off-duty gaps; with `choose`, they can be counted as worked. */
  gaps?: readonly Gap[]
  choose?: boolean
  textLabel: string
  textHint: string
  action: string
  /** What the person has to know first, at the top. */
  notice?: ReactNode
  /** Saves the times; `countGaps` is undefined if that was left as it is. On a refusal the dialog stays open, shows the reason, and keeps everything typed. */
  onSave: (times: Times, text: string, countGaps: boolean | undefined) => Promise<unknown>
}

const problemOf = (found: ReturnType<typeof read>): string | undefined =>
  'problem' in found ? found.problem : undefined

/** The names of the fields on the wire, and the fields that the refusals of these calls concern. */
const refusals = {
  fields: ['reason', 'note'],
  codes: {
    end_not_after_start: 'checked_out_at',
    in_the_future: 'checked_out_at',
    too_far_from_shift: 'checked_in_at',
    paid_already: 'checked_in_at',
  },
}

/** What is typed, what it means, and the form that saves it: refused until both times and the reason are right. */
const useTimes = ({ start: initial, gaps = [] }: TimesDialogProps, zone: string) => {
  // What was typed stays beside a record that changes behind the dialog.
  const [start] = useState(initial)
  const [from, setFrom] = useState(() => wallOf(start.checked_in_at, zone))
  const [to, setTo] = useState(() => wallOf(start.checked_out_at, zone))
  const [text, setText] = useState('')
  const which = JSON.stringify(gaps)
  const [tick, setTick] = useState<{ of: string; on: boolean } | null>(null)
  // What was said of other time off duty, or of none, leaves each as it is.
  const count = tick?.of === which ? tick.on : undefined
  const counted = countedGaps(gaps, count)
  const [started, ended] = [read(from, zone, start.checked_in_at), read(to, zone, start.checked_out_at)]
  const times = 'at' in started && 'at' in ended ? { checked_in_at: started.at, checked_out_at: ended.at } : null
  const form = useStateForm({ from, to, text, count }, null, {
    check: () => ({
      checked_in_at: problemOf(started),
      checked_out_at: problemOf(ended),
      reason: text.trim() === '' ? "Enter a reason. It's kept with the record." : undefined,
    }),
    refusals,
  })
  const setCounted = (on: boolean) => setTick({ of: which, on })
  return { form, start, times, from, setFrom, to, setTo, text, setText, count, counted, setCounted }
}

/** Check-in and check-out times in the department's time zone, with a text field for the reason. Mount it only while it is open. */
export const TimesDialog = (props: TimesDialogProps) => {
  const { onClose, onSave, title, description, textLabel, textHint, action, gaps = [], choose = false, notice } = props
  const { time_zone: zone } = useOrganization()
  const { form, start, times, from, setFrom, to, setTo, text, setText, count, counted, setCounted } = useTimes(
    props,
    zone,
  )
  const { wrong } = form
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      action={action}
      onSubmit={async () => {
        if (times) await onSave(times, text.trim(), count)
      }}
      onClose={() => onClose()}
    >
      {!form.formState.isSubmitting && notice}
      <WallField
        label="Check-in"
        value={from}
        onChange={setFrom}
        zone={zone}
        start={start.checked_in_at}
        error={wrong.checked_in_at}
      />
      <WallField
        label="Check-out"
        value={to}
        onChange={setTo}
        zone={zone}
        start={start.checked_out_at}
        error={wrong.checked_out_at}
      />
      <OffDuty
        gaps={gaps}
        zone={zone}
        counted={counted.every((gap) => gap.counted)}
        onCount={choose ? setCounted : null}
      />
      <Worked times={times} gaps={counted} />
      <Why label={textLabel} hint={textHint} text={text} onText={setText} error={wrong.reason ?? wrong.note} />
    </FormDialog>
  )
}
