import { useWatch } from 'react-hook-form'
import type { SettingsForm } from '#features/department/settings/client.ts'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { settingBounds } from '#features/department/settings/rules.ts'
import { useZoneQuestion } from '#features/shifts/zone-changes/parts/zone-question.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { isZone } from '#platform/shared/zone.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { ZoneField, ZoneSuggestion, zoneLabel } from '#platform/web/forms/zone-field.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { clock, day } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

type Saved = OutputOf<typeof readSettings>

const Fields = ({ saved }: { saved: Saved }) => {
  const { city, time_zone, version } = saved
  const form: SettingsForm = useContractForm(editSettings, { city, time_zone, version })
  const edit = useWrite(editSettings, { invalidates: [readSettings] })
  const zone = useZoneQuestion()
  const now = useNow(5_000)
  const [typedZone, typedCity] = useWatch({ control: form.control, name: ['time_zone', 'city'] })
  const changed = typedZone !== time_zone || typedCity !== city
  const save = (typed: { city?: string | undefined; time_zone?: string | undefined }) => {
    const changes = {
      ...(typed.city === city ? {} : { city: typed.city }),
      ...(typed.time_zone === time_zone ? {} : { time_zone: typed.time_zone }),
    }
    return zone.saving(changes.time_zone, async (shifts_keep) => {
      await edit.run({ ...changes, version, shifts_keep })
      toast.success('Saved', `Shifts are shown in ${zoneLabel(typed.time_zone ?? time_zone)}.`)
    })
  }
  return (
    <Form form={form} onSubmit={save}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          form={form}
          name="city"
          label="City"
          hint="Include the state, such as El Paso, TX. Used for the weather."
          maxLength={settingBounds.city}
          autoComplete="off"
          optional
        />
        <ZoneField
          form={form}
          name="time_zone"
          hint={
            typeof typedZone === 'string' && isZone(typedZone)
              ? `Current time: ${clock(now, typedZone)}, ${day(now, typedZone, now)}.`
              : undefined
          }
        />
      </div>
      <ZoneSuggestion form={form} name="time_zone" city="city" />
      <Needs call={editSettings}>
        <div>
          <SubmitButton form={form} look="plain" why={changed ? null : 'No changes yet.'}>
            Save city and time zone
          </SubmitButton>
        </div>
      </Needs>
      {zone.question}
    </Form>
  )
}

/** On the first page of the setup, whichever that is: every time the department sees depends on it. */
export const ZoneCard = () => {
  const { data } = useRead(readSettings, {})
  if (!data) return null
  return (
    <div className="mb-5">
      <Card title="City and time zone" hint="Check this first: every shift is posted and shown in this time zone.">
        <Fields key={data.version} saved={data} />
      </Card>
    </div>
  )
}
