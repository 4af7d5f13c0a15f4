/** What concerns the shift, not the officer: the same for everyone who could be assigned. A running shift is closed for sign-ups, too. */
export const sameForEveryone: ReadonlySet<string> = new Set(['started', 'window_closed', 'not_open_yet'])

/**
 * The reason to name where there is room for one: what nobody can override comes first, and what is the same for everyone last.
 */
export const mainReason = <R extends { code: string; overridable: boolean }>(reasons: readonly R[]): R | null =>
  reasons.find(({ overridable }) => !overridable) ??
  reasons.find(({ code }) => !sameForEveryone.has(code)) ??
  reasons[0] ??
  null

/** The reasons that remain where the spot need not be free: it changes hands, or spots are counted separately. */
export const besidesFull = <R extends { code: string }>(reasons: readonly R[]): R[] =>
  reasons.filter(({ code }) => code !== 'full')
