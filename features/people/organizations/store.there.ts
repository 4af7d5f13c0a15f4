import { type Database, enterAnyone } from '#platform/server/db.ts'
import { type PublicOrganization, readByAgency, readById } from './contract.ts'
import { findPublicByAgency, findPublicById } from './store.ts'

/** Anonymous visitors trigger this with every mistyped address; this limits concurrent database queries. */
const mostAtOnce = 4
/** How long an existing department is cached as existing. */
const knownForMs = 30_000
const mostKnown = 1000

type Asked = { agency: string } | { id: string }

/**
 * The departments that visitors may see, by subdomain or id, for pages that are sent before anybody has signed in: `isThere` says
 * whether there is one, `publicOf` what visitors may know of it, or null. Both may be half a minute old.
 */
export const makePublicDepartments = (database: Database) => {
  const known = new Map<string, { until: number; department: PublicOrganization }>()
  let asking = 0
  const find = async (asked: Asked): Promise<PublicOrganization | null> => {
    const byAgency = readByAgency.input.safeParse(asked)
    const byId = readById.input.safeParse(asked)
    if (!byAgency.success && !byId.success) return null
    const statement = byAgency.success ? findPublicByAgency(byAgency.data.agency) : findPublicById(byId.data?.id ?? '')
    const [found] = await database.read<{ json: string }>(enterAnyone, statement)
    return found ? (JSON.parse(found.json) as PublicOrganization) : null
  }
  /** `undefined`: too many are asking. */
  const ask = async (asked: Asked): Promise<PublicOrganization | null | undefined> => {
    const key = JSON.stringify(asked)
    const had = known.get(key)
    if (had && had.until > Date.now()) return had.department
    if (asking >= mostAtOnce) return undefined
    asking += 1
    try {
      const department = await find(asked)
      if (known.size >= mostKnown) known.clear()
      if (department) known.set(key, { until: Date.now() + knownForMs, department })
      return department
    } finally {
      asking -= 1
    }
  }
  return {
    // If too many ask, assume that it exists: the app checks anyway, as it does when the database does not answer.
    isThere: async (asked: Asked): Promise<boolean> => (await ask(asked)) !== null,
    publicOf: async (agency: string): Promise<PublicOrganization | null> => (await ask({ agency })) ?? null,
  }
}

/** What visitors may know of the department at this subdomain; null if there is none. */
export const readPublic = async (database: Database, agency: unknown): Promise<PublicOrganization | null> => {
  const asked = readByAgency.input.safeParse({ agency })
  if (!asked.success) return null
  const [found] = await database.read<{ json: string }>(enterAnyone, findPublicByAgency(asked.data.agency))
  return found ? (JSON.parse(found.json) as PublicOrganization) : null
}
