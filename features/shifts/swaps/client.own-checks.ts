import { reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { type Against, listOwnSwapChecks } from './contract.checks.ts'
import type { Swap } from './contract.ts'

const wordsOf = (reasons: Against, starts_at: string | undefined, zone: string, now: number): string | null => {
  // The one that would refuse the press.
  const [main] = reasons
  if (!main) return null
  const more = reasons.length > 1 ? ` (+${reasons.length - 1} more)` : ''
  return `${reasonWords({ ...main, possible_from: null }, zone, now, starts_at)}${more}`
}

/** What keeps the officer from what each of these swaps would bring; null if nothing does. The first 100. Live. */
export const useOwnChecks = (swaps: readonly Swap[] | undefined, now: number) => {
  const { time_zone } = useOrganization()
  const asked = swaps?.filter(({ may }) => may.includes('take') || may.includes('agree')) ?? []
  const ids = asked
    .slice(0, 100)
    .map((one) => one.id)
    .join(',')
  const { data } = useRead(listOwnSwapChecks, { ids }, { enabled: ids !== '', keep: true })
  return ({ id, own, shift, counter }: Swap) => {
    const found = data?.items.find(({ swap_id }) => swap_id === id)
    return wordsOf(found?.reasons ?? [], (own ? counter : shift)?.starts_at, time_zone, now)
  }
}

/** The same with one of the officer's shifts given for it. */
export const useOwnCheck = ({ id, shift }: Swap, counter_signup_id: string | null, now: number): string | null => {
  const { time_zone } = useOrganization()
  const chosen = counter_signup_id ?? ''
  const { data } = useRead(listOwnSwapChecks, { ids: id, counter_signup_id: chosen }, { enabled: chosen !== '' })
  return wordsOf(data?.items[0]?.reasons ?? [], shift.starts_at, time_zone, now)
}
