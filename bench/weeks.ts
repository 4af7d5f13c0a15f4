import { createHash } from 'node:crypto'
import { idSql } from './ids.ts'

/** The admin’s session. */
export const secret = 's'.repeat(43)
/** The Sunday that the first week begins on. */
export const first = '2031-01-05'

export const organization = idSql('organization', '0')
const account = idSql('account', '0')

/**
 * A department of 2,200 officers with regular tours, one admin, and 400 shifts a week, each with two officers and this many spots.
 */
export const department = (weeks: number, spots = 3): readonly string[] => [
  `insert into organizations (id, name, subdomain, subscription_tier, time_zone)
    select ${organization}, 'Bench', 'bench', 'pro', 'America/Chicago'`,
  `insert into accounts (id, email, email_key, name) select ${account}, 'a@example.org', 'a@example.org', 'A'`,
  `insert into officers (id, organization_id, user_id, role, approved, name, email, email_key, badge_number, unit)
    select ${idSql('officer', 'n')}, ${organization}, case when n = 0 then ${account} end, case when n = 0 then 'admin' else 'officer' end,
      true, 'Officer ' || lpad(n::text, 4, '0'), n || '@bench.example', n || '@bench.example', 'B' || n, 'Unit ' || n % 121
    from generate_series(0, 2200) n`,
  `insert into memberships (account_id, organization_id, officer_id)
    select ${account}, ${organization}, ${idSql('officer', '0')} on conflict do nothing`,
  `insert into sessions (token_hash, user_id, organization_id, kind, second_factor_at)
    select '\\x${createHash('sha256').update(secret).digest('hex')}', ${account}, ${organization}, 'department', now()`,
  `with p as (insert into platoons (organization_id, name) select ${organization}, 'Platoon ' || n from generate_series(1, 8) n
      returning id, name),
    c as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
      select ${organization}, id, '2030-01-01', '2030-01-01', '{"kind":"pitman","start":"06:00","minutes":720}' from p)
    insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
    select ${organization}, p.id, ${idSql('officer', 'n')}, '2030-01-01' from generate_series(1, 2200) n
      join p on p.name = 'Platoon ' || 1 + n % 8`,
  `insert into assignments (id, organization_id, title, kind, time_zone, starts_at, ends_at, status, published_at)
    select ${idSql('assignment', 'n')}, ${organization}, 'Shift ' || n % 80, 'overtime', 'America/Chicago', at, at + interval '8 hours',
      'published', now()
    from generate_series(0, ${weeks * 400 - 1}) n cross join lateral (select '${first} 12:00Z'::timestamptz
      + (n / 400) * interval '7 days' + (n % 7) * interval '1 day' + (n % 80 / 20) * interval '1 hour' as at) t`,
  `insert into posts (id, organization_id, assignment_id, name, required_count, confirmed_count, starts_at, ends_at)
    select ${idSql('post', 'n')}, organization_id, id, 'Post', ${spots}, 2, starts_at, ends_at
    from generate_series(0, ${weeks * 400 - 1}) n join assignments a on a.id = ${idSql('assignment', 'n')}`,
  `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
    select ${organization}, a.id, ${idSql('post', 'n')}, ${idSql('officer', '1 + (n * 2 + k) % 2200')}, 'confirmed', a.starts_at, a.ends_at
    from generate_series(0, ${weeks * 400 - 1}) n join assignments a on a.id = ${idSql('assignment', 'n')}
    cross join generate_series(0, 1) k`,
  'vacuum analyze',
]
