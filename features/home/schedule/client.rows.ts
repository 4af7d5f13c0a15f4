import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { counted } from '#platform/shared/text.ts'
import { ms, type WallDate } from '#platform/shared/time.ts'
import { type Conflict, conflictsOf, otherSideOf } from './client.conflicts.ts'
import { crewEntries, joined, namesOf, type ShownCrew } from './client.crews.ts'
import { hoursOf } from './client.hours.ts'
import type { Crew, OfficerEntry, ScheduledOfficer, ScheduledShift } from './contract.ts'
import { type Column, columnOf, type Place } from './rules.ts'

export const looks = [
  'tour',
  'overtime',
  'extra',
  'open',
  'asked',
  'leaving',
  'leave',
  'draft',
  'over',
  'missed',
] as const
export type Look = (typeof looks)[number]
/** The actionable part of an entry: a shift on a day, and the sign-up if it names an officer. */
export type Act = {
  assignment_id: string
  title: string
  /** Of the shift, by the department's clock. */
  day: WallDate
  starts_at: string
  ends_at: string
  over: boolean
  /** Officers who have a spot. */
  confirmed: number
  /** Spots nobody has. */
  open: number
  draft: boolean
  signup: { id: string; officer_id: string; name: string; status: string } | null
}
/** Where an entry opens. */
export type Opens = { shift: string } | { officer: string } | { platoon: string } | { requests: true } | null

export type Entry = {
  key: string
  look: Look
  text: string
  /** The text is an officer's name: it may be shown with its initial, or always is where all names have one form. */
  short?: true | 'initial'
  /** The tour whose first officers it names. */
  crew?: ShownCrew
  /** Start of the shift, if the row does not show it. */
  starts_at: string | null
  /** Its end, if there is room for it. */
  ends_at?: string
  mark: 'ordered' | 'asked' | 'offered' | 'leaving' | null
  tail: number
  since: WallDate | null
  opens: Opens
  /** Null for tours and leave, and what is canceled. */
  act: Act | null
  /** What the entry overlaps or follows with too little rest; absent if nothing. */
  conflicts?: readonly Conflict[]
  /** Announced before the text, and after it. */
  before: string
  state: string
}

export type Row = {
  key: string
  title: string
  sub: string
  /** Times of the row, if all its entries have the same. */
  times: { starts_at: string; ends_at: string } | null
  /** Minutes in the sheet: of regular tours, and of other work beside them; officers only. */
  hours: { tours: number; extra: number } | null
  /** Prefilled when a shift is posted from one of its empty cells. */
  unit: string | null
  /** The officer whose row it is. */
  officer: { id: string; name: string } | null
  /** Its latest shift: one posted from an empty cell is like it. */
  like?: string
  cells: readonly (readonly Entry[])[]
}
/** The section of those who work every week. */
export const toursTitle = 'Regular tours'
export type Section = { title: string; rows: readonly Row[] }

export type Filters = { kind: AssignmentKind | null; unit: string | null; unfilled: boolean; officer: string }

export const openSpots = (shift: Pick<ScheduledShift, 'required' | 'confirmed'>): number =>
  Math.max(0, shift.required - shift.confirmed)
export const isDead = ({ phase }: Pick<ScheduledShift, 'phase'>) => phase === 'cancelled' || phase === 'draft'
export const isOver = ({ phase }: Pick<ScheduledShift, 'phase'>) => phase === 'completed' || phase === 'closed'
const has = (text: string | null, part: string) => (text ?? '').toLowerCase().includes(part.toLowerCase())

/** A unit's shifts: restricted to it, or worked by one of its officers. */
export const fits = (shift: ScheduledShift, f: Filters): boolean =>
  (f.kind === null || shift.kind === f.kind) &&
  (f.unit === null || shift.units.includes(f.unit) || shift.people.some((one) => one.unit === f.unit)) &&
  (!f.unfilled || (openSpots(shift) > 0 && !isDead(shift) && !isOver(shift))) &&
  (f.officer === '' || shift.people.some((one) => has(one.name, f.officer)))

/** Regular tours have no kind and no open spots. */
export const crewFits = (crew: Crew, f: Filters): boolean =>
  f.kind === null &&
  !f.unfilled &&
  (f.unit === null || crew.unit === f.unit) &&
  (f.officer === '' || [...namesOf(crew), ...crew.away].some((name) => has(name, f.officer)))

export const lookOf = (shift: Pick<ScheduledShift, 'kind' | 'phase'>): Look => {
  if (shift.phase === 'draft' || shift.phase === 'scheduled') return 'draft'
  if (isOver(shift)) return 'over'
  return shift.kind === 'extra_duty' || shift.kind === 'special_event' ? 'extra' : 'overtime'
}

const asked = ['pending_approval', 'offered']
const markOf = ({ status, ordered }: { status: string; ordered: boolean }): Entry['mark'] =>
  status === 'offered'
    ? 'offered'
    : status === 'pending_approval'
      ? 'asked'
      : status === 'calloff_requested'
        ? 'leaving'
        : ordered
          ? 'ordered'
          : null
const markWords = {
  ordered: 'ordered in',
  asked: 'requested',
  offered: 'offered',
  leaving: 'call-off requested',
} as const
/** A mark that says more than the shift type, until the shift is over. */
const lookOfMark = (mark: Entry['mark'], over: boolean): Look | null =>
  mark === 'asked' || mark === 'offered' ? 'asked' : mark === 'leaving' && !over ? 'leaving' : null

/** The maximum number of chips per shift; the rest is counted. */
const MOST_NAMES = 6

export const actOf = (shift: ScheduledShift, one?: ScheduledShift['people'][number]): Act | null =>
  shift.phase === 'cancelled'
    ? null
    : {
        assignment_id: shift.id,
        title: shift.title,
        day: shift.day,
        starts_at: shift.starts_at,
        ends_at: shift.ends_at,
        over: isOver(shift),
        confirmed: shift.confirmed,
        open: openSpots(shift),
        draft: shift.phase === 'draft',
        signup: one ? { id: one.signup_id, officer_id: one.officer_id, name: one.name, status: one.status } : null,
      }

const entryOf = (
  shift: ScheduledShift,
  at: Column,
  over: Partial<Entry> & Pick<Entry, 'key' | 'look' | 'text'>,
): Entry => ({
  starts_at: null,
  mark: null,
  tail: at.tail,
  since: at.since,
  opens: { shift: shift.id },
  act: actOf(shift),
  before: shift.title,
  state: '',
  ...over,
})

/** The chips of one shift: names, then open spots. Paper has all names (`whole`). */
export function chipsOf(shift: ScheduledShift, at: Column, whole = false): Entry[] {
  const chip = (over: Parameters<typeof entryOf>[2]) => entryOf(shift, at, over)
  if (shift.phase === 'cancelled') return [chip({ key: shift.id, look: 'missed', text: 'Canceled' })]
  const look = lookOf(shift)
  const sure = shift.people.filter(({ status }) => !asked.includes(status))
  const waits = shift.people.filter(({ status }) => asked.includes(status))
  const people = [...sure, ...waits]
  const names = people.map((one): Entry => {
    const mark = markOf(one)
    const state = one.status === 'no_show' ? 'no-show' : mark ? markWords[mark] : ''
    return chip({
      key: one.signup_id,
      look: one.status === 'no_show' ? 'missed' : (lookOfMark(mark, isOver(shift)) ?? look),
      text: one.name,
      short: true,
      mark,
      state,
      act: actOf(shift, one),
      ...(one.conflicts && { conflicts: conflictsOf(shift, one, one.conflicts) }),
    })
  })
  const shown = names.length > MOST_NAMES && !whole ? names.slice(0, MOST_NAMES - 1) : names
  if (shown.length < names.length) {
    const hidden = people.slice(shown.length).flatMap((one) => conflictsOf(shift, one, one.conflicts, true))
    const text = `+${names.length - shown.length} more`
    shown.push(chip({ key: `${shift.id} more`, look, text, ...(hidden.length > 0 && { conflicts: hidden }) }))
  }
  const open = openSpots(shift)
  if (shift.phase === 'draft')
    return [...shown, chip({ key: `${shift.id} open`, look: 'draft', text: `Draft · ${shift.required}` })]
  if (open === 0) return shown
  const over = isOver(shift)
  const word = over ? 'unfilled' : 'open'
  if (open > 2 || over)
    return [...shown, chip({ key: `${shift.id} open`, look: over ? 'over' : 'open', text: `${open} ${word}` })]
  return [
    ...shown,
    ...Array.from({ length: open }, (_, n) => chip({ key: `${shift.id} open ${n}`, look: 'open', text: 'Open' })),
  ]
}

export type Sheet = { from: WallDate; days: number }
export const emptyCells = (days: number): Entry[][] => Array.from({ length: days }, () => [])
export const put = (cells: Entry[][], place: Place, { from, days }: Sheet, make: (at: Column) => Entry[]) => {
  const at = columnOf(place, from, days)
  if (at) cells[at.index]?.push(...make(at))
}

const clockKey = (clockOf: (instant: string) => string, one: { starts_at: string; ends_at: string }) =>
  `${clockOf(one.starts_at)} ${clockOf(one.ends_at)}`

const spots = (n: number) => counted(n, 'spot')

export type Schedule = { shifts: readonly ScheduledShift[]; crews: readonly Crew[] }

/** Shifts begin at the same few instants: each is asked for once. */
const remembered = (of: (instant: string) => string) => {
  const known = new Map<string, string>()
  return (instant: string): string => {
    const text = known.get(instant) ?? of(instant)
    known.set(instant, text)
    return text
  }
}

/** Rows by shift: shifts on several days with the same title and hours share a row. On paper (`whole`), everyone is named. */
export function rowsByShift(
  schedule: Schedule,
  sheet: Sheet,
  f: Filters,
  clock: (instant: string) => string,
  whole = false,
): Section[] {
  const clockOf = remembered(clock)
  const others = otherSideOf(schedule.shifts, (unit) => f.unit === null || unit === f.unit)
  const tours = new Map<string, Row & { cells: Entry[][] }>()
  for (const crew of joined(schedule.crews.filter((one) => crewFits(one, f)))) {
    const key = `tour ${crew.platoon} ${clockKey(clockOf, crew)}`
    const row = tours.get(key) ?? {
      ...{
        key,
        title: crew.platoon ?? 'Other tours',
        sub: '',
        times: crew,
        hours: null,
        unit: crew.unit,
        officer: null,
      },
      cells: emptyCells(sheet.days),
    }
    tours.set(key, row)
    put(row.cells, crew, sheet, (at) => crewEntries(crew, at, others, whole))
  }
  const rows = new Map<string, Row & { kind: AssignmentKind; cells: Entry[][] }>()
  for (const shift of schedule.shifts) {
    if (!fits(shift, f) || !columnOf(shift, sheet.from, sheet.days)) continue
    const key = `${shift.kind} ${shift.title} ${clockKey(clockOf, shift)}`
    const row = rows.get(key) ?? {
      ...{ key, kind: shift.kind, title: shift.title, sub: spots(shift.required), times: shift, hours: null },
      unit: shift.units[0] ?? null,
      officer: null,
      cells: emptyCells(sheet.days),
    }
    rows.set(key, row)
    row.like = shift.id
    put(row.cells, shift, sheet, (at) => chipsOf(shift, at, whole))
  }
  const inOrder = <R extends Row>(list: Iterable<R>) =>
    [...list]
      .map((row) => ({ row, at: clockOf(row.times?.starts_at ?? '') }))
      .sort((a, b) => a.at.localeCompare(b.at) || a.row.title.localeCompare(b.row.title))
      .map(({ row }) => row)
  const kinds = Map.groupBy(rows.values(), (row) => row.kind)
  return [
    ...Object.entries(kindWords).map(([kind, title]) => ({
      title,
      rows: inOrder(kinds.get(kind as AssignmentKind) ?? []),
    })),
    // Shifts to fill come first: tours repeat on their own and can take half the screen.
    { title: toursTitle, rows: inOrder(tours.values()) },
  ].filter(({ rows: some }) => some.length > 0)
}

type ShiftById = (id: string) => ScheduledShift | undefined

const officerAct = (entry: OfficerEntry, who: ScheduledOfficer, over: boolean, shiftOf: ShiftById): Act | null => {
  const { assignment_id, signup_id, title, day, starts_at, ends_at } = entry
  if (assignment_id === null || signup_id === null) return null
  const shift = shiftOf(assignment_id)
  const signup = { id: signup_id, officer_id: who.officer_id, name: who.name, status: entry.status ?? '' }
  if (shift) return { ...actOf(shift), ...{ assignment_id, title, day, starts_at, ends_at, over, signup } } as Act
  return { assignment_id, title, day, starts_at, ends_at, over, confirmed: 1, open: 0, draft: false, signup }
}

const officerEntry = (
  entry: OfficerEntry,
  who: ScheduledOfficer,
  now: string,
  at: Column,
  shiftOf: ShiftById,
): Entry => {
  const mark =
    entry.kind === 'leave_request'
      ? 'asked'
      : entry.status
        ? markOf({ status: entry.status, ordered: entry.ordered })
        : null
  const over = ms(entry.ends_at) <= ms(now)
  const look: Look =
    entry.kind !== 'shift'
      ? entry.kind === 'leave_request'
        ? 'leave'
        : entry.kind
      : entry.status === 'no_show'
        ? 'missed'
        : (lookOfMark(mark, over) ??
          (over
            ? 'over'
            : entry.shift_kind === 'extra_duty' || entry.shift_kind === 'special_event'
              ? 'extra'
              : 'overtime'))
  return {
    key: `${entry.kind} ${entry.assignment_id ?? ''} ${entry.starts_at}`,
    look,
    text: entry.title,
    starts_at: entry.kind === 'leave' || entry.kind === 'leave_request' ? null : entry.starts_at,
    ends_at: entry.ends_at,
    mark,
    tail: at.tail,
    since: at.since,
    opens: entry.assignment_id ? { shift: entry.assignment_id } : { officer: who.officer_id },
    act: officerAct(entry, who, over, shiftOf),
    before: who.name,
    state: mark && entry.kind === 'shift' ? markWords[mark] : '',
    ...(entry.conflicts && { conflicts: conflictsOf(entry, who, entry.conflicts) }),
  }
}

/** Rows by officer, in the given order. A tour replaced by leave is omitted in favor of the leave. */
export function rowsByOfficer(
  officers: readonly ScheduledOfficer[],
  sheet: Sheet,
  now: string,
  zone: string,
  shifts: readonly ScheduledShift[] = [],
): Row[] {
  const known = new Map(shifts.map((one) => [one.id, one]))
  return officers.map((who) => {
    const cells = emptyCells(sheet.days)
    for (const entry of who.entries)
      put(cells, entry, sheet, (at) => [officerEntry(entry, who, now, at, (id) => known.get(id))])
    return {
      key: who.officer_id,
      title: who.name,
      sub: [who.unit, who.badge_number].filter(Boolean).join(' · '),
      times: null,
      hours: hoursOf(who.entries, sheet, zone),
      unit: who.unit,
      officer: { id: who.officer_id, name: who.name },
      cells,
    }
  })
}
