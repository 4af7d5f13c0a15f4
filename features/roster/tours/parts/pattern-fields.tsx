import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { durationWords, type WallTime } from '#platform/shared/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Field, FieldGroup } from '#platform/web/ui/field.tsx'
import { TimeInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { type Hours, MAX_CYCLE_DAYS, type Pattern, type PatternKind, patternKinds } from '../rules.ts'
import { patternKindWords } from '../words.patterns.ts'
import { weekdayNames } from '../words.ts'

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const minutesOf = (time: WallTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Minutes from one clock time to the next occurrence of another; the same time is a whole day later. */
const lengthBetween = (start: string, end: string): number =>
  isTime(start) && isTime(end) ? (minutesOf(end) - minutesOf(start) + 1440) % 1440 || 1440 : 0
const endOf = ({ start, minutes }: Hours): string => {
  if (!isTime(start)) return ''
  const end = (minutesOf(start) + minutes) % 1440
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

type HoursProps = { hours: Hours; onChange: (hours: Hours) => void; of?: string }

/** Start and end as clock times; an end at or before the start is on the next day. */
const HoursFields = ({ hours, onChange, of = '' }: HoursProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label={<>Begins{of && <span className="sr-only"> {of}</span>}</>}>
      {(control) => (
        <TimeInput
          {...control}
          value={hours.start}
          onChange={(start) => {
            const minutes = lengthBetween(start, endOf(hours))
            onChange({ start, minutes: minutes || hours.minutes })
          }}
        />
      )}
    </Field>
    <Field label={<>Ends{of && <span className="sr-only"> {of}</span>}</>} hint={durationWords(hours.minutes)}>
      {(control) => (
        <TimeInput
          {...control}
          value={endOf(hours)}
          onChange={(end) => {
            const minutes = lengthBetween(hours.start, end)
            if (minutes > 0) onChange({ ...hours, minutes })
          }}
        />
      )}
    </Field>
  </div>
)

const first = (pattern: Pattern): Hours => {
  const hours = pattern.kind === 'cycle' ? pattern.days.find((day) => day !== null) : pattern
  return { start: hours?.start ?? '06:00', minutes: hours?.minutes ?? 720 }
}

/** Carries the hours over to another kind of pattern. */
const turnedInto = (kind: PatternKind, pattern: Pattern): Pattern => {
  const hours = first(pattern)
  if (kind === 'panama') return { kind, ...hours, night_start: endOf(hours) || '18:00' }
  if (kind === 'weekdays') return { kind, ...hours, weekdays: [1, 2, 3, 4, 5] }
  if (kind === 'cycle') return { kind, days: [hours, hours, hours, hours, null, null, null] }
  return { kind, ...hours }
}

type Days = readonly (Hours | null)[]

const CycleFields = ({ days, onChange }: { days: Days; onChange: (days: (Hours | null)[]) => void }) => {
  const put = (at: number, day: Hours | null) => onChange(days.map((one, i) => (i === at ? day : one)))
  const last = days.findLast((day) => day !== null) ?? { start: '06:00', minutes: 720 }
  return (
    <FieldGroup legend="Days of the cycle">
      <ol className="flex flex-col divide-y divide-line rounded-ui border border-line">
        {days.map((day, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a day of the cycle is its place in it
            key={at}
            className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-3 p-3"
          >
            <Checkbox
              checked={day !== null}
              onChange={(on) => put(at, on ? last : null)}
              label={`Day ${at + 1}`}
              hint={day === null ? 'off' : undefined}
            />
            {day ? <HoursFields hours={day} of={`on day ${at + 1}`} onChange={(hours) => put(at, hours)} /> : <span />}
            {days.length > 1 ? (
              <IconButton
                label={`Remove day ${at + 1}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => onChange(days.filter((_, i) => i !== at))}
              />
            ) : (
              <span />
            )}
          </li>
        ))}
      </ol>
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        why={days.length >= MAX_CYCLE_DAYS ? `At most ${MAX_CYCLE_DAYS} days.` : null}
        onClick={() => onChange([...days, days.at(-1) ?? null])}
      >
        Add a day
      </Button>
    </FieldGroup>
  )
}

type PatternProps = { pattern: Pattern; onChange: (pattern: Pattern) => void; error?: string | undefined }

/** The pattern: a known rotation with its hours, fixed weekdays, or day by day. */
export const PatternFields = ({ pattern, onChange, error }: PatternProps) => (
  <>
    <Field label="Rotation" hint={patternKindWords[pattern.kind].hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={pattern.kind}
          options={patternKinds.map((value) => ({ value, label: patternKindWords[value].label }))}
          onChange={(kind) => kind !== pattern.kind && onChange(turnedInto(kind, pattern))}
        />
      )}
    </Field>
    {pattern.kind === 'cycle' ? (
      <CycleFields days={pattern.days} onChange={(days) => onChange({ ...pattern, days })} />
    ) : (
      <HoursFields
        hours={pattern}
        onChange={({ start, minutes }) => onChange({ ...pattern, start, minutes })}
        {...(pattern.kind === 'panama' ? { of: 'on days' } : {})}
      />
    )}
    {pattern.kind === 'panama' && (
      <Field label="Night tours start" hint="Same length as day tours; weeks 3 and 4 of each cycle.">
        {(control) => (
          <TimeInput
            {...control}
            value={pattern.night_start}
            onChange={(night_start) => onChange({ ...pattern, night_start })}
          />
        )}
      </Field>
    )}
    {pattern.kind === 'weekdays' && (
      <FieldGroup legend="Weekdays">
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
            <Checkbox
              key={weekday}
              label={weekdayNames[weekday] ?? ''}
              checked={pattern.weekdays.includes(weekday)}
              onChange={(on) => {
                const others = pattern.weekdays.filter((one) => one !== weekday)
                onChange({ ...pattern, weekdays: on ? [...others, weekday] : others })
              }}
            />
          ))}
        </div>
      </FieldGroup>
    )}
  </>
)
