import { counted } from '#platform/shared/text.ts'

/** `today`, `tomorrow`, `in 24 days`: when a certification expires whose last valid day is that many days ahead. */
export const expiresWords = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`

type Due = { type: string; days_left: number }

/** For their officer: one by name, several by number; null if none is due. `bad`: at least one has expired. */
export const dueWords = (due: readonly Due[]): { title: string; bad: boolean } | null => {
  const [first] = due
  if (!first) return null
  const expired = due.filter(({ days_left }) => days_left < 0).length
  const coming = due.length - expired
  if (due.length === 1) {
    const when =
      expired === 1 ? `expired ${counted(-first.days_left, 'day')} ago` : `expires ${expiresWords(first.days_left)}`
    return { title: `${first.type} ${when}`, bad: expired === 1 }
  }
  const title =
    expired === 0
      ? `${coming} certifications expire soon`
      : coming === 0
        ? `${expired} certifications have expired`
        : `${counted(expired, 'certification')} expired, ${coming} ${coming === 1 ? 'expires' : 'expire'} soon`
  return { title, bad: expired > 0 }
}
