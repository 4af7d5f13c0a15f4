import type { ExistingOfficer, ImportPlan } from './rules.ts'

/** The fields whose values a department shares: a new one is a new unit or rank, or a misspelled one. */
export const sharedFields = ['unit', 'rank'] as const
type SharedField = (typeof sharedFields)[number]

/** `rows`: how many rows would set it; `nearest`: the existing value it may be meant for. */
export type NewValue = { field: SharedField; value: string; rows: number; nearest: string | null }

/** The most values listed. */
const MOST_NEW_VALUES = 40

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The fewest letters to add, drop or change, or neighbors to swap. */
const editsBetween = (a: string, b: string): number => {
  let [before, line]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (line[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (line[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = line
    line = next
  }
  return line[b.length] ?? 0
}

/** "sgt" for "sergeant": its letters in their order, from the first one. */
const abbreviates = (short: string, long: string): boolean => {
  if (short.length < 2 || short.length >= long.length || short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

/** The existing value that a typed one may be meant for; null if none is close. */
export const nearestOf = (value: string, existing: readonly string[]): string | null => {
  const typed = plain(value)
  let best: { one: string; edits: number } | null = null
  for (const one of existing) {
    const known = plain(one)
    const edits = editsBetween(typed, known)
    // Names that differ in a number, such as "Platoon 1" and "Platoon 2", are different things.
    const counts = typed.replaceAll(/\D/g, '') === known.replaceAll(/\D/g, '')
    const close = edits <= Math.floor(Math.min(typed.length, known.length) / 4) || abbreviates(typed, known)
    if (counts && close && (best === null || edits < best.edits)) best = { one, edits }
  }
  return best?.one ?? null
}

/**
 * Units and ranks that no officer has yet, most rows first. Leaves out a field that no officer has a value for: a department's first roster
 * brings all of its values.
 */
export const newValuesOf = (plan: ImportPlan, existing: readonly ExistingOfficer[]): NewValue[] => {
  const found = sharedFields.flatMap((field) => {
    const known = [...new Set(existing.map((one) => one[field]).filter((value) => value !== null))]
    if (known.length === 0) return []
    const counts = new Map<string, number>()
    for (const row of plan.rows) {
      const value =
        row.verdict === 'create' ? row.values[field] : row.verdict === 'update' ? row.changes[field]?.to : null
      if (typeof value === 'string' && !known.includes(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].map(([value, rows]) => ({ field, value, rows, known }))
  })
  return found
    .toSorted((a, b) => b.rows - a.rows || a.value.localeCompare(b.value))
    .slice(0, MOST_NEW_VALUES)
    .map(({ known, ...one }) => ({ ...one, nearest: nearestOf(one.value, known) }))
}
