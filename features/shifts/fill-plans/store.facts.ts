import type { TourFacts } from '#features/roster/tours/rules.ts'
import { tourFacts } from '#features/roster/tours/store.ts'
import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { COUNTED_DAYS } from '#features/shifts/eligibility/rules.extra.ts'
import { noWorkRules, type OfficerFacts, type Work, type WorkRules } from '#features/shifts/eligibility/rules.ts'
import { extraMinutes } from '#features/shifts/eligibility/store.extra.ts'
import { certificationFacts, rulesFacts, workFacts } from '#features/shifts/eligibility/store.facts.ts'
import { volunteersFor } from '#features/shifts/order-ins/store.answered.ts'
import type { Candidate, Job } from '#features/shifts/signups/rules.ts'
import { touches } from '#features/shifts/signups/store.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { undecidedStatuses } from '#platform/shared/statuses.ts'
import { isoInstant, plusMinutes, type Range } from '#platform/shared/time.ts'
import { wantsAll } from './store.asked.ts'

/** Maximum number of open posts in one plan, earliest first. */
const MOST_POSTS = 400

export type PostRow = {
  id: string
  assignment_id: string
  title: string
  post_name: string
  job: Job & { kind: AssignmentKind }
  places: number
  /** Officers who volunteered for the post in an open call. */
  volunteers: string[]
}

/**
 * Open posts that begin within the days, earliest first. Shifts whose award is still to come are left to their award rule. Open
 * offers and partial sign-ups count as held, because a line fills a spot for its whole time.
 */
const listOpenPosts = (db: Db, days: number) =>
  db.rows<PostRow>(sql`
    select p.id, a.id as assignment_id, a.title, p.name as post_name, p.required_count - h.held as places,
      ${volunteersFor(sql`p`)} as volunteers, jsonb_build_object('id', a.id, 'status', a.status, 'kind', a.kind, 'starts_at', p.starts_at, 'ends_at', p.ends_at,
        'publish_at', a.publish_at, 'signup_opens_at', a.signup_opens_at, 'signup_closes_at', a.signup_closes_at,
        'required_count', p.required_count, 'confirmed_count', h.held,
        'requirements', p.requirements) as job
    from posts p
    join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    cross join lateral (select app.places_held(p, p.starts_at, p.ends_at, true, null) as held) h
    where ${ours('p')} and ${isPublished}
      and p.starts_at > now() and p.starts_at < now() + make_interval(days => ${days}::int)
      and p.required_count > h.held
      and not ${awardToCome}
    order by p.starts_at, p.id limit ${MOST_POSTS}::int`)

export type PersonRow = {
  id: string
  candidate: Candidate
  hired_on: string | null
  certifications: NonNullable<OfficerFacts['certifications']>
  work: Work[]
  tours: TourFacts
  minutes: number
  /** Posts whose whole time the officer requested or waits for. */
  requested: string[]
}

/**
 * All active, approved officers with their work and sign-ups in the range; one statement. An admin is included only with sign-ups
 * or assignments anyway: an admin with a desk job would always have the fewest hours.
 */
const listPeople = (db: Db, { starts_at, ends_at }: Range) => {
  const [from, to] = [sql`${starts_at}::timestamptz`, sql`${ends_at}::timestamptz`]
  return db.rows<PersonRow>(sql`
    select o.id, o.hired_on::text as hired_on, ${certificationFacts} as certifications, ${workFacts(from, to)} as work,
      ${tourFacts(from, to)} as tours, ${extraMinutes} as minutes,
      coalesce((select jsonb_agg(s.post_id) from officer_assignments s
        join posts p on p.organization_id = s.organization_id and p.id = s.post_id
        where ${ours('s')} and s.officer_id = o.id and s.status in ${oneOf(undecidedStatuses)} and s.starts_at > now()
          and ${wantsAll(sql`s`, sql`p`)}), '[]') as requested,
      jsonb_build_object('approved', o.approved, 'suspended_at', o.suspended_at, 'rejected_at', o.rejected_at, 'left_on', null,
        'unit', o.unit, 'rank', o.rank, 'signups', coalesce((
          select jsonb_agg(jsonb_build_object('assignment_id', e.assignment_id, 'title', x.title, 'status', e.status,
            'starts_at', e.starts_at, 'ends_at', e.ends_at, 'offer_expires_at', e.offer_expires_at) order by e.starts_at, e.id)
          from officer_assignments e join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
          where ${ours('e')} and e.officer_id = o.id
            and ${touches(sql`e`, from, to)}), '[]')) as candidate
    from officers o
    where ${ours('o')} and ${activeOfficer(sql`o`)}
      and (o.role = 'officer' or exists (select from officer_assignments e
        where ${ours('e')} and e.officer_id = o.id
          and e.starts_at > now() - make_interval(days => ${COUNTED_DAYS}::int)))
    order by o.id`)
}

/** All inputs of a plan, as plain data for its own thread. */
export type Facts = {
  posts: PostRow[]
  people: PersonRow[]
  rules: WorkRules
  zone: string
  /** The range of the work that was read. */
  range: Range
  now: string
}

const DAY = 24 * 60

export const readFacts = async (db: Db, days: number): Promise<Facts> => {
  const posts = await listOpenPosts(db, days)
  const ground = await db.row<{ zone: string; rules: WorkRules | null; reach: number; now_at: Date }>(sql`
    select g.time_zone as zone, ${rulesFacts} as rules, coalesce(w.reach_minutes, ${DAY})::int as reach, now() as now_at
    from organizations g left join work_rules w on w.organization_id = g.id where g.id = (select app.organization_id())`)
  if (ground === null) throw new Error('the department is gone')
  const now = isoInstant(ground.now_at)
  const range = {
    starts_at: plusMinutes(now, -ground.reach),
    // A post begins within the days and lasts at most seven days.
    ends_at: plusMinutes(now, (days + 7) * DAY + ground.reach),
  }
  const people = posts.length === 0 ? [] : await listPeople(db, range)
  return { posts, people, rules: ground.rules ?? noWorkRules, zone: ground.zone, range, now }
}
