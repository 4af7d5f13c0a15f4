import { join, likeText, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { Flag } from './contract.features.ts'
import { type FlagChoice, gatedFlags } from './rules.ts'

const PAGE = 100

const listed = sql`o.state in ${oneOf(presentStates)}`

/** The override of the plan for the flag. */
const choiceOf = (flag: Sql): Sql =>
  sql`case o.features_enabled -> ${flag} when 'true' then 'on' when 'false' then 'off' else 'inherit' end`
const flags = sql`unnest(${gatedFlags}::text[])`

export type ListAsk = {
  search: string
  tier: string
  flag: Flag | 'any'
  choice: FlagChoice | 'any'
  after?: string | undefined
}

const conditionsOf = (ask: ListAsk): Sql[] => {
  const conditions = [listed]
  if (ask.search !== '')
    conditions.push(sql`(o.name ilike ${likeText(ask.search)} or o.subdomain ilike ${likeText(ask.search)})`)
  if (ask.tier !== 'any') conditions.push(sql`o.subscription_tier = ${ask.tier}`)
  if (ask.choice !== 'any' && ask.flag !== 'any')
    conditions.push(sql`${choiceOf(sql`${ask.flag}::text`)} = ${ask.choice}`)
  // Without a flag: each of the seven on or off, or all of them as in the plan.
  else if (ask.choice === 'inherit')
    conditions.push(sql`not exists (select from ${flags} f where ${choiceOf(sql`f`)} <> 'inherit')`)
  else if (ask.choice !== 'any')
    conditions.push(sql`exists (select from ${flags} f where ${choiceOf(sql`f`)} = ${ask.choice})`)
  return conditions
}

/** By name; the counts include all listed organizations, regardless of filters. */
export const listFeatures = (ask: ListAsk): Sql => sql`
  with page as (
    select row_number() over (order by lower(o.name), o.id) as place, o.id, jsonb_build_object('id', o.id, 'name', o.name,
      'subdomain', o.subdomain, 'subscription_tier', o.subscription_tier, 'state', o.state, 'version', o.version,
      'flags', (select jsonb_object_agg(f, ${choiceOf(sql`f`)}) from ${flags} f)) as item
    from organizations o where ${join(conditionsOf(ask), sql` and `)}
      ${ask.after ? sql`and (lower(o.name), o.id) > (select lower(name), id from organizations where id = ${ask.after}::uuid)` : nothing}
    order by lower(o.name), o.id limit ${PAGE + 1}::int),
  counted as (
    select f as flag, count(*) filter (where app.has_feature(o.subscription_tier, o.features_enabled, f)) as has,
      count(*) filter (where ${choiceOf(sql`f`)} = 'on') as on, count(*) filter (where ${choiceOf(sql`f`)} = 'off') as off
    from ${flags} f left join organizations o on ${listed} group by f)
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(item order by place) from page where place <= ${PAGE}::int), '[]'),
    'next', (select id from page where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)),
    'total', (select count(*) from organizations o where ${listed}),
    'counts', (select jsonb_object_agg(flag, jsonb_build_object('has', has, 'on', "on", 'off', "off")) from counted))::text as json`
