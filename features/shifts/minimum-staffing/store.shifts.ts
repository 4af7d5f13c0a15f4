import { randomUUID } from 'node:crypto'
import { insertAssignments } from '#features/shifts/assignment-editor/store.write.ts'
import { workOf } from '#features/shifts/assignments/contract.shapes.ts'
import type { Db } from '#platform/server/db.ts'
import type { Range } from '#platform/shared/time.ts'
import type { StoredMinimum } from './rules.due.ts'

/** Creates the shift that a gap opens, published with the minimum's settings; returns its id. */
export const insertShift = async (db: Db, m: StoredMinimum, zone: string, to: Range & { places: number }) => {
  const id = randomUUID()
  const { title, kind, location_name, location_address, signup_mode, award_rule_id } = m
  const row = {
    ...workOf({
      title,
      kind,
      location_name,
      location_address,
      description: `Opened automatically to meet the minimum "${m.name}".`,
    }),
    ...{ id, signup_mode, award_rule_id },
    time_zone: zone,
    starts_at: to.starts_at,
    ends_at: to.ends_at,
    min_required: to.places,
    signup_opens_at: null,
    signup_closes_at: null,
    publish_at: null,
    status: 'published' as const,
    backdate_reason: null,
    series_id: null,
    clock_note: null,
  }
  // Only officers with the counted rank can take it.
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
