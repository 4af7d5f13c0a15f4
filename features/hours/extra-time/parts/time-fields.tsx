import { MINUTE } from '#platform/shared/time.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue, day, duration } from '#platform/web/time.ts'
import { zoneNote } from '#platform/web/zone-note.ts'
import { timesOf, WallTimes } from '../client.ts'

const whichOptions = [
  { value: 'earlier', label: 'First' },
  { value: 'later', label: 'Second' },
]

/** The day and the two times, a choice between the two instants of a repeated clock time, and the resulting duration. */
export const TimeFields = <V extends WallTimes>({ form, from }: { form: ContractForm<V>; from?: string }) => {
  const { time_zone: zone } = useOrganization()
  // The time fields of a form that has additional ones.
  const of = form as unknown as ContractForm<WallTimes>
  const wall = of.watch()
  const complete = WallTimes.safeParse(wall)
  const times = complete.success ? timesOf(complete.data, zone) : null
  const asks = (field: 'start_time' | 'end_time') =>
    (field === 'start_time' ? wall.start_which : wall.end_which) !== null ||
    (times !== null && 'field' in times && times.twice && times.field === field)
  const overnight = wall.end_time <= wall.start_time
  const end = times && 'minutes' in times ? Date.parse(times.starts_at) + times.minutes * MINUTE : 0
  return (
    <>
      <DateField
        form={of}
        name="date"
        label="Day"
        {...(from ? { min: dateValue(from, zone) } : {})}
        max={dateValue(Date.now(), zone)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField form={of} name="start_time" label={`From${zoneNote(Date.now(), zone)}`} />
        <TimeField form={of} name="end_time" label="To" />
      </div>
      {asks('start_time') && (
        <RadioField
          form={of}
          name="start_which"
          label="This start time occurs twice. Which one?"
          options={whichOptions}
        />
      )}
      {asks('end_time') && (
        <RadioField form={of} name="end_which" label="This end time occurs twice. Which one?" options={whichOptions} />
      )}
      <p className="figures text-small text-soft" aria-live="polite">
        {times && 'minutes' in times
          ? `${duration(times.minutes)}${overnight ? `, ends ${day(end, zone)}` : ''}`
          : "If the end is at or before the start, it's on the next day."}
      </p>
    </>
  )
}
