import { MINUTE } from '#platform/shared/time.ts'
import { concernsAccess, type Person, type Stream } from './live-stream.ts'
import type { Poke } from './outbox.ts'

/** A connection that was lost is back within this time, or its person is asked for again. */
const keptMs = MINUTE

/**
 * People whose stream ended a moment ago. Until a poke concerns their access they are who they were, as if the stream were still open:
 * when a thousand screens come back at once, none of them asks the database (docs/decisions/0272).
 */
export const createAway = (now: () => number = Date.now) => {
  const away = new Map<string, { person: Person; since: number }>()
  /** Pokes that are being delivered: a stream may end before it has been told of its own. */
  let under: readonly Poke[] = []
  const keyOf = (token: Buffer) => token.toString('base64')
  return {
    /** Not if the database is to be asked who this is, and not the vendor's staff, who may hear several departments. */
    leave: ({ response: _, token, held, due, stalled: _s, told_end: _t, ...person }: Stream) => {
      if (under.some((poke) => concernsAccess(poke, person))) return
      if (held === null && !due && person.role !== 'super_admin') away.set(keyOf(token), { person, since: now() })
    },
    /** Who held the stream with this session; null if that is not known or may have changed. */
    find: (token: Buffer): Person | null => {
      const found = away.get(keyOf(token))
      return found && found.since > now() - keptMs && found.person.ends_at.getTime() > now() ? found.person : null
    },
    /** To be called with what is delivered next, and with nothing once that is done. */
    hear: (pokes: readonly Poke[]) => {
      under = pokes
      for (const [key, { person }] of away) if (pokes.some((poke) => concernsAccess(poke, person))) away.delete(key)
    },
    sweep: () => {
      for (const [key, { since }] of away) if (since <= now() - keptMs) away.delete(key)
    },
    clear: () => away.clear(),
    size: () => away.size,
  }
}
export type Away = ReturnType<typeof createAway>
