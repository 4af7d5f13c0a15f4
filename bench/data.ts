import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expectedVersion, migrate } from '#platform/server/migrate.ts'
import { withClient } from './ground.ts'
import { idSql, tokenHashSql } from './ids.ts'

/**
 * The size of the data: the number of organizations, and for each its officers (two of them admins), assignments, and jobs open
 * for sign-up.
 */
export type Size = { organizations: number; officers: number; assignments: number; open: number; history: boolean }
export const ADMINS = 2

export const sizes = {
  full: { organizations: 200, officers: 60, assignments: 400, open: 20, history: true },
  small: { organizations: 10, officers: 60, assignments: 400, open: 60, history: true },
} as const satisfies Record<string, Size>
export type Scale = keyof typeof sizes
export const isScale = (text: string): text is Scale => Object.hasOwn(sizes, text)

/** Ten times as many organizations of the same size. */
export const tenfold = (size: Size): Size => ({ ...size, organizations: size.organizations * 10 })

/** Row times are relative to the time of filling; data older than this is recreated. */
const FRESH_HOURS = 12

// Rows are inserted in time order, as in production, so one organization's rows are far apart.
const series = (of: string, count: number) => `generate_series(0, ${count - 1}) as ${of}`

const people = (size: Size): string[] => {
  const from = `from ${series('o', size.organizations)}, ${series('i', size.officers)}`
  const n = `o * ${size.officers} + i`
  return [
    `insert into organizations (id, name, subdomain, subscription_tier)
      select ${idSql('organization', 'o')}, 'Department ' || o, 'department-' || o, 'pro' from ${series('o', size.organizations)}`,
    `insert into accounts (id, email, email_key, name)
      select ${idSql('account', n)}, m, m, 'Officer ' || ${n}
      from (select o, i, 'officer' || ${n} || '@example.org' as m ${from}) rows`,
    `insert into officers (organization_id, id, user_id, role, approved, approved_at, name, email, email_key, badge_number,
        rank, unit, hired_on)
      select ${idSql('organization', 'o')}, ${idSql('officer', n)}, ${idSql('account', n)},
        case when i < ${ADMINS} then 'admin' else 'officer' end, true, now(), 'Officer ' || i, m, m, 'B' || i,
        (array['Officer', 'Sergeant', 'Lieutenant'])[1 + i % 3], (array['Patrol', 'Traffic', 'Court'])[1 + i % 3],
        date '2010-01-01' + i * 40
      from (select o, i, 'officer' || ${n} || '@example.org' as m ${from}) rows`,
    `insert into memberships (account_id, organization_id, officer_id)
      select ${idSql('account', n)}, ${idSql('organization', 'o')}, ${idSql('officer', n)} ${from}`,
    `insert into sessions (token_hash, user_id, organization_id, second_factor_at)
      select ${tokenHashSql(n)}, ${idSql('account', n)}, ${idSql('organization', 'o')}, now() ${from}`,
  ]
}

/** An 8-hour shift every 21 h 36 min, from ten months ago to two months ahead: no officer is in two places at once. */
const shiftStarts = (size: Size) =>
  `date_trunc('hour', now()) + (j - ${Math.round(size.assignments * 0.83)}) * interval '21 hours 36 minutes'`

const assignments = (size: Size): string => `insert into assignments (organization_id, id, title, description, kind,
    location_name, location_address, time_zone, starts_at, ends_at, signup_mode, published_at, announced_at, pay_code, status,
    closed_at, created_by)
  select ${idSql('organization', 'o')}, ${idSql('assignment', `o * ${size.assignments} + j`)}, 'Shift ' || j,
    'Report to the desk sergeant in uniform.', (array['overtime', 'extra_duty', 'court', 'special_event'])[1 + j % 4],
    'Gate ' || j % 9, j || ' Main Street', 'America/Chicago', at, at + interval '8 hours', 'approval',
    at - interval '14 days', at - interval '14 days', 'OT15',
    case when at < now() - interval '7 days' then 'closed' else 'published' end,
    case when at < now() - interval '7 days' then at + interval '2 days' end,
    ${idSql('officer', `o * ${size.officers}`)}
  from (select o, j, ${shiftStarts(size)} as at from ${series('o', size.organizations)}, ${series('j', size.assignments)}) rows
  order by at, o`

/** Four officers on three of every four assignments, three on the rest: 300,000 on 80,000. */
const signups = (size: Size): string => {
  const officer = `o * ${size.officers} + ${ADMINS} + (j * 7 + k * 13) % ${size.officers - ADMINS}`
  return `insert into officer_assignments (organization_id, id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      applied_at, decided_by, decided_at)
    select ${idSql('organization', 'o')}, ${idSql('signup', 'a * 4 + k')}, ${idSql('assignment', 'a')},
      ${idSql('post', 'a * 2 + case when k = 3 then j % 2 else 0 end')}, ${idSql('officer', officer)}, status, at,
      at + interval '8 hours', least(at - interval '10 days', now() - interval '1 day') + k * interval '1 hour',
      case when decided then ${idSql('officer', `o * ${size.officers}`)} end,
      case when decided then least(at - interval '9 days', now()) end
    from (select *, status in ('worked', 'no_show', 'confirmed', 'rejected') as decided from (
      select o, j, k, o * ${size.assignments} + j as a, ${shiftStarts(size)} as at,
        case when ${shiftStarts(size)} > now() - interval '8 hours'
            then (array['confirmed', 'confirmed', 'pending_approval', 'withdrawn'])[k + 1]
          when k = 3 and j % 3 = 0 then 'rejected' when k = 2 and j % 40 = 1 then 'no_show' else 'worked' end as status
      from ${series('o', size.organizations)}, ${series('j', size.assignments)}, ${series('k', 4)}
      where k < 3 or j % 4 > 0) shifts) rows order by at, k, o`
}

const posts = (
  size: Size,
): string => `insert into posts (organization_id, id, assignment_id, name, position, required_count,
    confirmed_count, starts_at, ends_at)
  select a.organization_id, p.id, a.id, case when p.k = 0 then 'Gate' else 'Control room' end, p.k, 4,
    coalesce(h.held, 0), a.starts_at, a.ends_at
  from (select n as a, k, ${idSql('post', 'n * 2 + k')} as id, ${idSql('assignment', 'n')} as assignment_id
    from ${series('n', size.organizations * size.assignments)}, ${series('k', 2)}
    where k = 0 or (n % ${size.assignments}) % 2 = 1) p
  join assignments a on a.id = p.assignment_id
  left join (select post_id, count(*) as held from officer_assignments where app.holds_place(status) group by 1) h
    on h.post_id = p.id order by a.starts_at, p.k, p.a`

const attendance = `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
    scheduled_ends_at, checked_in_at, checked_out_at, worked_minutes, decided_by, decided_at)
  select organization_id, id, assignment_id, officer_id, case when late then 'submitted' else 'approved' end, starts_at, ends_at,
    starts_at - interval '5 minutes', ends_at + interval '10 minutes', 480, case when not late then decided_by end,
    case when not late then ends_at + interval '1 day' end
  from (select *, starts_at > now() - interval '7 days' as late from officer_assignments where status = 'worked') s
  order by ends_at, organization_id`

/** 49 for each officer, and 60 for each organization's admins: 3,000 from 60 officers. */
const notifications = (
  size: Size,
): string => `insert into notifications (organization_id, type, title, message, officer_id,
    assignment_id, read, read_at, created_at)
  select ${idSql('organization', 'o')}, 'assignment_posted', 'New shift posted', 'Shift ' || n || ', Sat, Nov 21 · 08:00',
    case when i < ${size.officers} then ${idSql('officer', `o * ${size.officers} + i`)} end,
    ${idSql('assignment', `o * ${size.assignments} + n`)}, is_read, case when is_read then at + interval '1 hour' end, at
  from (select o, i, n, n >= 30 or n % 5 in (1, 3) as is_read, now() - (n + 1) * interval '2 hours 40 minutes' as at
    from ${series('o', size.organizations)}, ${series('i', size.officers + 1)}, ${series('n', 60)}
    where n < 49 or i = ${size.officers}) rows order by at, i, o`

const extraTime = (
  size: Size,
): string => `insert into overtime_requests (organization_id, officer_id, status, kind, starts_at,
    ends_at, minutes, decided_by)
  select ${idSql('organization', 'o')}, ${idSql('officer', `o * ${size.officers} + 2 + n`)},
    case when n < 5 then 'pending' else 'approved' end, 'holdover', now() - n * interval '3 days',
    now() - n * interval '3 days' + interval '90 minutes', 90,
    case when n >= 5 then ${idSql('officer', `o * ${size.officers}`)} end
  from ${series('o', size.organizations)}, ${series('n', 30)} order by n desc, o`

/** First-come jobs one after another, beyond the period `signups.open_jobs` lists, with room for everyone. */
const openJobs = (size: Size): string[] => {
  const rows = `(select o, o * ${size.open} + j as n, date_trunc('hour', now()) + interval '70 days' + j * interval '2 hours' as at
    from ${series('o', size.organizations)}, ${series('j', size.open)}) rows`
  return [
    `insert into assignments (organization_id, id, title, kind, time_zone, starts_at, ends_at, signup_mode, published_at,
        announced_at, status)
      select ${idSql('organization', 'o')}, ${idSql('open_assignment', 'n')}, 'Parade', 'special_event', 'America/Chicago', at,
        at + interval '1 hour', 'first_come', now(), now(), 'published' from ${rows}`,
    `insert into posts (organization_id, id, assignment_id, name, required_count, starts_at, ends_at)
      select ${idSql('organization', 'o')}, ${idSql('open_post', 'n')}, ${idSql('open_assignment', 'n')}, 'Route', 500, at,
        at + interval '1 hour' from ${rows}`,
  ]
}

const asOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    // Triggers and foreign keys are off, so no audit rows are left; CHECK, unique and overlap constraints still apply.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'`)
    return work(client)
  })

const inOrder = (url: string, statements: readonly string[]) =>
  asOwner(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Identifies a filled database: its size, and the schema it was filled with. */
const markOf = (size: Size) => {
  const migrations = readdirSync(join(import.meta.dirname, '../db/migrations'))
    .sort()
    .join()
  return `${expectedVersion()} ${migrations} ${JSON.stringify(size)}`
}

const isFilled = async (url: string, name: string, size: Size): Promise<boolean> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ said: string | null }>(
      `select shobj_description(oid, 'pg_database') as said from pg_database where datname = $1`,
      [name],
    )
    const [mark, at] = (rows[0]?.said ?? '').split(' at ')
    return mark === markOf(size) && Date.now() - Date.parse(at ?? '') < FRESH_HOURS * 3_600_000
  })

/** Returns the owner's URL of a database of this size on the cluster, filled now or by an earlier run. */
export const fillDatabase = async (clusterUrl: string, name: string, size: Size): Promise<string> => {
  const url = withDatabase(clusterUrl, name)
  if (await isFilled(clusterUrl, name, size)) return url
  await asOwner(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  await migrate(url)
  await inOrder(url, people(size))
  await Promise.all([
    inOrder(url, [
      assignments(size),
      ...(size.history ? [signups(size), posts(size), attendance] : []),
      ...openJobs(size),
    ]),
    inOrder(url, size.history ? [notifications(size), extraTime(size)] : []),
  ])
  await settle(url)
  await asOwner(clusterUrl, (client) =>
    client.query(`comment on database ${name} is '${markOf(size)} at ${new Date().toISOString()}'`),
  )
  return url
}

/** Brings statistics, visibility maps and counters to the state after some weeks of use. */
const settle = async (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ wrong: number }>(`select count(*)::int as wrong from posts p
      where confirmed_count <> (select count(*) from officer_assignments s
        where s.organization_id = p.organization_id and s.assignment_id = p.assignment_id and s.post_id = p.id
          and app.holds_place(s.status))`)
    if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} posts count places wrongly`)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })

/** Marks everyone as active just now, so that no session is idle and the run does not write `last_seen`. */
export const refreshSessions = (url: string) =>
  inOrder(url, ['update sessions set last_seen_at = now(), created_at = now()', 'vacuum sessions'])

/** Deletes the rows the sign-ups left. */
export const deleteSignups = (url: string) =>
  inOrder(url, [
    `delete from officer_assignments where starts_at > now() + interval '65 days'`,
    `update posts set confirmed_count = 0 where starts_at > now() + interval '65 days' and confirmed_count > 0`,
    'truncate idempotency_keys, audit_entries, outbox',
  ])
/** Also reclaims their disk space. */
export const clearSignups = async (url: string) => {
  await deleteSignups(url)
  await inOrder(url, ['vacuum officer_assignments', 'vacuum posts'])
}

export const countSignups = (url: string): Promise<number> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from officer_assignments where starts_at > now() + interval '65 days'`,
    )
    return rows[0]?.n ?? 0
  })
