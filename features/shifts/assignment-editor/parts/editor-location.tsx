import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import { useWatch } from 'react-hook-form'
import type { Location } from '#features/shifts/locations/contract.ts'
import { editLocation, listLocations, saveLocation } from '#features/shifts/locations/contract.ts'
import { PositionFields } from '#features/shifts/locations/parts/position-fields.tsx'
import { namedLocation } from '#features/shifts/locations/rules.ts'
import { SuggestField, TextField } from '#platform/web/forms/fields.tsx'
import { useWrites } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fillLocation } from '../client.ts'
import type { EditorForm } from './editor-times.tsx'

const reads = [listLocations] as const

/** Keeps what is typed under its name, or brings the saved one up to date; nothing where it is saved just so. */
const SaveLocation = ({
  form,
  locations,
  verified,
}: {
  form: EditorForm
  locations: readonly Location[]
  verified: boolean
}) => {
  const { run, pending } = useWrites({ invalidates: reads })
  const [name, address, lat, lng, radius_m] = useWatch({
    control: form.control,
    name: ['location_name', 'location_address', 'location_lat', 'location_lng', 'location_radius_m'],
  })
  if (name.trim() === '') return null
  const known = namedLocation(locations, name)
  // A plan without checked positions neither shows nor changes them.
  const position = verified
    ? { lat, lng, radius_m }
    : { lat: known?.lat ?? null, lng: known?.lng ?? null, radius_m: known?.radius_m ?? null }
  const typed = { name: known?.name ?? name.trim(), address: address.trim() || null, ...position }
  const same =
    known !== null &&
    known.address === typed.address &&
    known.lat === typed.lat &&
    known.lng === typed.lng &&
    known.radius_m === typed.radius_m
  if (same) return null
  const save = async () => {
    if (known) await run(editLocation, { ...typed, id: known.id, version: known.version })
    else await run(saveLocation, typed)
    toast.success('Location saved', `"${typed.name}"`)
  }
  return (
    <div className="md:absolute md:-top-1.5 md:right-0">
      <Button
        look="quiet"
        size="small"
        icon={<MapPinPlus aria-hidden />}
        busy={pending}
        onClick={() => void save().catch(toast.failure)}
      >
        {known ? 'Update saved location' : 'Save this location'}
      </Button>
    </div>
  )
}

/** Name and address; a saved location fills in both, with its position. */
export const EditorLocation = ({ form, locations }: { form: EditorForm; locations: readonly Location[] }) => {
  const verified = useOrganization().features_enabled.location_verification
  return (
    <div className="relative flex flex-col gap-1">
      <div className="grid gap-4 md:grid-cols-2">
        <SuggestField
          form={form}
          name="location_name"
          label="Location"
          optional
          maxLength={160}
          options={locations.map(({ id, name, address }) => ({
            value: id,
            label: name,
            ...(address ? { hint: address } : {}),
          }))}
          onPick={({ value }) => {
            const picked = locations.find(({ id }) => id === value)
            if (picked) fillLocation(form, picked, verified)
          }}
        />
        <TextField form={form} name="location_address" label="Address" maxLength={300} optional />
      </div>
      <SaveLocation form={form} locations={locations} verified={verified} />
    </div>
  )
}

/** The check-in radius, for plans with location verification. */
export const EditorPosition = ({ form }: { form: EditorForm }) => {
  const [lat, lng, radius_m] = useWatch({
    control: form.control,
    name: ['location_lat', 'location_lng', 'location_radius_m'],
  })
  const { errors } = form.formState
  const set = { shouldDirty: true, shouldTouch: true } as const
  return (
    <PositionFields
      value={{ lat, lng, radius_m }}
      errors={{
        lat: errors.location_lat?.message,
        lng: errors.location_lng?.message,
        radius_m: errors.location_radius_m?.message,
      }}
      onChange={(next) => {
        form.clearErrors(['location_lat', 'location_lng', 'location_radius_m'])
        if (next.lat !== undefined) form.setValue('location_lat', next.lat, set)
        if (next.lng !== undefined) form.setValue('location_lng', next.lng, set)
        if (next.radius_m !== undefined) form.setValue('location_radius_m', next.radius_m, set)
      }}
    />
  )
}
