import { wholeCents } from '#platform/shared/money.ts'
import { departmentSizes } from '#platform/shared/plans.ts'
import { daysBetween, plusDays, plusMonths, type WallDate } from '#platform/shared/time.ts'

/** Specification section 1: three department-size tiers with custom pricing, annual contracts. */
export const sizes = departmentSizes
export type Size = (typeof sizes)[number]
export const contractTiers = ['basic', 'pro', 'enterprise'] as const
export type ContractTier = (typeof contractTiers)[number]

/** How many installments a year's price is split into. */
export const instalmentsOf = { yearly: 1, quarterly: 4, monthly: 12 } as const
export type Billing = keyof typeof instalmentsOf
export const billings = ['yearly', 'quarterly', 'monthly'] as const satisfies readonly Billing[]

export const NOTICE_DAYS = 60
/** An installment is drafted this many days before its first day, so that somebody can review it. */
const DRAFT_DAYS = 14
/** Version number that represents the cancellation when charges are computed. */
export const CANCELLATION = 1_000_000

/** The last day of the annual term that starts on this day. */
export const endOfTerm = (starts: WallDate): WallDate => plusDays(plusMonths(starts, 12), -1)

export type Period = { from: WallDate; to: WallDate }
/** The days that each installment pays for, inclusive: the year in equal months, without gaps. */
export const periodsOf = (starts: WallDate, billing: Billing): Period[] => {
  const count = instalmentsOf[billing]
  const months = 12 / count
  return Array.from({ length: count }, (_, i) => ({
    from: plusMonths(starts, i * months),
    to: plusDays(plusMonths(starts, (i + 1) * months), -1),
  }))
}

/** The share of installment `i` in a year's price: all shares add up to the price, and no two differ by more than a cent. */
export const shareOf = (price: number, billing: Billing, i: number): number => {
  const count = instalmentsOf[billing]
  return Math.floor((price * (i + 1)) / count) - Math.floor((price * i) / count)
}

export type Version = { number: number; effective_on: WallDate; price_cents: number }
export type Terms = {
  starts_on: WallDate
  billing: Billing
  versions: readonly Version[]
  cancelled_from: WallDate | null
  cancel_credits: boolean
}

/**
 * The amount of installment `i` in cents: its share of each version's price by the days that the version is in force in it, in
 * whole cents, half a cent up. A canceled contract charges nothing for an installment that begins after the cancellation; later
 * days within one are free if they are credited.
 */
export const chargeOf = (terms: Terms, i: number): number => {
  const period = periodsOf(terms.starts_on, terms.billing)[i]
  if (!period || (terms.cancelled_from !== null && period.from >= terms.cancelled_from)) return 0
  const end = plusDays(period.to, 1)
  const days = daysBetween(period.from, end)
  const stop = terms.cancelled_from !== null && terms.cancel_credits ? least(end, terms.cancelled_from) : end
  let weighed = 0
  terms.versions.forEach((version, n) => {
    const from = n === 0 ? period.from : most(period.from, version.effective_on)
    const to = least(stop, terms.versions[n + 1]?.effective_on ?? stop)
    if (from < to) weighed += shareOf(version.price_cents, terms.billing, i) * daysBetween(from, to)
  })
  return wholeCents(BigInt(weighed), BigInt(days))
}

const least = (a: WallDate, b: WallDate): WallDate => (a < b ? a : b)
const most = (a: WallDate, b: WallDate): WallDate => (a > b ? a : b)

export type Charge = { instalment: number; version: number; amount_cents: number }
/** The charges due now: an upcoming installment, or the difference that an amendment or a cancellation makes to one. */
export const chargesDue = (terms: Terms, charged: readonly Charge[], today: WallDate): Charge[] => {
  const version = terms.cancelled_from === null ? (terms.versions.at(-1)?.number ?? 1) : CANCELLATION
  return periodsOf(terms.starts_on, terms.billing).flatMap((period, instalment) => {
    const before = charged.filter((one) => one.instalment === instalment)
    const isNew = before.length === 0
    if (isNew && plusDays(period.from, -DRAFT_DAYS) > today) return []
    if (before.some((one) => one.version === version)) return []
    const amount_cents = chargeOf(terms, instalment) - before.reduce((sum, one) => sum + one.amount_cents, 0)
    return amount_cents === 0 ? [] : [{ instalment, version, amount_cents }]
  })
}

/** From this day on, non-renewal notice is no longer possible, and the next term is created. */
export const renewsFrom = (contract: { ends_on: WallDate; notice_days: number }): WallDate =>
  plusDays(contract.ends_on, 1 - contract.notice_days)

export type ContractState = 'upcoming' | 'running' | 'ended' | 'cancelled'
export const contractState = (
  contract: { starts_on: WallDate; ends_on: WallDate; cancelled_from: WallDate | null },
  today: WallDate,
): ContractState => {
  if (contract.cancelled_from !== null && contract.cancelled_from <= today) return 'cancelled'
  if (today < contract.starts_on) return 'upcoming'
  return today > contract.ends_on ? 'ended' : 'running'
}

/** Classifies a new version by its price. */
export const changeKind = (before: number, after: number): 'expansion' | 'contraction' | 'same_price' =>
  after > before ? 'expansion' : after < before ? 'contraction' : 'same_price'

/** Why a contract cannot be amended from a given day, or null. */
export const refuseAmendment = (
  contract: { starts_on: WallDate; ends_on: WallDate; cancelled_from: WallDate | null },
  versions: readonly { effective_on: WallDate }[],
  effective: WallDate,
): 'contract_over' | 'outside_term' | 'before_amendment' | null => {
  if (contract.cancelled_from !== null) return 'contract_over'
  if (effective <= contract.starts_on || effective > contract.ends_on) return 'outside_term'
  return effective <= (versions.at(-1)?.effective_on ?? '') ? 'before_amendment' : null
}

/** Days overdue after which vendor staff are asked to decide on a suspension, unless the customer's details say otherwise. */
export const SUSPEND_AFTER_DAYS = 60
