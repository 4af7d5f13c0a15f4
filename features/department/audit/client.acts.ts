import type { AuditAct, AuditItem } from './contract.ts'
import { sentences } from './words.sentences.ts'

/** How well an entry fills the place of a sentence: by what it is about, or by what it belongs to. */
const places: readonly [string, (entry: AuditItem) => number][] = [
  ['{officer}', ({ thing_type, officer_name }) => (thing_type === 'officers' ? 2 : officer_name ? 1 : 0)],
  ['{shift}', ({ thing_type, assignment_title }) => (thing_type === 'assignments' ? 2 : assignment_title ? 1 : 0)],
  ['{name}', ({ thing_name }) => (thing_name ? 1 : 0)],
]

/** The object that the list is narrowed to. */
type Asked = { thing?: string | undefined; thing_id?: string | undefined }

/** The entry that says best what the act was: of the object asked for, with what its sentence names; otherwise the first. */
export const leadOf = ({ entries }: Pick<AuditAct, 'entries'>, asked: Asked = {}): AuditItem | undefined => {
  const worth = (entry: AuditItem): number => {
    const sentence = sentences[entry.action] ?? ''
    const named = places.reduce((sum, [place, of]) => sum + (sentence.includes(place) ? of(entry) : 0), 0)
    const own = (entry.thing_type === asked.thing ? 10 : 0) + (entry.thing_id === asked.thing_id ? 20 : 0)
    return named + own
  }
  return entries.toSorted((a, b) => worth(b) - worth(a))[0]
}

/** A row of the log: the entry that leads an act, with the act's others. */
export type ActRow = AuditItem & { others: readonly AuditItem[]; count: number }

export const rowsOfActs = (acts: readonly AuditAct[], asked: Asked = {}): ActRow[] =>
  acts.flatMap((act) => {
    const lead = leadOf(act, asked)
    return lead ? [{ ...lead, others: act.entries.filter(({ id }) => id !== lead.id), count: act.count }] : []
  })
