import { counted, joined } from '#platform/shared/text.ts'
import type { Block } from './rules.ts'

const some = (count: number, one: string): string | null => (count === 0 ? null : counted(count, one))

/** `3 posted shifts, 1 draft and 2 templates use`: the zone follows. */
export const carriedWords = (it: { shifts: number; drafts: number; templates: number }): string => {
  const parts = [some(it.shifts, 'posted shift'), some(it.drafts, 'draft'), some(it.templates, 'template')].filter(
    (part) => part !== null,
  )
  return `${joined(parts) || 'Nothing'} ${it.shifts + it.drafts + it.templates <= 1 ? 'uses' : 'use'}`
}

/** Why a shift cannot keep its local time; follows its title. */
export const blockWords = (why: Block['why'], officers: readonly string[]): string => {
  const who = officers.slice(0, 5).join(', ') + (officers.length > 5 ? ` and ${officers.length - 5} more` : '')
  if (why === 'checked_in') return `${who} already checked in.`
  if (why === 'overlaps') return `${who} would work two shifts at once. Remove them from one first.`
  if (why === 'past') return 'it would already have started.'
  if (why === 'awarding') return 'its sign-up would open after it starts.'
  return 'the clocks change during the shift, so it would end before it starts.'
}
