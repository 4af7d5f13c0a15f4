import { useWatch } from 'react-hook-form'
import { clockWords, type TimeFormat } from '#platform/shared/time.ts'
import { isZone } from '#platform/shared/zone.ts'
import { useNow } from '#platform/web/clock.ts'
import { RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { ZoneField, ZoneSuggestion } from '#platform/web/forms/zone-field.tsx'
import { clockOf, day, timeValue, zoneName } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { SettingsForm } from '../client.ts'
import type { Settings } from '../contract.ts'

/** The current time in the chosen time zone and format. */
const Now = ({ zone, format }: { zone: string; format: TimeFormat }) => {
  const now = useNow(5_000)
  if (!isZone(zone)) return null
  return (
    <p className="text-soft" aria-live="off">
      Current time:{' '}
      <span className="figures font-semibold text-ink">
        {clockWords(timeValue(now, zone), format)} {zoneName(now, zone)}
      </span>
      , {day(now, zone, now)}.
    </p>
  )
}

export const TimeFields = ({ form, saved }: { form: SettingsForm; saved: Settings }) => {
  const [zone, format] = useWatch({ control: form.control, name: ['time_zone', 'time_format'] })
  return (
    <Card title="Time">
      <div className="flex flex-col gap-4">
        <ZoneField form={form} name="time_zone" className="md:w-80" />
        <ZoneSuggestion form={form} name="time_zone" city="city" />
        <Now zone={String(zone)} format={format === '12h' ? '12h' : '24h'} />
        {zone !== saved.time_zone && (
          <Notice tone="warn" title="Effects of the new time zone">
            Screens, reports, quiet hours and the end of the trial use the new time zone. If shifts are posted, you
            choose how to handle them when you save.
          </Notice>
        )}
        <RadioField
          form={form}
          name="time_format"
          label="Time format"
          hint="On every screen and in emails."
          options={[
            { value: '24h', label: '24 hours', hint: '18:30' },
            { value: '12h', label: '12 hours', hint: '6:30 PM' },
          ]}
        />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="font-medium">Quiet hours</legend>
          <p className="text-small text-faint">
            Email, push and text messages wait until quiet hours end, except order-ins. Leave empty for no quiet hours.
            Example: {clockOf('22:00')} to {clockOf('06:00')}.
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
