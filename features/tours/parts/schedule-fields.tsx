import { isDate } from '#platform/shared/time.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { keepings, type Pattern, problemOfPattern, type Schedule } from '../rules.ts'
import { keepsWords, patternWords } from '../rules.words.ts'
import { PatternFields } from './pattern-fields.tsx'
import { stripDays, TourStrip } from './tour-strip.tsx'

/** What an input of the contract holds: the same, with lists that may be written to. */
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

/** The schedule as it is typed, with the four weeks that it makes. */
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
        <Field label="Holds from" hint="The first day with these tours." error={errors.starts_on}>
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
          <Field label="Day 1 of the cycle" hint="Any day on which a turn begins." error={errors.anchor_on}>
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
      <Field label="When the clock changes" hint="A tour always begins at its time on the clock.">
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
        <p className="font-medium">Four weeks of it</p>
        {ready ? (
          <TourStrip label="Preview of four weeks" today={today} days={stripDays([schedule], schedule.starts_on, 28)} />
        ) : (
          <p className="text-small text-faint">Appears once days and times are whole.</p>
        )}
      </div>
    </>
  )
}
