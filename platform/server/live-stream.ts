import type { ServerResponse } from 'node:http'
import { type Feature, featureOfTopic, topicsAfterTrial, topicsOfVendorAlone } from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import type { Database } from './db.ts'
import type { Turn } from './db-turns.ts'
import type { Poke } from './outbox.ts'
import { idleEndsAt, lastEndsAt } from './session-ends.ts'
import { sql } from './sql.ts'

export type Person = {
  user_id: string
  officer_id: string | null
  organization_id: string | null
  role: string
  /** A vendor staff member with support access to this department. */
  visits: boolean
  ends_at: Date
  trial_ends_at: Date | null
  features_off: readonly Feature[]
}
export type Held = { poke: Poke; text: string }
export type Stream = Person & {
  response: ServerResponse
  token: Buffer
  stalled: boolean
  /** Pokes held while the database checks who this is; null when that is known. */
  held: Held[] | null
  /** The trial end last sent; it passes by time alone, without a poke. */
  told_end: Date | null
  /** Something has changed since the last check, so it must be checked again. */
  due: boolean
}

/** The person who holds the session and its end, or null. */
export const findPerson = async (database: Database, token: Buffer, turn: Turn = 'first'): Promise<Person | null> => {
  try {
    const rows = await database.read<Person>(
      sql`select app.enter(${token}::bytea, 'signed_in', '', true)`,
      sql`select (select app.user_id()) as user_id, (select app.officer_id()) as officer_id,
          case when (select app.role()) = 'super_admin' then coalesce(v.organization_id, (select app.organization_id()))
            else s.organization_id end as organization_id, v.id is not null as visits, (select app.role()) as role,
          least(${idleEndsAt(sql`s`)}, ${lastEndsAt(sql`s`)}, v.ends_at) as ends_at,
          case when g.subscription_tier = 'trial' then (g.trial_end_date + 1)::timestamp at time zone g.time_zone end as trial_ends_at,
          array(select f from unnest(${gatedFeatures}::text[]) f
            where g.id is not null and not app.has_feature(g.subscription_tier, g.features_enabled, f)) as features_off
        from sessions s left join organizations g on g.id = s.organization_id
        left join support_accesses v on v.session_id = s.id and v.ended_at is null and v.ends_at > clock_timestamp() where s.token_hash = (select app.token())`,
      undefined,
      turn,
    )
    return rows[0] ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'WB401') return null
    throw error
  }
}

/** Staff with support access still hear the vendor's own side. */
export const placesOf = (person: Person): string[] => [
  person.organization_id ?? '',
  ...(person.visits ? [VENDOR_ID] : []),
]

const gatedFeatures = Object.values(featureOfTopic)
export const isTrialOver = (stream: Stream, now: number): boolean =>
  stream.trial_ends_at !== null && stream.trial_ends_at.getTime() <= now

export const hears = (poke: Poke, stream: Stream): boolean => {
  if (poke.audience === 'user') return true
  if (topicsOfVendorAlone.has(poke.topic)) return stream.role === 'super_admin'
  if (isTrialOver(stream, Date.now()) && !topicsAfterTrial.has(poke.topic)) return false
  const feature = featureOfTopic[poke.topic]
  if (feature && stream.features_off.includes(feature)) return false
  const own = poke.officer_id !== null && poke.officer_id === stream.officer_id
  if (stream.role === 'waiting') return own || poke.topic === 'organization'
  if (poke.audience === 'all') return true
  return own || stream.role === 'admin' || stream.role === 'super_admin'
}
export const concernsAccess = (poke: Poke, person: Person): boolean =>
  (poke.audience === 'user' && poke.thing_id === person.user_id) ||
  (poke.topic === 'organization' && poke.organization_id === person.organization_id) ||
  (poke.topic === 'officers' && poke.officer_id !== null && poke.officer_id === person.officer_id)
