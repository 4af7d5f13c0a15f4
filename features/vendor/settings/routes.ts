import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { editVendorSettings, readVendorSettings } from './contract.ts'
import { findSettings, findVersion, updateSettings } from './store.ts'

export const routes: readonly Route[] = [
  read(readVendorSettings, findSettings),
  write(editVendorSettings, async ({ db, input }) => {
    const version = await updateSettings(db, input)
    return version === null ? refuse('changed_meanwhile', { version: await findVersion(db) }) : { version }
  }),
]
