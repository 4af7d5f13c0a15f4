import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import type { NotToSignUp, NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import type { Instant } from '#platform/shared/time.ts'

/**
 * Why a colleague cannot have a shift, as far as another officer may know: a shift in the way by its title and times, and of
 * everything else the kind only. Hours and dates stay with the colleague; leave, suspension and the like all read `not_available`.
 */
export const colleagueReasons = ['signed_up', 'overlaps', 'rest', 'limit', 'requirement', 'not_available'] as const
export type ColleagueReasonCode = (typeof colleagueReasons)[number]
export type ColleagueReason = {
  code: ColleagueReasonCode
  title?: string | undefined
  starts_at?: Instant | undefined
  ends_at?: Instant | undefined
}

const kinds: Readonly<Partial<Record<NotToSignUpCode, ColleagueReasonCode>>> = {
  already_signed_up: 'signed_up',
  overlaps: 'overlaps',
  rest: 'rest',
  rolling_window: 'limit',
  consecutive_hours: 'limit',
  consecutive_days: 'limit',
  cap: 'limit',
  unit_required: 'requirement',
  rank_required: 'requirement',
  certification_required: 'requirement',
  certification_expires: 'requirement',
  service_required: 'requirement',
}
const known = new Map<string, ColleagueReasonCode>(Object.entries(kinds))

/** The kind of a reason, from its code; everything without a kind of its own reads `not_available`. */
export const kindOf = (code: string): ColleagueReasonCode => known.get(code) ?? 'not_available'

/** Reasons that come from another shift: they may disappear if that one is given in exchange. */
const ofTime: readonly ColleagueReasonCode[] = ['overlaps', 'rest', 'limit']

/** What remains of the reasons while the shift given in exchange is still to be chosen. */
export const whicheverShift = <R extends Pick<NotToSignUp, 'code'>>(reasons: readonly R[]): R[] =>
  reasons.filter(({ code }) => !ofTime.includes(kindOf(code)))

const publicReason = (reason: NotToSignUp): ColleagueReason => {
  const code = kindOf(reason.code)
  if (reason.code !== 'overlaps' || !reason.details) return { code }
  const { title, starts_at, ends_at } = reason.details
  return { code, ...(title === undefined ? {} : { title }), starts_at, ends_at }
}

/** Standing and leave go before the rest: they hold whichever shift it is. */
const order: readonly ColleagueReasonCode[] = ['not_available', 'signed_up', 'requirement', 'overlaps', 'rest', 'limit']

/**
 * The one reason to show, or null if the colleague can take it. The spot changes hands, so being full is not a reason. `exchange`: a
 * shift of the colleague's is still to be chosen for it, so what other shifts decide is not asked yet.
 */
export const colleagueReason = (reasons: readonly NotToSignUp[], exchange = false): ColleagueReason | null =>
  besidesFull(exchange ? whicheverShift(reasons) : reasons)
    .map(publicReason)
    .toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code))[0] ?? null

const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Whether more than one of them has this name, whatever its case and spacing. */
export const sharedNames = (names: readonly string[]): ((name: string) => boolean) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(plain(name), (counts.get(plain(name)) ?? 0) + 1)
  return (name) => (counts.get(plain(name)) ?? 0) > 1
}
