import { radiusWords } from '#platform/shared/feet.ts'
import { moneyWords } from '#platform/shared/money.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { clockOf, dayAndClock, duration } from '#platform/web/time.ts'
import type { AuditItem } from './contract.ts'
import { nothing } from './rules.ts'
import { changedText, fieldWord, stateWord } from './words.ts'

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const isDate = /^\d{4}-\d\d-\d\d$/
const isTime = /^\d\d:\d\d(:00)?$/
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isState = /^[a-z]+(_[a-z]+)*$/

/** What a number means is in the name of its column. */
const units: readonly (readonly [RegExp, (n: number) => string])[] = [
  [/(^|_)minutes$/, duration],
  [/_cents$|^price_/, (cents) => moneyWords(cents, 'USD')],
  [/^hourly_rate$/, (rate) => `${moneyWords(Math.round(rate / 10_000), 'USD')} an hour`],
  [/_rate_millionths$/, (rate) => `${rate / 10_000}%`],
  [/_radius_m$|^radius_m$|_distance_m$|_accuracy_m$/, (meters) => radiusWords(Math.round(meters))],

  [/_kmh$/, (speed) => `${Math.round(speed / 1.609344)} mph`],
  [/_age_s$/, (seconds) => `${seconds} s`],
  [/_days$|^days$/, (days) => `${days} ${days === 1 ? 'day' : 'days'}`],
]
/** Columns whose texts are codes of the application, not what somebody typed. */
const codes =
  /(^|_)(status|state|kind|mode|role|standing|format|tier|why|party|as|from|method|priority|severity|purpose|outcome|position)$|^was$/

export type Names = Readonly<Record<string, string>>

/** A value as people read it: instants by the department's clock, ids by name, amounts with their unit. */
export const valueText = (value: unknown, zone: string, field = '', names: Names = {}): string => {
  if (nothing(value)) return '–'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((one) => valueText(one, zone, field, names)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value as object)
      .map(([key, one]) => `${fieldWord(key)}: ${valueText(one, zone, key, names)}`)
      .join('\n')
  const text = String(value)
  const unit = units.find(([name]) => name.test(field))
  if (unit && Number.isFinite(Number(text))) return unit[1](Number(text))
  if (names[text]) return names[text]
  if (isId.test(text)) return 'an unnamed record'
  if (isInstant.test(text) && !Number.isNaN(Date.parse(text))) return dayAndClock(text, zone)
  if (isDate.test(text)) return plainDateWords(text)
  if (isTime.test(text)) return clockOf(text.slice(0, 5))
  return codes.test(field) && isState.test(text) ? stateWord(text) : text
}

/** As many changed fields as a row of the log shows. */
const SHOWN = 3

/** `Spots 2 → 3`; `Rank: Sergeant` where there was nothing before; `Rank cleared` where there is nothing now. */
const changeText = (field: string, [before, after]: readonly string[], zone: string): string => {
  const text = (value: unknown) => valueText(value, zone, field)
  if (nothing(before)) return `${fieldWord(field)}: ${text(after)}`
  if (nothing(after)) return `${fieldWord(field)} cleared`
  return `${fieldWord(field)} ${text(before)} → ${text(after)}`
}

/** Internal fields, and those that the sentence and its time already show. Only the entry itself lists them. */
const internal = new Set(['decided_from', 'decided_at', 'taker_name'])
/** Empty again once a decision is undone. */
const whoDecided = new Set(['decided_by', 'taker_id'])
const isStatus = (field: string): boolean => field === 'status' || field === 'state'

type Changed = Pick<AuditItem, 'change' | 'fields' | 'values'>

/** The changed fields that say something to a reader, the status first; all of them if none does. */
const fieldsToShow = ({ fields, values }: Changed): readonly string[] => {
  const isEmptied = (field: string) => whoDecided.has(field) && nothing(values[field]?.[1])
  const told = fields.filter((field) => !internal.has(field) && !isEmptied(field))
  return (told.length > 0 ? told : fields).toSorted((a, b) => Number(isStatus(b)) - Number(isStatus(a)))
}

/** What changed, a line for each of the first fields: values where both are short; and how many fields have no line. */
export const changesOf = (of: Changed, zone: string): { lines: readonly string[]; more: number } => {
  if (of.change !== 'changed') return { lines: [changedText(of.change, of.fields)], more: 0 }
  const fields = fieldsToShow(of)
  const lines = fields.slice(0, SHOWN).map((field) => {
    const both = of.values[field]
    return both ? changeText(field, both, zone) : fieldWord(field)
  })
  return { lines, more: fields.length - lines.length }
}

/** The same where the entry is opened beside it. */
export const changedValues = (of: Changed, zone: string): readonly string[] => {
  const { lines, more } = changesOf(of, zone)
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
