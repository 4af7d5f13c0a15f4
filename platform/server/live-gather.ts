import { MINUTE } from '#platform/shared/time.ts'
import { type Database, enterSystem } from './db.ts'
import type { Poke } from './outbox.ts'
import type { Sql } from './sql.ts'

/**
 * Figures that a poke of a topic carries: a statement over the changed things, run once for a whole department, whose only row's column
 * `json` goes to every screen that hears the topic. It must hold nothing personal and nothing that an officer may not see. Without a
 * statement or with null, the screens read again.
 */
export type Figures = Readonly<Partial<Record<string, (ids: readonly string[]) => Sql | undefined>>>

/** Between two reads of one department: enough to gather a rush, too short to be seen. */
const leastMs = 100
/** Sending takes processor time, so that a large department waits a little longer: 1,000 screens a quarter of a second. */
const perStreamMs = 0.25
const mostMs = 800
/** More changed things than this in one turn: their screens read again. */
const thingsLimit = 500
/** Longer figures could overfill a stream. */
const textLimit = 32_768

type Gathering = { things: Set<string>; timer: NodeJS.Timeout | null; reading: boolean; sentAt: number }
type Gather = {
  figures: Figures
  crowd: (organizationId: string) => number
  /** `data` is null where the screens must read by themselves. */
  send: (poke: Poke, data: string | null) => Promise<void>
}

/**
 * Gathers pokes of topics with figures by department. The first change after a quiet period is read and sent at once, those after it
 * together. One read of a department and topic runs at a time, so that figures are sent in the order of their snapshots.
 */
export const createGathering = (database: Database, { figures, crowd, send }: Gather) => {
  const gathered = new Map<string, Gathering>()
  let closed = false

  const pauseOf = (organizationId: string) => Math.min(mostMs, Math.max(leastMs, crowd(organizationId) * perStreamMs))

  const readFigures = async ({ organization_id, topic }: Poke, things: readonly string[]) => {
    const statement = things.length > thingsLimit ? undefined : figures[topic]?.(things)
    if (!statement) return null
    const rows = await database.read<{ json: string | null }>(enterSystem(organization_id, `live.${topic}`), statement)
    // PostgreSQL breaks lines between rows, and an event is one line. Inside strings of JSON there are none.
    const text = rows[0]?.json?.replaceAll('\n', '') ?? null
    return text !== null && text.length <= textLimit ? text : null
  }
  const turn = async (key: string, poke: Poke, one: Gathering) => {
    one.timer = null
    one.reading = true
    const things = [...one.things]
    one.things.clear()
    try {
      await send(poke, await readFigures(poke, things))
    } catch {
      // The database is away or busy: together with the next changes.
      for (const thing of things) one.things.add(thing)
    }
    one.reading = false
    one.sentAt = Date.now()
    if (one.things.size > 0) plan(key, poke, one)
  }
  const plan = (key: string, poke: Poke, one: Gathering) => {
    if (closed || one.timer || one.reading) return
    const left = one.sentAt + pauseOf(poke.organization_id) - Date.now()
    one.timer = setTimeout(() => void turn(key, poke, one), Math.max(0, left))
  }
  /** Departments that were quiet for a minute are forgotten. */
  const forget = setInterval(() => {
    for (const [key, one] of gathered)
      if (!one.timer && !one.reading && Date.now() - one.sentAt > MINUTE) gathered.delete(key)
  }, MINUTE)
  forget.unref()
  return {
    takes: (poke: Poke) => poke.audience === 'all' && poke.thing_id !== null && figures[poke.topic] !== undefined,
    add: (poke: Poke) => {
      if (crowd(poke.organization_id) === 0) return
      const key = `${poke.organization_id} ${poke.topic}`
      const one = gathered.get(key) ?? { things: new Set(), timer: null, reading: false, sentAt: 0 }
      gathered.set(key, one)
      one.things.add(poke.thing_id as string)
      plan(key, { ...poke, thing_id: null, officer_id: null }, one)
    },
    close: () => {
      closed = true
      clearInterval(forget)
      for (const one of gathered.values()) if (one.timer) clearTimeout(one.timer)
    },
  }
}
