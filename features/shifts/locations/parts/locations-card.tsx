import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { radiusWords } from '#platform/shared/feet.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { deleteLocation, editLocation, type Location, listLocations, saveLocation } from '../contract.ts'
import { locationBounds } from '../rules.ts'
import { PositionFields } from './position-fields.tsx'

const reads = [listLocations] as const
const none = { name: '', address: '', lat: null, lng: null, radius_m: null }

const Fields = ({ form }: { form: ReturnType<typeof useContractForm<typeof saveLocation>> }) => {
  const verified = useOrganization().features_enabled.location_verification
  const [lat, lng, radius_m] = useWatch({ control: form.control, name: ['lat', 'lng', 'radius_m'] })
  const { errors } = form.formState
  return (
    <>
      <TextField form={form} name="name" label="Name" maxLength={locationBounds.name} autoFocus />
      <TextField form={form} name="address" label="Address" optional maxLength={locationBounds.address} />
      {verified && (
        <PositionFields
          value={{ lat: lat ?? null, lng: lng ?? null, radius_m: radius_m ?? null }}
          errors={{ lat: errors.lat?.message, lng: errors.lng?.message, radius_m: errors.radius_m?.message }}
          onChange={(next) => {
            form.clearErrors(['lat', 'lng', 'radius_m'])
            const set = { shouldDirty: true, shouldTouch: true } as const
            if (next.lat !== undefined) form.setValue('lat', next.lat, set)
            if (next.lng !== undefined) form.setValue('lng', next.lng, set)
            if (next.radius_m !== undefined) form.setValue('radius_m', next.radius_m, set)
          }}
        />
      )}
    </>
  )
}

/** A new one, or one that is changed. */
const LocationDialog = ({ of, onClose }: { of: Location | null; onClose: () => void }) => {
  const form = useContractForm(
    saveLocation,
    of ? { name: of.name, address: of.address ?? '', lat: of.lat, lng: of.lng, radius_m: of.radius_m } : none,
  )
  const save = useWrite(saveLocation, { invalidates: reads })
  const edit = useWrite(editLocation, { invalidates: reads })
  return (
    <FormDialog
      form={form}
      size="wide"
      title={of ? 'Edit location' : 'New location'}
      description="Posted shifts keep their current location."
      action="Save location"
      back="Cancel"
      onSubmit={async (typed) => {
        if (of) await edit.run({ ...typed, id: of.id, version: of.version })
        else await save.run(typed)
      }}
      onDone={() => toast.success('Location saved')}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

const Row = ({ of, onEdit, onDelete }: { of: Location; onEdit: () => void; onDelete: () => void }) => {
  const facts = [
    of.address,
    of.lat === null
      ? null
      : `Check-in within ${of.radius_m === null ? 'the default distance' : radiusWords(of.radius_m)}`,
  ]
  const may = useMay()
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{of.name}</p>
        <p className="text-small text-soft">{facts.filter(Boolean).join(' · ') || 'No address'}</p>
      </div>
      {may(editLocation) && (
        <>
          <IconButton label={`Edit ${of.name}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <IconButton label={`Delete ${of.name}`} icon={<Trash aria-hidden />} onClick={onDelete} />
        </>
      )}
    </li>
  )
}

/** The saved locations of the department: renamed, corrected, deleted, added. */
export const LocationsCard = () => {
  const read = useRead(listLocations, {})
  const remove = useWrite(deleteLocation, { invalidates: reads })
  const [editing, setEditing] = useState<Location | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Location | null>(null)
  const may = useMay()
  const items = read.data?.items ?? []
  return (
    <Card
      title="Locations"
      hint="Choose them by name when you post a shift."
      className="max-w-3xl"
      aside={
        may(saveLocation) && (
          <Button size="small" icon={<MapPinPlus aria-hidden />} onClick={() => setEditing('new')}>
            Add location
          </Button>
        )
      }
    >
      {read.isPending && <ListSkeleton rows={2} />}
      {read.error && <ErrorState quiet error={read.error} retry={() => void read.refetch()} />}
      {read.data && items.length === 0 && (
        <EmptyState
          quiet
          title="No saved locations"
          text='Add one here, or select "Save this location" on a new shift.'
        />
      )}
      <ul aria-label="Saved locations" className="divide-y divide-line">
        {items.map((one) => (
          <Row key={one.id} of={one} onEdit={() => setEditing(one)} onDelete={() => setDeleting(one)} />
        ))}
      </ul>
      {editing && <LocationDialog of={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete "${deleting?.name ?? ''}"?`}
        text="Posted shifts keep this location."
        action="Delete location"
        onConfirm={() => remove.run({ id: deleting?.id ?? '' })}
      />
    </Card>
  )
}
