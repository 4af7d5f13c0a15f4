import type { PassedWhy } from './rules.why.ts'

/** Why somebody with fewer hours was not proposed, as the end of a sentence that begins with the name. */
export const passedWords = (why: PassedWhy, instead: string | null): string => {
  const named = instead === null ? 'another shift of this plan' : `${instead} in this plan`
  if (why === 'busy') return `has ${named}, too close to this one`
  if (why === 'limits') return `would pass a limit of hours with ${named}`
  return instead === null ? 'is left for fewer choices to come' : `gets ${named}, which evens the hours out more`
}

/** Where somebody stands among those who may, the fewest hours first, as the beginning of a line. */
export const orderWords = (order: number, able: number): string => {
  if (able === 1) return 'The only one who may'
  const tens = order % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][order % 10] ?? 'th')
  return order === 1 ? `The fewest hours of ${able} who may` : `${order}${ending} by hours of ${able} who may`
}
