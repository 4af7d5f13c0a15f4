import { awardMethods } from '#features/shifts/award-rules/rules.methods.ts'
import { type Applicant, comparedOf, type Roster, type Values } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { currentOrder, ranksAhead } from './rules.order.ts'

/** The methods of rules that rank officers who have not applied. */
export const rankingMethods = awardMethods.filter(ranksAhead)

/** Where an award of the shift would rank an officer now, and what its rule compares first; tie-breaks are not shown. */
export type Standing = { place: number; compared: Partial<Values> }

/** Of officers on the roster, as far as the order is known before they apply. */
export const standingsIn = (
  rule: AwardRule,
  officers: readonly Applicant[],
  roster: Roster,
): ReadonlyMap<string, Standing> =>
  new Map(
    currentOrder(rule, officers, roster).map(({ officer_id, place, values }) => [
      officer_id,
      { place, compared: comparedOf(rule, [], values) },
    ]),
  )

export type Choosable = {
  officer_id: string
  name: string
  /** Hours that decide where no award rule does, or where it leaves a tie. */
  minutes: number
  /** In the order of the shift's award rule; null if none decides. */
  place: number | null
  /** False for an admin without shifts, whom no award order ranks. */
  ranked: boolean
}

/** What puts an officer before another who can be assigned as well. */
export const figureOf = ({ place, minutes }: Pick<Choosable, 'place' | 'minutes'>): number => place ?? minutes

/** How many eligible officers the award rule ranks above this one; 0 where none decides the order, or it leaves a tie. */
export const aheadOf = <T extends Pick<Choosable, 'place'>>(
  officers: readonly T[],
  isFit: (one: T) => boolean,
): ((one: Pick<Choosable, 'place'>) => number) => {
  const places = officers.flatMap((one) => (one.place !== null && isFit(one) ? [one.place] : []))
  return ({ place }) => (place === null ? places.length : places.filter((one) => one < place).length)
}

const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The order of officers who can be assigned alike: as an award of the shift would rank them, otherwise by fewest hours, then by name.
 * Admins without shifts come last: their hours would always be the fewest.
 */
export const byTurn = (a: Choosable, b: Choosable): number =>
  Number(b.ranked) - Number(a.ranked) ||
  figureOf(a) - figureOf(b) ||
  a.minutes - b.minutes ||
  before(a.name.toLowerCase(), b.name.toLowerCase()) ||
  before(a.officer_id, b.officer_id)
