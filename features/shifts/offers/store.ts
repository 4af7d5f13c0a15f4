import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { keyOf } from '#features/shifts/signups/store.jobs.ts'
import { ownSignup } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublic } from '#platform/server/public-shift.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'

/** The caller's open offers and waitlist entries, by start. */
export const listMyOffers = ({ limit, after }: { limit: number; after?: string | undefined }): Sql => {
  const key = keyOf(after)
  return sql`
  with found as (
    select s.starts_at, s.id, ${ownSignup} || jsonb_build_object('post_name', p.name, 'location_name', a.location_name,
      'time_zone', a.time_zone, 'post_starts_at', p.starts_at, 'post_ends_at', p.ends_at) as item
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join posts p on p.organization_id = s.organization_id and p.id = s.post_id
    where ${ours('s')} and s.officer_id = (select app.officer_id())
      and s.starts_at > now() and a.status = 'published'
      and (s.status = 'waitlisted' or (s.status = 'offered' and s.offer_expires_at > now()))
      and (s.starts_at, s.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by s.starts_at, s.id limit ${limit + 1}::int),
  shown as (select * from found order by starts_at, id limit ${limit}::int)
  select json_build_object('items', coalesce((select json_agg(item order by starts_at, id) from shown), '[]'), 'now_at', now(),
    'next', case when (select count(*) from found) > ${limit}::int then
      (select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by starts_at desc, id desc limit 1) end)::text as json`
}

type Waiting = { assignment_id: string; post_id: string; starts_at?: string | undefined; ends_at?: string | undefined }

/** What joining the waitlist needs to know about the post, locked by the caller. */
export const findListFacts = (db: Db, asked: Waiting) =>
  db.row<{
    to_award: boolean
    keeps: boolean
    part: boolean
    starts_at: Date
    ends_at: Date
    held: number
    required: number
  }>(sql`
    select ${awardToCome} as to_award, a.keeps_waitlist as keeps, app.is_part(p, r.starts_at, r.ends_at) as part, r.starts_at, r.ends_at, p.required_count as required,
      case when app.is_kept(p) then p.required_count
        else app.places_held(p, r.starts_at, r.ends_at, false, null) end as held
    from posts p
    join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    cross join lateral (select coalesce(${asked.starts_at ?? null}::timestamptz, p.starts_at) as starts_at,
      coalesce(${asked.ends_at ?? null}::timestamptz, p.ends_at) as ends_at) r
    where ${ours('p')} and p.id = ${asked.post_id}::uuid
      and p.assignment_id = ${asked.assignment_id}::uuid and ${isPublic}`)

export const insertWaiting = async (db: Db, asked: Waiting, range: { starts_at: Date; ends_at: Date }) => {
  const row = await db.row<{ own: OwnSignup }>(sql`
    with s as (
      insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
      values ((select app.organization_id()), ${asked.assignment_id}::uuid, ${asked.post_id}::uuid, (select app.officer_id()),
        'waitlisted', ${range.starts_at}::timestamptz, ${range.ends_at}::timestamptz)
      returning *)
    select ${ownSignup} as own from s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id`)
  if (row === null) throw new Error('an inserted signup is gone')
  return findOwn(db, row.own.id)
}

export const findOwn = async (db: Db, id: string): Promise<OwnSignup> => {
  const row = await db.row<{ own: OwnSignup }>(sql`select ${ownSignup} as own
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where ${ours('s')} and s.id = ${id}::uuid
      and s.officer_id = (select app.officer_id())`)
  if (row === null) throw new Error('a locked signup is gone')
  return row.own
}

export type Offer = {
  id: string
  officer_id: string
  officer_name: string
  assignment_id: string
  post_id: string
  status: SignupStatus
  starts_at: Date
  ends_at: Date
  /** Until when it can be answered; null if there is no offer. */
  expires_at: Date | null
  shared: boolean
  open: boolean
  replaces_id: string | null
  /** The sign-up whose spot it is; null for an open spot. */
  replaced: { id: string; officer_id: string; status: SignupStatus } | null
  /** `Night patrol, Fri, Nov 21 · 22:00`, in the department's time. */
  what: string
}

/** The caller's sign-up with the one it would replace; null if it is not the caller's. */
export const findOwnOffer = (db: Db, id: string) =>
  db.row<Offer>(sql`select s.id, s.officer_id, o.name as officer_name, s.assignment_id, s.post_id, s.status, s.starts_at,
      s.ends_at, s.offer_expires_at as expires_at, s.offer_shared as shared, coalesce(s.offer_expires_at > now(), false) as open, s.replaces_id,
      a.title || ', ' || app.day_and_clock(s.starts_at) as what,
      (select jsonb_build_object('id', r.id, 'officer_id', r.officer_id, 'status', r.status) from officer_assignments r
        where r.organization_id = s.organization_id and r.id = s.replaces_id) as replaced
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    where ${ours('s')} and s.id = ${id}::uuid
      and s.officer_id = (select app.officer_id())`)

const bumped = sql`updated_at = now(), version = s.version + 1`

/** Marks a sign-up as replaced and links its successor. */
export const updateReplaced = (db: Db, id: string, successor_id: string) =>
  db.run(sql`update officer_assignments s set status = 'replaced', successor_id = ${successor_id}::uuid, ${bumped}
    where ${ours()} and id = ${id}::uuid and status in ${oneOf(aheadStatuses)}`)

/** Turns the offer into a confirmed spot. */
export const updateAccepted = (db: Db, id: string) =>
  db.run(sql`update officer_assignments s set status = 'confirmed', ${bumped}
    where ${ours()} and id = ${id}::uuid and status = 'offered'`)

export const updateDeclined = (db: Db, id: string, reason: string | null) =>
  db.run(sql`update officer_assignments s set status = 'offer_declined', calloff_reason = ${reason}, ${bumped}
    where ${ours()} and id = ${id}::uuid and status = 'offered'`)

/**
 * Returns the other officers offered a spot that is gone to the waitlist, at their old position. Returns whom to notify. `all`:
 * also ends every remaining offer of a replacement no longer wanted.
 */
export const returnLosers = (db: Db, post_id: string, replaces_id: string | null) =>
  db.rows<{ officer_id: string }>(sql`update officer_assignments s set status = 'waitlisted', offer_shared = false,
      offer_expires_at = null, replaces_id = null, ${bumped}
    from posts p
    where ${ours('s')} and s.post_id = ${post_id}::uuid and s.status = 'offered'
      and p.organization_id = s.organization_id and p.id = s.post_id
      and case when ${replaces_id}::uuid is not null then s.replaces_id = ${replaces_id}::uuid
        else s.offer_shared and s.replaces_id is null
          and app.places_held(p, s.starts_at, s.ends_at, false, null) >= p.required_count end
    returning s.officer_id`)
