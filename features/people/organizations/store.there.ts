import { type Database, enterAnyone } from '#platform/server/db.ts'
import { type PublicOrganization, readByAgency, readById } from './contract.ts'
import { findPublicByAgency, findPublicById } from './store.ts'

/** Anonymous visitors trigger this with every mistyped address; this limits concurrent database queries. */
const mostAtOnce = 4
/** How long an existing department is cached as existing. */
const knownForMs = 30_000
const mostKnown = 1000

/** Whether a department that visitors may see exists at this subdomain or id. */
export const makeIsDepartment = (database: Database) => {
  const known = new Map<string, number>()
  let asking = 0
  const find = async (asked: { agency: string } | { id: string }): Promise<boolean> => {
    const byAgency = readByAgency.input.safeParse(asked)
    const byId = readById.input.safeParse(asked)
    if (!byAgency.success && !byId.success) return false
    const statement = byAgency.success ? findPublicByAgency(byAgency.data.agency) : findPublicById(byId.data?.id ?? '')
    return (await database.read(enterAnyone, statement)).length > 0
  }
  return async (asked: { agency: string } | { id: string }): Promise<boolean> => {
    const key = JSON.stringify(asked)
    if ((known.get(key) ?? 0) > Date.now()) return true
    // Assume that it exists: the app checks anyway, as it does when the database does not answer.
    if (asking >= mostAtOnce) return true
    asking += 1
    try {
      const there = await find(asked)
      if (known.size >= mostKnown) known.clear()
      if (there) known.set(key, Date.now() + knownForMs)
      return there
    } finally {
      asking -= 1
    }
  }
}

/** What visitors may know of the department at this subdomain; null if there is none. */
export const readPublic = async (database: Database, agency: unknown): Promise<PublicOrganization | null> => {
  const asked = readByAgency.input.safeParse({ agency })
  if (!asked.success) return null
  const [found] = await database.read<{ json: string }>(enterAnyone, findPublicByAgency(asked.data.agency))
  return found ? (JSON.parse(found.json) as PublicOrganization) : null
}
