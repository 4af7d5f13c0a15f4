import { shortReasons } from '#features/shifts/eligibility/words.ts'
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
  const last = more > 0 ? `${more} more` : named.pop()
  return `Skipped: ${named.length > 0 ? `${named.join(', ')} and ${last}` : last}.`
}
