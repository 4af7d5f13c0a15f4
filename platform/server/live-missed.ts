import type { Database } from './db.ts'
import { spreadOf } from './live-crowd.ts'
import type { Registry } from './live-registry.ts'
import { hears, placesOf, type Stream } from './live-stream.ts'
import type { Poke } from './outbox.ts'
import { sql } from './sql.ts'

/** Pokes are pruned after ten minutes. */
const longestMs = 300_000
/** Longer than a transaction stays open between its poke and its commit, and than a page reads before it knows who is signed in. */
const marginMs = 30_000
/** For what concerns the person alone, such as the sign-in just before the page opened. */
const ownMarginMs = 1_000

/** When the page of this stream first read, if what it missed since then can be listed; else it reads everything again. */
export const sinceOf = (header: unknown, role: string, now: number): Date | null => {
  const at = typeof header === 'string' ? Date.parse(header) : Number.NaN
  // The vendor's staff hears of other departments too.
  return role !== 'super_admin' && Math.abs(now - at) < longestMs ? new Date(at) : null
}

/** The topics of what a stream would have heard since then, each as an event. The stream must be listening already. */
export const listMissed = async (database: Database, { crowdOf }: Registry, stream: Stream, since: Date) => {
  const rows = await database.read<Poke>(
    sql`select set_config('app.role', 'system', true)`,
    sql`select distinct organization_id, topic, officer_id, audience, null as thing_id from outbox
      where at > ${since}::timestamptz - ${marginMs}::int * interval '1 millisecond' and audience <> 'system'
        and ((audience <> 'user' and organization_id = any(${placesOf(stream).filter((id) => id !== '')}::uuid[]))
          or (audience = 'user' and thing_id = ${stream.user_id}::uuid
            and at > ${since}::timestamptz - ${ownMarginMs}::int * interval '1 millisecond'))`,
    undefined,
    'later',
  )
  const heard = rows.filter((poke) => hears(poke, stream))
  return [...Map.groupBy(heard, ({ topic }) => topic)].map(([topic, pokes]) => {
    const isShared = pokes.some(({ audience }) => audience === 'all')
    return { topic, within: isShared ? spreadOf(crowdOf(stream), 'change') : 0 }
  })
}
