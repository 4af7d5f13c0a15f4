import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, line, Version } from '#platform/shared/shapes.ts'
import { locationBounds } from './rules.ts'

const [least, most] = locationBounds.radius
const typed = {
  name: line(1, locationBounds.name),
  address: line(0, locationBounds.address).nullish(),
  lat: z.number().min(-90, 'From -90 to 90.').max(90, 'From -90 to 90.').nullish(),
  lng: z.number().min(-180, 'From -180 to 180.').max(180, 'From -180 to 180.').nullish(),
  /** Meters; none: the department's. */
  radius_m: z.int('Enter a whole number.').min(least, 'At least 40 ft.').max(most, 'At most 16,400 ft.').nullish(),
}
const wholePosition = (
  { lat, lng }: { lat?: number | null | undefined; lng?: number | null | undefined },
  context: z.core.$RefinementCtx,
) => {
  if ((lat == null) === (lng == null)) return
  context.addIssue({
    code: 'custom',
    path: [lat == null ? 'lat' : 'lng'],
    message: 'Enter both latitude and longitude, or neither.',
  })
}

export const Location = z.object({
  id: Id,
  name: z.string(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  radius_m: z.int().nullable(),
  version: z.int(),
})
export type Location = z.infer<typeof Location>

export const listLocations = endpoint({
  name: 'locations.list',
  summary: "The department's saved locations, by name.",
  method: 'GET',
  path: '/api/locations',
  who: 'admin',
  input: z.object({}),
  output: z.object({ items: z.array(Location), next: z.string().nullable() }),
  errors: {},
  topics: ['assignments'],
})

export const saveLocation = endpoint({
  name: 'locations.save',
  summary: 'Saves a location under a name.',
  method: 'POST',
  path: '/api/locations',
  who: 'admin',
  forSupport: true,
  input: z.object(typed).superRefine(wholePosition),
  output: z.object({ id: Id }),
  errors: { location_taken: 409, too_many_locations: 409 },
})

export const editLocation = endpoint({
  name: 'locations.edit',
  summary: 'Changes a saved location. Posted shifts keep their current location.',
  method: 'PATCH',
  path: '/api/locations/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({ ...typed, id: Id, version: Version }).superRefine(wholePosition),
  output: Done,
  errors: { location_taken: 409 },
})

export const deleteLocation = endpoint({
  name: 'locations.delete',
  summary: 'Deletes a saved location. Posted shifts keep their current location.',
  method: 'DELETE',
  path: '/api/locations/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})

export const getMap = endpoint({
  name: 'locations.map',
  summary: "Where the server's map tiles come from; null where it has none.",
  method: 'GET',
  path: '/api/map',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    /** With {z}, {x} and {y}. */
    tiles: z.string().nullable(),
    attribution: z.string(),
  }),
  errors: {},
})
