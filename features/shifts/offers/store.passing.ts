import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import type { Freeing } from './words.ts'

export type DuePost = { assignment_id: string; post_id: string }

/** Sign-ups whose officer requested a call-off while others are waiting for the spot. */
const sought = sql`s.status = 'calloff_requested' and s.starts_at > now()
  and exists (select from place_holds w where w.organization_id = s.organization_id and w.post_id = s.post_id and w.kind = 'waiting')
  and not exists (select from officer_assignments r where r.organization_id = s.organization_id and r.replaces_id = s.id
    and r.status = 'offered' and r.offer_expires_at > now())`

/**
 * Sign-ups `s` that a sick call or a move ended a moment ago: its undo would return the spot, so it is not passed on until that is over.
 * Where the new officer has a spot of the same post, or no longer has what was given, there is nothing to keep.
 */
const undoable = sql`s.status = 'released' and exists (select from shift_changes c
  left join officer_assignments n on n.organization_id = c.organization_id and n.id = c.next_signup_id
  where c.organization_id = s.organization_id and c.signup_id = s.id and c.undone_at is null
    and c.made_at > now() - make_interval(secs => ${UNDO_SECONDS}::int)
    and (c.next_signup_id is null or n.post_id <> s.post_id and n.status = c.next_as))`

/** Posts with something to pass on: an offer expired, a spot opened up, or a replacement is wanted or no longer wanted. */
export const listDuePosts = (db: Db) =>
  db.rows<DuePost>(sql`
    select s.assignment_id, s.post_id from officer_assignments s where ${ours('s')}
      and s.status = 'offered' and s.offer_expires_at <= now()
    union select p.assignment_id, p.id from posts p where ${ours('p')}
      and p.freed_at is not null
    union select s.assignment_id, s.post_id from officer_assignments s
      where ${ours('s')} and ${sought}
    union select s.assignment_id, s.post_id from officer_assignments s
      join officer_assignments r on r.organization_id = s.organization_id and r.id = s.replaces_id
      where ${ours('s')} and s.replaces_id is not null and s.status = 'offered'
        and r.status <> 'calloff_requested'
    order by 2`)

/** Officers whose rows must be locked, read before any lock is taken. */
export const listConcerned = async (db: Db, post_id: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`select distinct officer_id from officer_assignments
    where ${ours()} and post_id = ${post_id}::uuid
      and status in ('waitlisted', 'offered', 'calloff_requested')`)
  return rows.map((row) => row.officer_id)
}

export type PostStanding = {
  title: string
  zone: string
  status: string
  signup_mode: string
  required: number
  split_minutes: number | null
  confirmed: number
  now_at: Date
  quiet_from: string | null
  quiet_to: string | null
  /**
   * What each confirmed part, offer of its own spot, or spot that an undo can return covers; for a post without parts, confirmed spots are
   * only counted.
   */
  holds: { starts_at: string; ends_at: string }[]
}
export const findPostStanding = (db: Db, post_id: string) =>
  db.row<PostStanding>(sql`select a.title, a.time_zone as zone, a.status, a.signup_mode, p.required_count as required, p.split_minutes,
      p.confirmed_count as confirmed, now() as now_at, g.quiet_from::text, g.quiet_to::text, coalesce((
        select jsonb_agg(jsonb_build_object('starts_at', h.starts_at, 'ends_at', h.ends_at)) from (
          select h.starts_at, h.ends_at from place_holds h where h.organization_id = p.organization_id and h.post_id = p.id
            and (h.kind = 'confirmed' or (h.kind = 'offered' and h.until > now()))
          union all select s.starts_at, s.ends_at from officer_assignments s
            where ${ours('s')} and s.post_id = p.id and ${undoable}) h), '[]') as holds
    from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    join organizations g on g.id = p.organization_id
    where ${ours('p')} and p.id = ${post_id}::uuid`)

export type InLine = {
  id: string
  officer_id: string
  status: string
  starts_at: Date
  ends_at: Date
  applied_at: Date
}

/** Waiting officers in order of application, and officers to be replaced after requesting a call-off. */
export const listLine = (db: Db, post_id: string) =>
  db.rows<InLine>(sql`select s.id, s.officer_id, s.status, s.starts_at, s.ends_at, s.applied_at from officer_assignments s
    where ${ours('s')} and s.post_id = ${post_id}::uuid and s.starts_at > now()
      and (s.status = 'waitlisted' or ${sought})
    order by s.applied_at, s.id`)

const bumped = sql`updated_at = now(), version = s.version + 1`

/** Writes expired offers to the database. */
export const updateExpired = (db: Db, post_id: string) =>
  db.rows<{ officer_id: string }>(sql`update officer_assignments s set status = 'offer_expired', ${bumped}
    where ${ours()} and post_id = ${post_id}::uuid and status = 'offered'
      and offer_expires_at <= now() returning officer_id`)

type Returned = { officer_id: string; kept: boolean }

/**
 * Withdraws offers of the spot of an officer who no longer asks to call off: those officers go back to the waitlist. `kept`: the officer
 * keeps the shift, otherwise the spot is passed on like any other.
 */
export const returnUnsought = (db: Db, post_id: string) =>
  db.rows<Returned>(sql`update officer_assignments s set status = 'waitlisted', offer_shared = false,
      offer_expires_at = null, replaces_id = null, ${bumped}
    from officer_assignments r
    where ${ours('s')} and s.post_id = ${post_id}::uuid and s.status = 'offered'
      and r.organization_id = s.organization_id and r.id = s.replaces_id and r.status <> 'calloff_requested'
    returning s.officer_id, r.status = 'confirmed' as kept`)

export type NewOffer = { id: string; expires_at: string; shared: boolean; replaces_id: string | null }

export const updateOffered = (db: Db, offers: readonly NewOffer[]) =>
  db.rows<{
    officer_id: string
    shared: boolean
    until: string
    replaces: boolean
  }>(sql`update officer_assignments s set status = 'offered', offer_expires_at = r.expires_at, offer_shared = r.shared,
      replaces_id = r.replaces_id, ${bumped}
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as r (id uuid, expires_at timestamptz, shared boolean,
      replaces_id uuid)
    where ${ours('s')} and s.id = r.id and s.status = 'waitlisted'
    returning s.officer_id, s.offer_shared as shared, s.replaces_id is not null as replaces, app.day_and_clock(s.offer_expires_at) as until`)

/**
 * What freed the spots of a post that are passed on now: the states that its sign-ups changed to in the transaction that marked it, or
 * `added` if only the shift was edited.
 */
export const listFreeing = async (db: Db, post_id: string): Promise<Freeing[]> =>
  (
    await db.rows<{ by: Freeing }>(sql`
      with freed as (select p.* from posts p where ${ours('p')} and p.id = ${post_id}::uuid and p.freed_at is not null),
      left_by as (select s.status from freed p join officer_assignments s on s.organization_id = p.organization_id
        and s.post_id = p.id and s.updated_at = p.freed_at and s.status not in ('waitlisted', 'offered', 'confirmed'))
      select distinct status as by from left_by
      union all select 'added' from freed p join assignments a on a.organization_id = p.organization_id
        and a.id = p.assignment_id and a.updated_at = p.freed_at where not exists (select from left_by)`)
  ).map((row) => row.by)

/** Everything that can be is passed on. A spot that waits for the end of its undo stays due. */
export const clearFreed = (db: Db, post_id: string) =>
  db.run(sql`update posts set freed_at = null where ${ours()}
    and id = ${post_id}::uuid and freed_at is not null
    and not exists (select from officer_assignments s where ${ours('s')} and s.post_id = ${post_id}::uuid and ${undoable})`)
