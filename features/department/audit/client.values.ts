import { dayAndClock } from '#platform/web/time.ts'
import type { AuditItem } from './contract.ts'
import { nothing } from './rules.ts'
import { changedText, fieldWord } from './words.ts'

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Instants by the department's clock, ids by name where one is known. */
export const valueText = (value: unknown, zone: string, names: Readonly<Record<string, string>> = {}): string => {
  if (nothing(value)) return '–'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'object') return JSON.stringify(value, null, 1)
  const text = String(value)
  const name = names[text]
  if (name) return name
  return isInstant.test(text) && !Number.isNaN(Date.parse(text)) ? dayAndClock(text, zone) : text
}

/** As many changed fields as a row of the log shows. */
const SHOWN = 3

/** `Spots 2 → 3, Description and 2 more`: values where both are short. */
export const changedValues = (
  { change, fields, values }: Pick<AuditItem, 'change' | 'fields' | 'values'>,
  zone: string,
) => {
  if (change !== 'changed') return changedText(change, fields)
  const words = fields.map((field) => {
    const both = values[field]
    return both ? `${fieldWord(field)} ${valueText(both[0], zone)} → ${valueText(both[1], zone)}` : fieldWord(field)
  })
  const more = words.length - SHOWN
  return `${words.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
