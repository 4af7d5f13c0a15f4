/**
 * The reason to name where there is room for one: what nobody can override comes first. That the shift has started is the same for
 * everyone, and comes last.
 */
export const mainReason = <R extends { code: string; overridable: boolean }>(reasons: readonly R[]): R | null =>
  reasons.find(({ overridable }) => !overridable) ??
  reasons.find(({ code }) => code !== 'started') ??
  reasons[0] ??
  null
