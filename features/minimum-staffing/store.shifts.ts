import { randomUUID } from 'node:crypto'
import { insertAssignments } from '#features/assignments/store.write.ts'
import type { Db } from '#platform/server/db.ts'
import type { Range } from '#platform/shared/time.ts'
import type { StoredMinimum } from './rules.due.ts'

/** The shift that a gap opens, published as the minimum says; answers its id. */
export const insertShift = async (db: Db, m: StoredMinimum, zone: string, to: Range & { places: number }) => {
  const id = randomUUID()
  const { title, kind, location_name, location_address, signup_mode, award_rule_id } = m
  const row = {
    ...{ id, title, kind, location_name, location_address, signup_mode, award_rule_id },
    description: `Opened by itself to keep the minimum “${m.name}”.`,
    client: null,
    location_lat: null,
    location_lng: null,
    location_radius_m: null,
    time_zone: zone,
    starts_at: to.starts_at,
    ends_at: to.ends_at,
    min_required: to.places,
    signup_opens_at: null,
    signup_closes_at: null,
    publish_at: null,
    pay_code: null,
    min_pay_minutes: 0,
    status: 'published' as const,
    backdate_reason: null,
    series_id: null,
    clock_note: null,
  }
  // Whoever takes it has the rank that is counted.
  const requirements = m.rank === null ? m.requirements : { ...m.requirements, ranks: [m.rank] }
  const post = {
    id: randomUUID(),
    assignment_id: id,
    name: m.rank ?? 'Officer',
    position: 0,
    required_count: to.places,
    starts_at: to.starts_at,
    ends_at: to.ends_at,
    requirements,
    split_minutes: null,
  }
  await insertAssignments(db, [row], [post])
  return id
}
