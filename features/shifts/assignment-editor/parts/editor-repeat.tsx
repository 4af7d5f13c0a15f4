import { Controller, useWatch } from 'react-hook-form'
import { clockNoteWords } from '#features/shifts/assignments/words.ts'
import { dateWords } from '#platform/shared/when.ts'
import { DateField, NumberField, SelectField, SwitchField } from '#platform/web/forms/fields.tsx'
import { clockOf } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { FieldError, FieldGroup } from '#platform/web/ui/field.tsx'
import { type EditorValues, previewOf, seriesOf } from '../client.ts'
import { problemsOfSeries } from '../rules.series.ts'
import { seriesErrors } from '../words.ts'
import type { EditorForm } from './editor-times.tsx'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const Weekdays = ({ form }: { form: EditorForm }) => (
  <Controller
    control={form.control}
    name="weekdays"
    render={({ field }) => (
      <fieldset className="flex min-w-0 flex-wrap gap-x-5">
        <legend className="font-medium">On</legend>
        {days.map((day, number) => (
          <Checkbox
            key={day}
            label={day}
            checked={field.value.includes(number)}
            onChange={(on) =>
              field.onChange(on ? [...field.value, number].sort() : field.value.filter((one: number) => one !== number))
            }
          />
        ))}
      </fieldset>
    )}
  />
)

/** All dates of the series, marking those moved by a clock change. */
const Preview = ({ values }: { values: EditorValues }) => {
  const series = seriesOf(values)
  if (!series) return <p className="text-faint">Choose a date, time and end of series to preview the dates.</p>
  const problem = seriesErrors(problemsOfSeries(series))[0]
  if (problem) return <FieldError>{problem.message}</FieldError>
  const found = previewOf(series) ?? []
  return (
    <section aria-label="Series dates" className="rounded-ui border border-line bg-surface">
      <h3 className="border-b border-line px-4 py-2.5 font-semibold">
        {found.length} {found.length === 1 ? 'shift' : 'shifts'}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="Dates" className="figures max-h-72 divide-y divide-line overflow-y-auto px-4">
        {found.map((one) => {
          const mark = one.start_mark ?? one.end_mark
          return (
            <li key={one.date} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-48">{dateWords(one.date)}</span>
              <span>
                {clockOf(one.start_time)}–{clockOf(one.end_time)}
              </span>
              {mark && <Badge tone="warn">{clockNoteWords[mark]}</Badge>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

export const EditorRepeat = ({ form }: { form: EditorForm }) => {
  useWatch({ control: form.control })
  const values = form.getValues()
  return (
    <FieldGroup legend="Repetition">
      <SwitchField
        form={form}
        name="repeats"
        label="This shift repeats"
        hint="Local times stay the same across clock changes."
      />
      {values.repeats && (
        <>
          <div className="flex flex-wrap gap-4">
            <NumberField form={form} name="every" label="Every" min={1} max={52} step={1} />
            <SelectField
              form={form}
              name="unit"
              label="Unit"
              options={[
                { value: 'weeks', label: 'weeks' },
                { value: 'days', label: 'days' },
              ]}
              className="w-36"
            />
            <DateField form={form} name="until" label="Until" hint="Includes this date" optional />
            <NumberField form={form} name="count" label="Number of shifts" min={1} max={366} step={1} optional />
          </div>
          {values.unit === 'weeks' && <Weekdays form={form} />}
          <Preview values={values} />
        </>
      )}
    </FieldGroup>
  )
}
