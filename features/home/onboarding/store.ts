import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'

/** A subquery for the setup state of the department in scope, as in the contract. */
const onboardingFacts: Sql = sql`(select jsonb_build_object(
    'has_branding', app.has_feature(g.subscription_tier, g.features_enabled, 'custom_branding'),
    'branded', g.logo_id is not null or g.primary_color <> ${DEFAULT_COLOR},
    'skipped', coalesce(to_jsonb(b.skipped), '[]'), 'put_away', b.put_away_at is not null,
    'created_at', g.created_at, 'first_published_at', g.first_published_at,
    'ruled', b.mode_chosen_at is not null or exists (select from work_rules w where w.organization_id = g.id),
    'officers', o.officers, 'invited', o.invited, 'invitable', o.invitable,
    'shift', (select jsonb_build_object('id', a.id, 'title', a.title) from assignments a
      where a.organization_id = g.id and a.published_at is not null order by a.published_at, a.id limit 1))
  from organizations g left join onboardings b on b.organization_id = g.id
  cross join lateral (select count(*) as officers,
      count(*) filter (where f.invited_at is not null or f.user_id is not null) as invited,
      count(*) filter (where f.invited_at is null and f.user_id is null and f.email is not null) as invitable
    from officers f where f.organization_id = g.id and f.role = 'officer' and f.approved
      and f.suspended_at is null and f.left_on is null) o
  where g.id = (select app.organization_id()))`

/** The same while the checklist is shown, else null: nothing is counted after it was hidden. */
export const shownOnboarding: Sql = sql`case when not exists (select from onboardings b
  where ${ours('b')} and b.put_away_at is not null) then ${onboardingFacts} end`

export const findOnboarding = (): Sql => sql`select ${onboardingFacts}::text as json`

const upsert = (db: Db, first: { skipped: Sql; put_away_at: Sql }, set: Sql) =>
  db.run(sql`insert into onboardings (organization_id, skipped, put_away_at)
    values ((select app.organization_id()), ${first.skipped}, ${first.put_away_at})
    on conflict (organization_id) do update set ${set}, updated_at = now()`)

export const updateSkipped = (db: Db, step: string, skipped: boolean) =>
  upsert(
    db,
    { skipped: skipped ? sql`array[${step}]::text[]` : sql`'{}'`, put_away_at: sql`null` },
    skipped
      ? sql`skipped = array_append(array_remove(onboardings.skipped, ${step}), ${step})`
      : sql`skipped = array_remove(onboardings.skipped, ${step})`,
  )

export const updatePutAway = (db: Db, away: boolean) => {
  const at = away ? sql`now()` : sql`null`
  return upsert(db, { skipped: sql`'{}'`, put_away_at: at }, sql`put_away_at = ${at}`)
}

/** Notes that an admin saved how new shifts are given out, be it as they were. The first time counts. */
export const noteModeChosen = (db: Db) =>
  db.run(sql`insert into onboardings (organization_id, mode_chosen_at)
    values ((select app.organization_id()), now())
    on conflict (organization_id) do update set mode_chosen_at = now(), updated_at = now()
      where onboardings.mode_chosen_at is null`)
