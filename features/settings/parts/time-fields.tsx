import { useWatch } from 'react-hook-form'
import { clockWords, type TimeFormat } from '#platform/shared/time.ts'
import { isZone } from '#platform/shared/zone.ts'
import { useNow } from '#platform/web/clock.ts'
import { ComboboxField, RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { clockOf, day, timeValue, zoneName } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { SettingsForm } from '../client.ts'
import type { Settings } from '../contract.ts'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** What a clock in the chosen zone shows, in the chosen form. */
const Now = ({ zone, format }: { zone: string; format: TimeFormat }) => {
  const now = useNow(5_000)
  if (!isZone(zone)) return null
  return (
    <p className="text-soft" aria-live="off">
      It is now{' '}
      <span className="figures font-semibold text-ink">
        {clockWords(timeValue(now, zone), format)} {zoneName(now, zone)}
      </span>{' '}
      there, {day(now, zone, now)}.
    </p>
  )
}

export const TimeFields = ({ form, saved }: { form: SettingsForm; saved: Settings }) => {
  const [zone, format] = useWatch({ control: form.control, name: ['time_zone', 'time_format'] })
  return (
    <Card title="Time">
      <div className="flex flex-col gap-4">
        <ComboboxField form={form} name="time_zone" label="Time zone" options={zones} className="md:w-80" />
        <Now zone={String(zone)} format={format === '12h' ? '12h' : '24h'} />
        {zone !== saved.time_zone && (
          <Notice tone="warn" title="What changes with the zone">
            Shifts that are posted already keep the zone they were posted in, and their times. New shifts, the days and
            weeks of hours and reports, quiet hours and the last day of a trial go by the new zone.
          </Notice>
        )}
        <RadioField
          form={form}
          name="time_format"
          label="Time format"
          hint="On every screen and in mails."
          options={[
            { value: '24h', label: '24 hours', hint: '18:30' },
            { value: '12h', label: '12 hours', hint: '6:30 PM' },
          ]}
        />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="font-medium">Quiet hours</legend>
          <p className="text-small text-faint">
            Mails and messages that can wait are held until they end. Empty: none. For example {clockOf('22:00')} to{' '}
            {clockOf('06:00')}.
          </p>
          <div className="flex flex-wrap gap-4">
            <TimeField form={form} name="quiet_from" label="From" optional />
            <TimeField form={form} name="quiet_to" label="To" optional />
          </div>
        </fieldset>
      </div>
    </Card>
  )
}
