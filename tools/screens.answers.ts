/** Modifies server responses for screenshots: everything empty, or broken. */
export type Change = (path: string, body: unknown) => unknown

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** Empties every list and sets every count to 0; `nulls` names fields set to null. */
export const emptied = (value: unknown, nulls: readonly string[] = ['next']): unknown => {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value : []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, nulls.includes(key) ? null : emptied(one, nulls)]),
  )
}

/** A department on its first day. */
export const firstDay: Change = (path, body) =>
  path === '/api/session' ? body : emptied(body, ['next', 'open', 'mine'])

export const broken =
  (part: string): Change =>
  (path, body) =>
    path.includes(part) ? null : body
