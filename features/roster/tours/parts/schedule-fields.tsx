import { isDate } from '#platform/shared/time.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { keepings, type Pattern, problemOfPattern, type Schedule } from '../rules.ts'
import { keepsWords } from '../words.patterns.ts'
import { patternWords } from '../words.ts'
import { PatternFields } from './pattern-fields.tsx'
import { stripDays, TourStrip } from './tour-strip.tsx'

/** The contract's input type with mutable lists. */
export type ScheduleInput = Omit<Schedule, 'pattern'> & { pattern: WritablePattern }
type Writable<T> = T extends readonly (infer Item)[] ? Item[] : T
type WritablePattern = Pattern extends infer P
  ? P extends Pattern
    ? { -readonly [K in keyof P]: Writable<P[K]> }
    : never
  : never
export const writable = (pattern: Pattern): WritablePattern => structuredClone(pattern) as WritablePattern

type Props = {
  schedule: ScheduleInput
  today: string
  onChange: (change: Partial<ScheduleInput>) => void
  errors: { pattern?: string | undefined; starts_on?: string | undefined; anchor_on?: string | undefined }
}

/** The schedule form, with a preview of four weeks. */
export const ScheduleFields = ({ schedule, today, onChange, errors }: Props) => {
  const problem = problemOfPattern(schedule.pattern)
  const ready = problem === null && isDate(schedule.starts_on) && isDate(schedule.anchor_on)
  const turns = schedule.pattern.kind !== 'weekdays'
  return (
    <>
      <PatternFields
        pattern={schedule.pattern}
        onChange={(pattern) => onChange({ pattern: writable(pattern) })}
        error={problem ? patternWords(problem) : errors.pattern}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Starts on" hint="First day these tours apply." error={errors.starts_on}>
          {(control) => (
            <DateInput
              {...control}
              value={schedule.starts_on}
              onChange={({ target: { value } }) =>
                onChange(
                  schedule.anchor_on === schedule.starts_on
                    ? { starts_on: value, anchor_on: value }
                    : { starts_on: value },
                )
              }
            />
          )}
        </Field>
        {turns && (
          <Field label="Day 1 of the cycle" hint="Any day a cycle starts." error={errors.anchor_on}>
            {(control) => (
              <DateInput
                {...control}
                value={schedule.anchor_on}
                onChange={({ target: { value } }) => onChange({ anchor_on: value })}
              />
            )}
          </Field>
        )}
      </div>
      <Field label="When clocks change" hint="Tours always start at the same local time.">
        {(control) => (
          <Select
            {...control}
            value={schedule.keeps}
            options={keepings.map((value) => ({ value, label: keepsWords[value] }))}
            onChange={(keeps) => onChange({ keeps })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2" aria-live="polite">
        <p className="font-medium">4-week preview</p>
        {ready ? (
          <TourStrip label="4-week preview" today={today} days={stripDays([schedule], schedule.starts_on, 28)} />
        ) : (
          <p className="text-small text-faint">Appears when days and times are complete.</p>
        )}
      </div>
    </>
  )
}
