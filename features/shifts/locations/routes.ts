import { mapTiles } from '#platform/server/map-tiles.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { deleteLocation, editLocation, getMap, listLocations, saveLocation } from './contract.ts'
import { MOST_LOCATIONS } from './rules.ts'
import * as store from './store.ts'

const named = { constraints: { locations_name: 'location_taken' } } as const

export const routes: readonly Route[] = [
  read(listLocations, store.listLocationRows),
  // The server's own setting: nothing is asked of the database.
  read(getMap, store.findNothing, () => {
    const { url, attribution } = mapTiles()
    return { tiles: url, attribution }
  }),
  write(
    saveLocation,
    async ({ db, input }) => {
      await store.lockLocations(db)
      if ((await store.countLocations(db)) >= MOST_LOCATIONS)
        return refuse('too_many_locations', { most: MOST_LOCATIONS })
      return { id: await store.insertLocation(db, input) }
    },
    named,
  ),
  write(
    editLocation,
    async ({ db, input }) => {
      const found = await store.lockLocation(db, input.id)
      if (!found) return refuse('not_found')
      if (found.version !== input.version) return refuse('changed_meanwhile')
      await store.updateLocation(db, input.id, input)
      return { done: true }
    },
    named,
  ),
  write(deleteLocation, async ({ db, input }) =>
    (await store.deleteLocationRow(db, input.id)) === 0 ? refuse('not_found') : { done: true },
  ),
]
