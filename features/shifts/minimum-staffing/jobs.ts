import { setImmediate } from 'node:timers/promises'
import { notify, type Told } from '#features/department/notifications/store.ts'
import { findTimeFormat } from '#features/department/settings/store.ts'
import { updateCancelled } from '#features/shifts/assignment-editor/store.write.ts'
import { announce } from '#features/shifts/assignments/store.tell.ts'
import { openAwards } from '#features/shifts/awards/store.opening.ts'
import { attachPlans } from '#features/shifts/escalations/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { type Instant, ms, type Range, type TimeFormat } from '#platform/shared/time.ts'
import { whenWords } from '#platform/shared/when.ts'
import { clockOf, type Due, dueOf, type Facts, opensAgain, type StoredMinimum } from './rules.due.ts'
import { DAYS_AHEAD } from './rules.ts'
import { insertShift } from './store.shifts.ts'
import * as store from './store.ts'
import { missingWords, places, reasonOf, tellWords } from './words.ts'

/** From yesterday, whose night shift may still be running, to the last day that any minimum covers. */
const DAYS = DAYS_AHEAD[1] + 2

/** Changes to report to the admins, each with its shift. */
type Done = {
  what: 'opened' | 'changed' | 'closed'
  range: Range
  places: number
  assignment_id: string
  /** The shift opened again and has not been announced yet, so this waits. */
  again: boolean
}
type House = { zone: string; format: TimeFormat; now: Instant }

const open = async (
  db: Db,
  m: StoredMinimum,
  { on_day, day, gap: before, decision }: Due,
  house: House,
): Promise<Done | null> => {
  if (decision.act !== 'open') return null
  const { places: count, range } = decision
  const assignment_id = await insertShift(db, m, house.zone, { ...range, places: count })
  const again = opensAgain(before, range.starts_at, house.now)
  const gap = { minimum_id: m.id, on_day, assignment_id, places: count, ...range, reason: reasonOf(m, day), again }
  if ((await store.insertGap(db, gap)) === 0) throw new Error(`a shift for ${m.id} on ${on_day} already exists`)
  return { what: 'opened', range, places: count, assignment_id, again }
}

const change = async (db: Db, m: StoredMinimum, { on_day, day, gap, decision }: Due): Promise<Done | null> => {
  if (decision.act !== 'change' || gap?.shift == null || gap.assignment_id === null) return null
  const { places: count, range } = decision
  const { starts_at, ends_at } = gap.shift
  const moved = ms(starts_at) !== ms(range.starts_at) || ms(ends_at) !== ms(range.ends_at)
  await store.updateShift(db, gap.assignment_id, { ...range, places: count, moved })
  if (moved) await openAwards(db, [gap.assignment_id])
  await store.updateGap(db, { minimum_id: m.id, on_day, places: count, ...range, reason: reasonOf(m, day) })
  return { what: 'changed', range, places: count, assignment_id: gap.assignment_id, again: !gap.announced }
}

const close = async (db: Db, m: StoredMinimum, { on_day, day, gap, decision }: Due): Promise<Done | null> => {
  if (decision.act !== 'close' || gap?.shift == null || gap.assignment_id === null) return null
  const reason = reasonOf(m, day)
  await updateCancelled(
    db,
    gap.assignment_id,
    'department',
    `No longer needed for "${m.name}". ${reason}`.slice(0, 500),
  )
  await store.updateGapClosed(db, { minimum_id: m.id, on_day, reason })
  const { starts_at, ends_at, required } = gap.shift
  return {
    what: 'closed',
    range: { starts_at, ends_at },
    places: required,
    assignment_id: gap.assignment_id,
    again: !gap.announced,
  }
}

/** Announces a shift that opened a while ago. */
const announceLate = async (db: Db, m: StoredMinimum, { on_day, gap, announce: due }: Due): Promise<Done | null> => {
  if (!due || gap?.shift == null || gap.assignment_id === null) return null
  await store.updateAnnounced(db, { minimum_id: m.id, on_day })
  const { starts_at, ends_at, required } = gap.shift
  return {
    what: 'opened',
    range: { starts_at, ends_at },
    places: required,
    assignment_id: gap.assignment_id,
    again: false,
  }
}

const doneWords = {
  opened: 'Opened automatically',
  changed: 'Changed automatically',
  closed: 'Closed automatically',
} as const

/** One notification for all changes of a kind made for a minimum at once. */
const toAdmins = (m: StoredMinimum, done: readonly Done[], house: House): Told[] =>
  [
    ...Map.groupBy(
      done.filter((one) => !one.again),
      (one) => one.what,
    ),
  ].map(([what, all]) => {
    const lines = all
      .slice(0, 6)
      .map(
        (one) =>
          `${whenWords(one.range, house.zone, house.format)}${what === 'closed' ? '' : `: ${places(one.places)}`}`,
      )
    const more = all.length > lines.length ? [`and ${all.length - lines.length} more`] : []
    const count = all.length > 1 ? ` (${all.length})` : ''
    return {
      type: 'minimum_shift' as const,
      title: `${doneWords[what]}: ${m.title}${count}`,
      message: `${m.name}. ${[...lines, ...more].join('; ')}.`,
      officer_id: null,
      assignment_id: all[0]?.assignment_id ?? null,
    }
  })

/** News that needs an admin's decision. */
const gapNews = (m: StoredMinimum, due: readonly Due[], house: House): Told[] =>
  due.flatMap(({ decision, day, gap, news }): Told[] => {
    if (!news || decision.act !== 'nothing' || decision.tell === null) return []
    const range = day?.window ?? gap?.shift
    if (!range) return []
    const { what, count } = decision.tell
    const how = what === 'surplus' ? '' : ` ${missingWords(count)}.`
    return [
      {
        type: 'minimum_gap',
        title: `${what === 'surplus' ? 'More than needed' : 'Below the minimum'}: ${m.name}`,
        message: `${whenWords(range, house.zone, house.format)}.${how} ${tellWords[what]}.`,
        officer_id: null,
        assignment_id: gap?.closed_at === null ? gap.assignment_id : null,
      },
    ]
  })

const act = async (db: Db, m: StoredMinimum, due: readonly Due[], facts: Facts) => {
  const house = { ...clockOf(facts), format: await findTimeFormat(db) }
  const done: Done[] = []
  for (const one of due) {
    const made = (await open(db, m, one, house)) ?? (await change(db, m, one)) ?? (await close(db, m, one))
    if (made) done.push(made)
    else if (one.decision.act === 'nothing') {
      const { on_day, told, news, unsaid } = one
      await store.updateTold(db, { minimum_id: m.id, on_day, reason: reasonOf(m, one.day), told, news, unsaid })
      const late = await announceLate(db, m, one)
      if (late) done.push(late)
    }
  }
  if (done.some((one) => one.what === 'opened')) await attachPlans(db)
  const opened = done.filter((one) => one.what === 'opened' && !one.again)
  const [first] = opened
  if (first) {
    await announce(db, { ...first.range, id: first.assignment_id, title: m.title }, opened.length - 1)
  }
  await notify(db, [...toAdmins(m, done, house), ...gapNews(m, due, house)])
}

/**
 * Does what is due for one minimum, in one transaction. The first look takes no lock, since usually nothing is due. Then the
 * minimum is locked, so that the second of two sweeps sees what the first did, the shifts are locked against sign-ups, and
 * everything is computed again.
 */
const keepMinimum = async (db: Db, minimum_id: string): Promise<void> => {
  const dueNow = async () => {
    const facts: Facts = await store.readFacts(db, { days: DAYS, minimum_id })
    return { facts, due: dueOf(facts, minimum_id, DAYS) }
  }
  const shiftsOf = (due: readonly Due[]) => due.flatMap(({ gap }) => gap?.assignment_id ?? [])
  const look = await dueNow()
  if (look.due.length === 0) return
  await store.lockMinimum(db, minimum_id)
  const locked = new Set(shiftsOf(look.due))
  await store.lockShifts(db, [...locked])
  const { facts, due } = await dueNow()
  const m = facts.minimums.find((one) => one.id === minimum_id)
  // Gaps that appeared between the two looks are left to the next sweep.
  const ours = due.filter((one) => shiftsOf([one]).every((id) => locked.has(id)))
  if (m && ours.length > 0) await act(db, m, ours, facts)
}

/** Minimums with something due, from one set of facts; yields between two so that the server can handle requests. */
const listDue = async (facts: Facts, ids: readonly string[]): Promise<string[]> => {
  const due: string[] = []
  for (const id of ids) {
    // A minimum that has ended or starts later, but still has a shift, is not in the facts and is checked separately.
    if (!facts.minimums.some((one) => one.id === id) || dueOf(facts, id, DAYS).length > 0) due.push(id)
    await setImmediate()
  }
  return due
}

/** Each minimum in its own transaction: one failure does not stop the others. */
export const keepMinimums = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const inside = asJob(database, organizationId, 'keep_minimums')
  const failures: Error[] = []
  const watched = await inside(store.listWatched)
  if (watched.length === 0) return
  const facts = await inside((db) => store.readFacts(db, { days: DAYS }))
  for (const id of await listDue(facts, watched)) {
    if (stopping()) break
    await inside((db) => keepMinimum(db, id)).catch((error: unknown) =>
      failures.push(error instanceof Error ? error : new Error(String(error))),
    )
  }
  throwAll(failures)
}

export const sweeps: readonly OutsideSweep[] = [
  { name: 'keep_minimums', everySeconds: 60, wakes: 'staffing', outside: keepMinimums },
]
