import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { counted } from '#platform/shared/text.ts'
import { useNow } from '#platform/web/clock.ts'
import type { Passed } from '../contract.calls.ts'
import type { ListedOrder } from '../contract.orders.ts'
import { offerOpen } from '../rules.ts'
import { offerOpenWords, skippedWords } from '../words.skipped.ts'

export const ordersWords = (count: number): string => counted(count, 'order')

/** Why an officer was skipped, in words; private reasons are not shown. */
export const whyPassed = (one: Passed, zone: string, now: number): string => {
  if (one.exempt !== null) return `Exempt: ${one.exempt}`
  if (one.reasons.some(({ code }) => code === offerOpen.code)) return offerOpenWords
  return reasonLines(one.reasons, zone, now).join(' · ') || 'Not available'
}

/** Who was higher on the list, and why each was skipped: the receipt of an order. */
export const PassedOver = ({ passed, zone, label }: { passed: readonly Passed[]; zone: string; label: string }) => {
  const now = useNow()
  if (passed.length === 0) return <p className="text-small text-soft">No one was higher on that list.</p>
  return (
    <details className="text-small">
      <summary className="cursor-pointer py-1 text-brand-ink">{passed.length} skipped, and why</summary>
      <ol aria-label={label} className="mt-1 flex flex-col gap-1 border-l-2 border-line pl-3">
        {passed.map((one) => (
          <li key={one.position} className="flex flex-wrap gap-x-2">
            <span className="figures text-faint">{one.position}</span>
            <span className="font-medium">{one.name ?? `Officer number ${one.position}`}</span>
            <span className="text-faint">{ordersWords(one.count)}</span>
            <span className="text-soft">{whyPassed(one, zone, now)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** In a list of orders: who was skipped, by name, and how many more. The shift's page has everyone, with all reasons. */
export const Skipped = ({ of }: { of: ListedOrder['skipped'] }) =>
  of.count > 0 && <p className="text-small text-soft wrap-anywhere">{skippedWords(of)}</p>
