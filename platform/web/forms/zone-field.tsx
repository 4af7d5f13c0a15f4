import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, type PathValue, useWatch } from 'react-hook-form'
import { zoneNames, zoneOfCity } from '#platform/shared/city-zones.ts'
import { Button } from '../ui/button.tsx'
import type { ContractForm } from './contract-form.ts'
import { ComboboxField, TextField } from './fields.tsx'

/** `America/New York` */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

const all = zoneNames.map((zone) => ({ value: zone, label: zoneLabel(zone) }))
const known = new Set(zoneNames)

type Props<V extends FieldValues> = {
  form: ContractForm<V>
  name: FieldPath<V>
  label?: string
  hint?: ReactNode
  className?: string
}

/** A time zone, found by typing. The current value is always among the choices, even if this browser does not list it. */
export const ZoneField = <V extends FieldValues>({ label = 'Time zone', ...props }: Props<V>) => {
  const value: unknown = useWatch({ control: props.form.control, name: props.name })
  const isOther = typeof value === 'string' && value !== '' && !known.has(value)
  const options = isOther ? [...all, { value, label: zoneLabel(value) }] : all
  return <ComboboxField {...props} label={label} options={options} placeholder="Type a city or zone" />
}

/** Offers the zone of the city typed in another field; only pressing it selects the zone. */
export const ZoneSuggestion = <V extends FieldValues>({
  form,
  name,
  city,
}: {
  form: ContractForm<V>
  name: FieldPath<V>
  city: FieldPath<V>
}) => {
  const [zone, typed]: unknown[] = useWatch({ control: form.control, name: [name, city] })
  const found = typeof typed === 'string' ? zoneOfCity(typed) : null
  if (found === null || found === zone || typeof typed !== 'string') return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-soft" aria-live="polite">
      <span>
        {typed.trim()} usually uses {zoneLabel(found)}.
      </span>
      <Button
        size="small"
        onClick={() =>
          form.setValue(name, found as PathValue<V, FieldPath<V>>, {
            shouldDirty: true,
            shouldTouch: true,
            shouldValidate: true,
          })
        }
      >
        Use {zoneLabel(found)}
      </Button>
    </p>
  )
}

/** A new department's location: the city only suggests a zone, which must be chosen. For forms with `city` and `time_zone`. */
export const CityAndZone = <V extends FieldValues>({ form }: { form: ContractForm<V> }) => {
  const [city, zone] = ['city' as FieldPath<V>, 'time_zone' as FieldPath<V>]
  return (
    <>
      <TextField
        form={form}
        name={city}
        label="City"
        optional
        hint="With the state, such as El Paso, TX. Used to suggest the time zone and show the weather."
        autoComplete="off"
      />
      <ZoneSuggestion form={form} name={zone} city={city} />
      <ZoneField
        form={form}
        name={zone}
        hint="The department's time zone, used for all shifts and the end of the trial."
      />
    </>
  )
}
