import { clashes } from '#features/department/settings/rules.ts'
import { findChangedSince, lockOrganization, updateOrganization } from '#features/department/settings/store.ts'
import { makeLimit } from '#platform/server/rate-limit.ts'
import { type Outside, type Route, read, refuse, write } from '#platform/server/route.ts'
import { editBranding, readBranding, removeLogo, uploadLogo } from './contract.ts'
import { drawLogo } from './jobs.ts'
import { LOGOS_A_MINUTE } from './rules.ts'
import { type Drawn, findBranding, findLogoUrl, findOrganizationId, insertLogo, updateReplaced } from './store.ts'

const mayUpload = makeLimit(LOGOS_A_MINUTE)

/** Before the transaction: authorizes the caller, counts attempts, and re-encodes the file in its own thread. */
const prepareLogo = async (outside: Outside) => {
  if (!mayUpload(await outside.caller(findOrganizationId))) return refuse('too_many')
  if (!outside.file) return refuse('logo_missing')
  const drawn = await drawLogo(outside.file.bytes)
  return 'refused' in drawn ? refuse(drawn.refused) : drawn
}

export const routes: readonly Route[] = [
  read(readBranding, findBranding),

  write(editBranding, async ({ db, input }) => {
    const { version, ...changes } = input
    const now = await lockOrganization(db)
    if (!now) return refuse('not_found')
    if (Object.keys(changes).length === 0) return { version: now.version }
    if (now.version !== version) {
      const since = version < now.version ? await findChangedSince(db, version) : null
      const both = since ? clashes(Object.keys(changes), since.changed) : Object.keys(changes)
      if (both.length > 0) {
        return refuse('changed_meanwhile', { version: now.version, changed: both, by: since?.by ?? null })
      }
    }
    return { version: await updateOrganization(db, changes) }
  }),

  write<typeof uploadLogo, Drawn>(
    uploadLogo,
    async ({ db, prepared }) => {
      await lockOrganization(db)
      const id = await insertLogo(db, prepared)
      const version = await updateOrganization(db, { logo_id: id })
      await updateReplaced(db, id)
      return { version, url: await findLogoUrl(db) }
    },
    { prepare: async (_input, outside) => prepareLogo(outside) },
  ),

  write(removeLogo, async ({ db }) => {
    const now = await lockOrganization(db)
    if (!now) return refuse('not_found')
    const removed = await updateReplaced(db, null)
    return { version: removed > 0 ? await updateOrganization(db, { logo_id: null }) : now.version }
  }),
]
