import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useState } from 'react'
import { feetOf, feetUnit, metersOf, radiusFeet, radiusWords } from '#platform/shared/feet.ts'
import { UnitInput } from '#platform/web/forms/other-unit.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { LocationMap } from './map.tsx'

export type Position = { lat: number | null; lng: number | null; radius_m: number | null }
type Props = {
  value: Position
  onChange: (next: Partial<Position>) => void
  errors?: { lat?: string | undefined; lng?: string | undefined; radius_m?: string | undefined }
}

const why: Readonly<Record<number, string>> = {
  1: 'Your browser blocks location for this site. Allow it in the site settings, or enter the coordinates.',
  2: "Your location isn't available right now. Try again, or enter the coordinates.",
  3: 'Finding your location took too long. Try again, or enter the coordinates.',
}

/** Fills in the person's current position, such as at the gate with a phone. */
const UseMyPosition = ({ onFound }: { onFound: (lat: number, lng: number) => void }) => {
  const [state, setState] = useState<'idle' | 'asking' | string>('idle')
  const ask = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onFound(Math.round(coords.latitude * 1e6) / 1e6, Math.round(coords.longitude * 1e6) / 1e6)
      },
      ({ code }) => setState(why[code] ?? why[2] ?? ''),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div>
        <Button icon={<LocateFixed aria-hidden />} busy={state === 'asking'} onClick={ask} wide>
          Use my location
        </Button>
      </div>
      {state !== 'idle' && state !== 'asking' && <FieldError>{state}</FieldError>}
    </div>
  )
}

const Coordinate = ({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: number | null
  error: string | undefined
  onChange: (value: number | null) => void
}) => (
  <Field label={label} error={error} className="min-w-36 flex-1">
    {(control) => (
      <Input
        {...control}
        type="number"
        inputMode="decimal"
        step={0.000001}
        className="figures"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
      />
    )}
  </Field>
)

const usual = 1640

const Radius = ({
  value,
  fallback,
  error,
  onChange,
}: {
  value: number | null
  fallback: number
  error: string | undefined
  onChange: (value: number | null) => void
}) => {
  const feet = feetOf(value ?? fallback)
  return (
    <Field
      label="Check-in radius in feet"
      optional
      error={error}
      hint={`Check-in is verified within this distance. Default: ${radiusWords(fallback)}.`}
    >
      {(control) => (
        <span className="flex items-center gap-3">
          <UnitInput
            {...control}
            unit={feetUnit}
            min={radiusFeet.min}
            max={radiusFeet.max}
            step={10}
            className="figures w-28! shrink-0"
            placeholder={String(feetOf(fallback))}
            held={value}
            onHeld={onChange}
          />
          <input
            type="range"
            aria-label="Check-in radius"
            aria-valuetext={radiusWords(value ?? fallback)}
            min={radiusFeet.min}
            max={Math.max(usual, feet)}
            step={10}
            value={feet}
            className="h-11 min-w-0 flex-1 accent-brand md:h-control"
            onChange={(event) => onChange(metersOf(event.target.valueAsNumber))}
          />
        </span>
      )}
    </Field>
  )
}

/** A location's coordinates and check-in radius. */
export const PositionFields = ({ value, onChange, errors = {} }: Props) => {
  const { location_radius_m: fallback } = useOrganization()
  const { lat, lng, radius_m } = value
  const isWhole = (number: number | null): number is number => number !== null && Number.isFinite(number)
  const radius = isWhole(radius_m) && radius_m > 0 ? radius_m : fallback
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <UseMyPosition onFound={(found, east) => onChange({ lat: found, lng: east })} />
        <div className="flex flex-wrap gap-3">
          <Coordinate label="Latitude" value={lat} error={errors.lat} onChange={(next) => onChange({ lat: next })} />
          <Coordinate label="Longitude" value={lng} error={errors.lng} onChange={(next) => onChange({ lng: next })} />
        </div>
        <Radius
          value={radius_m}
          fallback={fallback}
          error={errors.radius_m}
          onChange={(next) => onChange({ radius_m: next })}
        />
      </div>
      <LocationMap
        point={isWhole(lat) && isWhole(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null}
        radius_m={Math.min(5000, Math.max(10, radius))}
        onPoint={onChange}
      />
    </div>
  )
}
