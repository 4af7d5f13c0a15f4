import { shortReasons } from '#features/shifts/eligibility/words.ts'
import { joined } from '#platform/shared/text.ts'
import { offerOpen } from './rules.ts'

/** A reason that only a receipt has. */
export const offerOpenWords = 'Has an open offer'

type Skip = {
  name: string | null
  position: number
  exempt: string | null
  reasons: readonly { code: string }[]
}
const why = new Map<string, string>([...Object.entries(shortReasons), [offerOpen.code, offerOpenWords]])
const whySkipped = ({ exempt, reasons }: Skip): string => {
  if (exempt !== null) return 'exempt'
  const words = why.get(reasons[0]?.code ?? '') ?? 'Not available'
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** `Skipped: Luis Ortiz (on leave), Amy Chen (too little rest) and 3 more.` */
export const skippedWords = ({ first, count }: { first: readonly Skip[]; count: number }): string => {
  const named = first.map((one) => `${one.name ?? `Officer number ${one.position}`} (${whySkipped(one)})`)
  const more = count - named.length
  return `Skipped: ${joined(more > 0 ? [...named, `${more} more`] : named)}.`
}
