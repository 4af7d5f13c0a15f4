import type { AssignmentKind } from '#features/assignments/rules.ts'
import { noWorkRules, type OfficerFacts, type Work, type WorkRules } from '#features/eligibility/rules.ts'
import { certificationFacts, rulesFacts, workFacts } from '#features/eligibility/store.facts.ts'
import type { Candidate, Job } from '#features/signups/rules.ts'
import type { TourFacts } from '#features/tours/rules.ts'
import { tourFacts } from '#features/tours/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { isoInstant, plusMinutes, type Range } from '#platform/shared/time.ts'

/** Extra work of so many days back, and all ahead, is what fairness counts. */
export const COUNTED_DAYS = 90
/** Open posts of one plan at most, the earliest first. */
const MOST_POSTS = 400

export type PostRow = {
  id: string
  assignment_id: string
  title: string
  post_name: string
  job: Job & { kind: AssignmentKind }
  places: number
}

/**
 * Open posts that begin within the days, the earliest first. A job whose award is still to come is left to its rule; open offers
 * hold their places, and parts theirs: a line gives a place for the whole time.
 */
const listOpenPosts = (db: Db, days: number) =>
  db.rows<PostRow>(sql`
    select p.id, a.id as assignment_id, a.title, p.name as post_name, p.required_count - h.held as places,
      jsonb_build_object('id', a.id, 'status', a.status, 'kind', a.kind, 'starts_at', p.starts_at, 'ends_at', p.ends_at,
        'publish_at', a.publish_at, 'signup_opens_at', a.signup_opens_at, 'signup_closes_at', a.signup_closes_at,
        'required_count', p.required_count, 'confirmed_count', h.held,
        'requirements', p.requirements) as job
    from posts p
    join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    cross join lateral (select app.places_held(p, p.starts_at, p.ends_at, true, null) as held) h
    where p.organization_id = (select app.organization_id()) and a.status = 'published'
      and (a.publish_at is null or a.publish_at <= now())
      and p.starts_at > now() and p.starts_at < now() + make_interval(days => ${days}::int)
      and p.required_count > h.held
      and not (a.signup_mode = 'award' and a.awarded_at is null)
    order by p.starts_at, p.id limit ${MOST_POSTS}::int`)

export type PersonRow = {
  id: string
  candidate: Candidate
  hired_on: string | null
  certifications: NonNullable<OfficerFacts['certifications']>
  work: Work[]
  tours: TourFacts
  minutes: number
}

const extraMinutes = sql`coalesce((select sum(extract(epoch from e.ends_at - e.starts_at) / 60)::int
  from officer_assignments e where e.organization_id = (select app.organization_id()) and e.officer_id = o.id
    and e.status in ('confirmed', 'calloff_requested', 'worked')
    and e.starts_at > now() - make_interval(days => ${COUNTED_DAYS}::int)), 0)`

/**
 * Everybody who is approved and there, with the work and the signups of the range; one statement. An admin is asked only who signs
 * up or is assigned anyway: one at a desk would have the fewest hours for ever.
 */
const listPeople = (db: Db, { starts_at, ends_at }: Range) => {
  const [from, to] = [sql`${starts_at}::timestamptz`, sql`${ends_at}::timestamptz`]
  return db.rows<PersonRow>(sql`
    select o.id, o.hired_on::text as hired_on, ${certificationFacts} as certifications, ${workFacts(from, to)} as work,
      ${tourFacts(from, to)} as tours, ${extraMinutes} as minutes,
      jsonb_build_object('approved', o.approved, 'suspended_at', o.suspended_at, 'rejected_at', o.rejected_at, 'left_on', null,
        'unit', o.unit, 'rank', o.rank, 'signups', coalesce((
          select jsonb_agg(jsonb_build_object('assignment_id', e.assignment_id, 'title', x.title, 'status', e.status,
            'starts_at', e.starts_at, 'ends_at', e.ends_at, 'offer_expires_at', e.offer_expires_at) order by e.starts_at, e.id)
          from officer_assignments e join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
          where e.organization_id = (select app.organization_id()) and e.officer_id = o.id
            and e.starts_at > ${from} - interval '7 days' and e.starts_at < ${to} and e.ends_at > ${from}), '[]')) as candidate
    from officers o
    where o.organization_id = (select app.organization_id()) and o.approved and o.suspended_at is null
      and o.rejected_at is null and (o.left_on is null or o.left_on > now()::date)
      and (o.role = 'officer' or exists (select from officer_assignments e
        where e.organization_id = (select app.organization_id()) and e.officer_id = o.id
          and e.starts_at > now() - make_interval(days => ${COUNTED_DAYS}::int)))
    order by o.id`)
}

/** All that a plan is worked out from, as plain data for a thread of its own. */
export type Facts = {
  posts: PostRow[]
  people: PersonRow[]
  rules: WorkRules
  zone: string
  /** Of the work that was read. */
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
    // A post begins within the days and lasts for seven at most.
    ends_at: plusMinutes(now, (days + 7) * DAY + ground.reach),
  }
  const people = posts.length === 0 ? [] : await listPeople(db, range)
  return { posts, people, rules: ground.rules ?? noWorkRules, zone: ground.zone, range, now }
}
