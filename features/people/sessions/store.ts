import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import type { RequestFacts } from '#platform/server/route.ts'
import { idleEndsAt, lastEndsAt } from '#platform/server/session-ends.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'

/** Without a second factor in this session, the person has the officer role in it (`app.enter`). */
const role = sql`case when s.second_factor_at is null then 'officer' else f.role end`

/** Support access currently in effect: which department a vendor session is viewing, and who is viewing a department. */
const isLive = (row: Sql) => sql`${row}.ended_at is null and ${row}.ends_at > clock_timestamp()`

/** The complete `session.get` response as JSON. Works for every role, including waiting. */
export const findSession = () => sql`
  select jsonb_build_object(
    'session_id', s.id,
    'person', jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email),
    'officer', case when f.id is not null then jsonb_build_object(
      'id', f.id, 'user_id', f.user_id, 'organization_id', f.organization_id, 'name', f.name, 'role', ${role},
      'approved', f.approved, 'waiting', not f.approved) end,
    'organization', case when g.id is not null then jsonb_build_object(
      'id', g.id, 'name', g.name, 'subdomain', g.subdomain, 'logo_url', app.shown_logo(g),
      'primary_color', app.shown_color(g),
      'time_zone', g.time_zone, 'time_format', g.time_format, 'signup_mode', g.signup_mode,
      'location_radius_m', g.location_radius_m, 'subscription_tier', g.subscription_tier,
      'features_enabled', (select jsonb_object_agg(flag, app.has_feature(g.subscription_tier, g.features_enabled, flag))
        from unnest(array['reports', 'overtime', 'officer_stats', 'custom_branding', 'location_verification',
          'audit_logs', 'bulk_operations']) as flag),
      'closes_at', case when g.state = 'closing' then g.erase_after end,
      'trial_end_date', g.trial_end_date, 'max_officers', g.max_officers,
      'trial', case when g.subscription_tier = 'trial' then jsonb_build_object(
        'expired', app.trial_over(g.subscription_tier, g.trial_end_date, g.time_zone, now()),
        'days_left', app.trial_days_left(g.trial_end_date, g.time_zone, now())) end,
      'next_day_at', ((now() at time zone g.time_zone)::date + 1)::timestamp at time zone g.time_zone) end,
    'notice', (select jsonb_build_object('version', n.version, 'text', n.text) from sign_in_notices n
      where n.organization_id = g.id and n.version = g.notice_version and f.approved and not exists (
        select from notice_acceptances y
        where y.organization_id = g.id and y.version = n.version and y.officer_id = f.id)),
    'super_admin', s.kind = 'super_admin',
    'support', case when v.id is not null then jsonb_build_object('id', v.id, 'reason', v.reason, 'may_write', v.may_write,
      'ends_at', v.ends_at) end,
    'visits', coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'by_name', x.by_name, 'reason', x.reason,
        'may_write', x.may_write, 'ends_at', x.ends_at) order by x.started_at)
      from support_accesses x where x.organization_id = s.organization_id and ${isLive(sql`x`)} and (select app.role()) = 'admin'), '[]'),
    'second_factor', case when s.second_factor_at is not null then 'given'
      when f.role = 'admin' and f.approved then 'needed' else 'none' end,
    'memberships', coalesce((select case s.kind when 'department' then jsonb_agg(jsonb_build_object('organization_id', m.organization_id, 'name', m.name,
      'subdomain', m.subdomain, 'role', m.role, 'standing', m.standing) order by m.name) end
      from app.my_memberships() m), '[]'),
    'now_at', clock_timestamp(),
    'idle_ends_at', ${idleEndsAt(sql`s`)},
    'ends_at', ${lastEndsAt(sql`s`)})::text as json
  from sessions s
  join accounts a on a.id = s.user_id
  left join officers f on f.organization_id = s.organization_id and f.user_id = s.user_id
  left join support_accesses v on v.session_id = s.id and ${isLive(sql`v`)}
  left join organizations g on g.id = coalesce(s.organization_id, v.organization_id)
  where s.token_hash = (select app.token())`

const makeSecret = () => {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: createHash('sha256').update(secret).digest() }
}

/** Creates a session for the account and returns its secret, which only the cookie ever holds. */
export const insertSession = async (
  db: Db,
  session: {
    user_id: string
    organization_id: string | null
    kind: 'department' | 'super_admin'
    /** When a second factor was given (default: never), and when identity was last proved (default: now). */
    second_factor_at?: Date | null
    proved_at?: Date
    /**
     * When the person signed in (default: now); a session that replaces another keeps the original time, and with it the same
     * absolute end.
     */
    created_at?: Date
  },
  request: RequestFacts,
): Promise<string> => {
  const { secret, hash } = makeSecret()
  // The session and its audit row belong to the organization it opens.
  await setOrganization(db, session.organization_id)
  await db.rows(sql`select set_config('app.user_id', ${session.user_id}, true)`)
  await db.run(sql`insert into sessions (token_hash, user_id, organization_id, kind, ip, user_agent, second_factor_at, proved_at, created_at)
    values (${hash}, ${session.user_id}::uuid, ${session.organization_id}::uuid, ${session.kind}, ${request.ip},
      ${request.user_agent}, ${session.second_factor_at ?? null}, coalesce(${session.proved_at ?? null}, clock_timestamp()),
      coalesce(${session.created_at ?? null}, now()))`)
  return secret
}

export const updateSessionEnded = (db: Db, why: 'signed_out' | 'switched') =>
  db.run(sql`update sessions set ended_at = now(), ended_why = ${why}
    where token_hash = (select app.token()) and ended_at is null`)

/**
 * Step-up: the session continues under a new secret, whose cookie the caller sets; the old secret stops working. `secondFactor`
 * is true if a factor was given, not only the password.
 */
export const updateSessionProved = async (db: Db, secondFactor: boolean): Promise<string> => {
  const { secret, hash } = makeSecret()
  await db.run(sql`update sessions set token_hash = ${hash}, proved_at = clock_timestamp(),
      second_factor_at = case when ${secondFactor} then clock_timestamp() else second_factor_at end
    where token_hash = (select app.token())`)
  await db.rows(sql`select set_config('app.token', ${hash.toString('hex')}, true)`)
  return secret
}

type Proof = { second_factor_at: Date | null; proved_at: Date; created_at: Date }

/** The proofs that carry over to a session in another department. */
export const findProof = async (db: Db): Promise<Proof> =>
  (await db.row<Proof>(
    sql`select second_factor_at, proved_at, created_at from sessions where token_hash = (select app.token())`,
  )) ?? { second_factor_at: null, proved_at: new Date(0), created_at: new Date(0) }

/** Locks the account against a concurrent password change, so that a change that ends every session also ends the new one. */
export const holdAccount = (db: Db) => db.run(sql`select 1 from accounts where id = (select app.user_id()) for share`)

/** Ends this browser's previous session when another replaces it. No one is signed in here; the secret is the authorization. */
export const updateSessionReplaced = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db.rows(sql`select set_config('app.token', ${tokenHash.toString('hex')}, true)`)
  const old = await db.row<{ organization_id: string | null; user_id: string }>(sql`select organization_id, user_id
    from sessions where token_hash = (select app.token()) and ended_at is null`)
  if (!old) return
  await setOrganization(db, old.organization_id)
  await updateSessionEnded(db, 'signed_out')
}

/** Ends every session of the account; each adds an audit row and a poke in its own organization. */
export const endSessions = async (db: Db, userId: string, why: 'password_changed' | 'factors_reset'): Promise<void> => {
  await db.rows(sql`select set_config('app.user_id', ${userId}, true)`)
  const open = await db.rows<{ organization_id: string | null }>(sql`select distinct organization_id from sessions
    where user_id = ${userId}::uuid and ended_at is null and created_at > now() - interval '12 hours'`)
  for (const { organization_id } of open) {
    await setOrganization(db, organization_id)
    await db.run(sql`update sessions set ended_at = now(), ended_why = ${why}
      where user_id = ${userId}::uuid and ended_at is null and organization_id is not distinct from ${organization_id}::uuid`)
  }
}

const setOrganization = (db: Db, organizationId: string | null) =>
  db.rows(sql`select set_config('app.organization_id',
    ${organizationId ?? VENDOR_ID}, true)`)

/** Extends the idle end, even within the same minute; returns both ends. */
export const updateSessionSeen = (db: Db) =>
  db.row<{ now_at: Date; idle_ends_at: Date; ends_at: Date }>(sql`update sessions set last_seen_at = clock_timestamp()
    where token_hash = (select app.token())
    returning clock_timestamp() as now_at, ${idleEndsAt()} as idle_ends_at, ${lastEndsAt()} as ends_at`)

/** One of the person's departments; none for a vendor session, which cannot open a department. */
export const findMembership = (db: Db, organizationId: string) =>
  db.row<{ organization_id: string; standing: string }>(
    sql`select organization_id, standing from app.my_memberships() where organization_id = ${organizationId}::uuid
      and (select app.role()) <> 'super_admin'`,
  )
