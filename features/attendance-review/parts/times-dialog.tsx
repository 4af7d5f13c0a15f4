import { useState } from 'react'
import { type Instant, isDate, isTime } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/zone.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clockOf, dateValue, duration, timeValue, zoneName } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { DateInput, Textarea, TimeInput } from '#platform/web/ui/input.tsx'
import { wordsFor } from '#platform/web/words.ts'

type Wall = { date: string; time: string; which: 'earlier' | 'later' | null }
type Times = { checked_in_at: Instant; checked_out_at: Instant }

const wallOf = (at: Instant, zone: string): Wall => ({
  date: dateValue(at, zone),
  time: timeValue(at, zone),
  which: null,
})

/** The instant that is meant, or why it cannot be told. A seconds' part that was not touched stays. */
const read = (wall: Wall, zone: string, start: Instant): { at: Instant } | { problem: string; twice?: true } => {
  const kept = wallOf(start, zone)
  if (wall.date === kept.date && wall.time === kept.time && wall.which === null) return { at: start }
  if (!isDate(wall.date) || !isTime(wall.time))
    return { problem: `Enter a date and a time, such as ${clockOf('18:30')}.` }
  const answer = resolveWall({ ...wall, zone, which: wall.which ?? undefined })
  if (answer.kind === 'ok') return { at: answer.instant }
  if (answer.kind === 'twice')
    return { problem: 'The clock shows this time twice that night. Choose which.', twice: true }
  return { problem: `This time does not exist: the clock jumps over it to ${clockOf(answer.moved_to.time)}.` }
}

const WallField = ({
  label,
  value,
  onChange,
  zone,
  start,
  tried,
}: {
  label: string
  value: Wall
  onChange: (value: Wall) => void
  zone: string
  start: Instant
  tried: boolean
}) => {
  const found = read(value, zone, start)
  const problem = 'problem' in found ? found : null
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date">
          {(control) => (
            <DateInput
              {...control}
              value={value.date}
              onChange={(e) => onChange({ ...value, date: e.target.value, which: null })}
            />
          )}
        </Field>
        <Field label={`Time, ${zoneName(start, zone)}`}>
          {(control) => (
            <TimeInput {...control} value={value.time} onChange={(time) => onChange({ ...value, time, which: null })} />
          )}
        </Field>
      </div>
      {(problem?.twice || value.which !== null) && (
        <RadioGroup
          aria-label={`${label}: which of the two`}
          value={value.which}
          onChange={(which) => onChange({ ...value, which: which === 'later' ? 'later' : 'earlier' })}
          options={[
            { value: 'earlier', label: 'The first time' },
            { value: 'later', label: 'The second time' },
          ]}
        />
      )}
      {problem && tried && <FieldError>{problem.problem}</FieldError>}
    </fieldset>
  )
}

const Worked = ({ times }: { times: Times | null }) => {
  const minutes = times && Math.floor((Date.parse(times.checked_out_at) - Date.parse(times.checked_in_at)) / 60_000)
  return (
    <p className="figures" aria-live="polite">
      Worked: <strong>{minutes === null ? '–' : duration(minutes)}</strong>
    </p>
  )
}

export type TimesDialogProps = {
  onClose: () => void
  title: string
  description: string
  /** What the fields begin with: what was recorded, or the scheduled times. */
  start: Times
  textLabel: string
  textHint: string
  action: string
  /** Does it; a refusal stays in the dialog, in words, with everything still typed. */
  onSave: (times: Times, text: string) => Promise<unknown>
}

/** Check-in and check-out times in the department's zone, with a text that says why. Mount it while it is open. */
export const TimesDialog = (props: TimesDialogProps) => {
  const { onClose, title, description, start, textLabel, textHint, action, onSave } = props
  const { time_zone: zone } = useOrganization()
  const [from, setFrom] = useState(() => wallOf(start.checked_in_at, zone))
  const [to, setTo] = useState(() => wallOf(start.checked_out_at, zone))
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [started, ended] = [read(from, zone, start.checked_in_at), read(to, zone, start.checked_out_at)]
  const times = 'at' in started && 'at' in ended ? { checked_in_at: started.at, checked_out_at: ended.at } : null
  const missing = text.trim() === ''
  const save = async () => {
    setTried(true)
    if (!times || missing) return
    setBusy(true)
    setRefusal(null)
    try {
      await onSave(times, text.trim())
      onClose()
    } catch (error) {
      setRefusal(wordsFor(error).text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <WallField
          label="Check-in"
          value={from}
          onChange={setFrom}
          zone={zone}
          start={start.checked_in_at}
          tried={tried}
        />
        <WallField
          label="Check-out"
          value={to}
          onChange={setTo}
          zone={zone}
          start={start.checked_out_at}
          tried={tried}
        />
        <Worked times={times} />
        <Field
          label={textLabel}
          hint={textHint}
          error={tried && missing ? 'Write why first. It is kept with the record.' : null}
        >
          {(control) => (
            <Textarea {...control} rows={3} maxLength={500} value={text} onChange={(e) => setText(e.target.value)} />
          )}
        </Field>
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
    </Dialog>
  )
}
