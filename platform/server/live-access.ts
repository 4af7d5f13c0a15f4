import type { Database } from './db.ts'
import type { Registry } from './live-registry.ts'
import { findPerson, hears, type Stream } from './live-stream.ts'

/** Maximum concurrent checks: a change that affects thousands of streams must leave connections for calls. */
const checksAtOnce = 3

/**
 * Returns `ask`, which checks again in the database who holds the stream. The stream gets nothing until the answer; if its
 * session is gone, it is closed.
 */
export const createAccessCheck = (database: Database, { streams, remove, send }: Registry) => {
  const toCheck = new Set<Stream>()
  const inCheck = new Set<Stream>()

  const end = (stream: Stream) => {
    remove(stream)
    stream.response.end('data: {"t":"session","id":null}\n\n')
  }
  const check = async (stream: Stream) => {
    stream.due = false
    try {
      const person = await findPerson(database, stream.token)
      if (!streams.has(stream)) return
      // The person now listens elsewhere; the client's reconnect starts there.
      const moved = person?.visits !== stream.visits || person.organization_id !== stream.organization_id
      if (!person || person.officer_id !== stream.officer_id || (moved && person.role === 'super_admin'))
        return end(stream)
      Object.assign(stream, person)
    } catch {
      // The database is away or busy: try again on the next tick.
      stream.due = true
      return
    }
    // The answer may miss changes made during the check.
    if (stream.due) return void toCheck.add(stream)
    const held = stream.held ?? []
    stream.held = null
    for (const { poke, text } of held) if (hears(poke, stream)) send(stream, text)
  }
  const work = async () => {
    for (const stream of toCheck) {
      toCheck.delete(stream)
      // A check in progress will see at its end that the stream is due again.
      if (inCheck.has(stream) || !streams.has(stream)) continue
      inCheck.add(stream)
      await check(stream)
      inCheck.delete(stream)
    }
  }
  return (stream: Stream) => {
    stream.due = true
    stream.held ??= []
    toCheck.add(stream)
    if (inCheck.size < checksAtOnce) void work()
  }
}
