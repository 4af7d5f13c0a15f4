import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import {
  type EligibilityRow,
  eligibilityColumns,
  reasonsOf,
  withRules,
} from '#features/shifts/eligibility/store.facts.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { whicheverShift } from './rules.colleagues.ts'
import type { SwapKind } from './rules.ts'

type Row = EligibilityRow & {
  swap_id: string
  kind: SwapKind
  side: 'taker' | 'giver'
  signup_id: string
  counter_signup_id: string | null
}

/** What the check needs about `officer` on the post and hours that the swap gives to them. Alias `sw` of swaps. */
const sideOf = (side: Row['side'], to: { officer: Sql; assignment: Sql; post: Sql; from: Sql; until: Sql }) => sql`
  select sw.id as swap_id, ${side}::text as side, sw.kind, sw.signup_id, sw.counter_signup_id,
    ${eligibilityColumns}
  from swaps sw
  join assignments a on a.organization_id = sw.organization_id and a.id = ${to.assignment}
  join lateral (select r.organization_id, r.id, r.assignment_id, r.required_count, r.confirmed_count, r.requirements,
      ${to.from} as starts_at, ${to.until} as ends_at
    from posts r where r.organization_id = sw.organization_id and r.id = ${to.post}) p on true
  join officers o on o.organization_id = sw.organization_id and o.id = ${to.officer}
  ${withRules}`

const waits = (ids: readonly string[]) => sql`${ours('sw')} and sw.id = any(${ids}::uuid[]) and sw.state = 'agreed'`

const taking = (officer: Sql) =>
  sideOf('taker', {
    officer,
    assignment: sql`sw.assignment_id`,
    post: sql`sw.post_id`,
    from: sql`sw.starts_at`,
    until: sql`sw.ends_at`,
  })
const giving = sideOf('giver', {
  officer: sql`sw.officer_id`,
  assignment: sql`sw.counter_assignment_id`,
  post: sql`sw.counter_post_id`,
  from: sql`sw.counter_starts_at`,
  until: sql`sw.counter_ends_at`,
})

/** Both officers of each swap that waits, as `refuseExchange` checks them. */
export const listChecks = ({ ids }: { ids: readonly string[] }): Sql => sql`
  ${taking(sql`sw.taker_id`)} where ${waits(ids)}
  union all
  ${giving} where ${waits(ids)}`

const me = sql`(select app.officer_id())`

/** The caller on the shift of each swap they are offered, and on the one offered to them in exchange: as `refuseExchange` checks. */
export const listOwnChecks = (asked: { ids: readonly string[]; counter_signup_id?: string | undefined }): Sql => {
  const among = sql`${ours('sw')} and sw.id = any(${asked.ids}::uuid[])`
  return sql`
  select x.*, ${asked.counter_signup_id ?? null}::uuid as chosen from (
    ${taking(me)} where ${among} and sw.state = 'open' and sw.officer_id <> ${me}
    union all
    ${giving} where ${among} and sw.state = 'answered' and sw.officer_id = ${me}) x`
}

type OwnRow = Row & { chosen: string | null }

export const ownChecksOf = (rows: readonly Record<string, unknown>[]) =>
  (rows as readonly OwnRow[]).map((row) => {
    const counter_signup_id = row.chosen ?? row.counter_signup_id
    const reasons = against({ ...row, counter_signup_id })
    const open = row.kind === 'swap' && counter_signup_id === null
    return { swap_id: row.swap_id, reasons: open ? whicheverShift(reasons) : reasons }
  })

const against = (row: Row | undefined): Reason[] => {
  if (row === undefined) return []
  const without = [row.signup_id, ...(row.counter_signup_id ? [row.counter_signup_id] : [])]
  return besidesFull(reasonsOf(row, 'fill', without))
}

export const checksOf = (rows: readonly Record<string, unknown>[]) => {
  const bySwap = Map.groupBy(rows as readonly Row[], (row) => row.swap_id)
  return [...bySwap].map(([swap_id, sides]) => ({
    swap_id,
    taker: against(sides.find((one) => one.side === 'taker')),
    giver: against(sides.find((one) => one.side === 'giver')),
  }))
}
