import { clock, dateValue } from '#platform/web/time.ts'
import { valueText } from './client.values.ts'
import type { AuditItem } from './contract.ts'
import { compare } from './rules.ts'
import { auditFields } from './words.fields.ts'
import { sentences } from './words.sentences.ts'
import { actionWord, roleWords } from './words.ts'

type Facts = Pick<AuditItem, 'action' | 'thing_type' | 'thing_name'> &
  Partial<Pick<AuditItem, 'officer_name' | 'assignment_title' | 'fields' | 'values'>> & { change?: string | null }

/** Roles as the subject of a sentence. */
const subjects: Readonly<Record<string, string>> = {
  '': 'Someone',
  anyone: 'Someone not signed in',
  waiting: 'Someone waiting for approval',
  officer: 'An officer',
  admin: 'An admin',
  system: 'The system',
  support: 'Vendor support',
}
const whoOf = ({ name, role }: { name: string | null; role: string }, action: string): string => {
  // Between the password and the code nobody is signed in yet, but the entry stands in their department.
  if (role === 'anyone' && action.startsWith('multi_factor.')) return 'Someone signing in'
  if (name === null) return subjects[role] ?? roleWords[role] ?? role
  return role === 'support' ? `Vendor support (${name})` : name
}

const fill = (template: string, item: Facts): string => {
  const officer = item.officer_name ?? (item.thing_type === 'officers' ? item.thing_name : null)
  const shift = item.assignment_title ?? (item.thing_type === 'assignments' ? item.thing_name : null)
  // Functions: a "$" in a name is a dollar sign, not a pattern.
  return template
    .replace('{officer}', () => officer ?? 'an officer')
    .replace('{shift}', () => shift ?? 'a shift')
    .replace(/(:?) ?\{name\}/, (_, colon: string) => (item.thing_name ? `${colon} ${item.thing_name}` : ''))
}

/** On one day, the two clock times; else both with their days. */
const fromTo = (before: string, after: string, zone: string): string =>
  dateValue(before, zone) === dateValue(after, zone)
    ? `from ${clock(before, zone)} to ${clock(after, zone)}`
    : `from ${valueText(before, zone)} to ${valueText(after, zone)}`

const edits = /^(?:edited|changed) /

/** What the only change of an edit was, instead of that there was one; null where that takes more than a sentence. */
const changeIn = (template: string, item: Facts, zone: string): string | null => {
  if (item.change !== 'changed' || !edits.test(template)) return null
  const [fields, values] = [item.fields ?? [], item.values ?? {}]
  const start = values.starts_at
  const what = fill(template.replace(edits, ''), item)
  if (
    item.thing_type === 'assignments' &&
    start?.[0] &&
    start[1] &&
    fields.every((one) => /^(starts|ends)_at$/.test(one))
  )
    return `moved ${what} ${fromTo(start[0], start[1], zone)}`
  const [field, ...others] = fields
  const both = field === undefined ? undefined : values[field]
  if (field === undefined || both === undefined || others.length > 0) return null
  const [before, after] = [both[0] ?? '', both[1] ?? '']
  const label = auditFields[field] ?? field.replaceAll('_', ' ')
  const of = what === 'the settings' ? 'in the settings' : `of ${what}`
  const text = (value: string) => valueText(value, zone, field)
  if (after === '') return `cleared "${label}" ${of}`
  if (before === '') return `set "${label}" ${of} to ${text(after)}`
  return `changed "${label}" ${of} from ${text(before)} to ${text(after)}`
}

/** `Karen Whitfield moved Stadium gate from 18:00 to 19:00`; a call without a sentence of its own keeps its label. */
export const sentenceOf = (item: Facts & { actor: { name: string | null; role: string } }, zone: string): string => {
  const template = sentences[item.action]
  if (template === undefined) return `${whoOf(item.actor, item.action)}: ${actionWord(item.action)}`
  return `${whoOf(item.actor, item.action)} ${changeIn(template, item, zone) ?? fill(template, item)}`
}

type Row = Readonly<Record<string, unknown>> | null

/** Longer values appear below the sentence, and ids have no words. */
const SHORT = 32
const shortText = (value: unknown): string | null => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return null
  const text = value === true ? 'yes' : value === false ? 'no' : String(value)
  return text.length > SHORT || /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(text) ? null : text
}

/** What the list has of an entry's changes, from its two rows: an entry has the same sentence in the list and opened. */
export const changesIn = ({ before, after }: { before: Row; after: Row }) => {
  const changed = compare(before, after).filter((one) => one.changed)
  const values = changed.flatMap((one): [string, string[]][] => {
    const [was, is] = [shortText(one.before), shortText(one.after)]
    return was === null || is === null ? [] : [[one.field, [was, is]]]
  })
  return { fields: changed.map(({ field }) => field), values: Object.fromEntries(values) }
}
