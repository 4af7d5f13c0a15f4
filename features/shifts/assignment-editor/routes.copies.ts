import { notifyOfficers } from '#features/department/notifications/store.ts'
import { announce, writeWhen } from '#features/shifts/assignments/store.tell.ts'
import { actForDepartment } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { daysBetween, isoInstant, ms, plusDays, type WallDate } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type CopyLine, copyDays, previewCopy, undoCopy } from './contract.copies.ts'
import { typedAgain } from './routes.again.ts'
import { type Made, makeAssignment } from './routes.input.ts'
import { MOST_COPIES, refuseUndoCopy, type SkipReason, twinsIn } from './rules.copies.ts'
import {
  type CopyFacts,
  deleteCopied,
  findCopyFacts,
  insertCopy,
  lockCopies,
  lockCopy,
  readCopyFacts,
} from './store.copies.ts'
import { insertAssignments } from './store.write.ts'

type Source = CopyFacts['sources'][number]
type Planned = CopyLine & { made: Made | null }

/** How the clock changed what was asked for: the hour is not there on that day, or it is there twice. */
const clockNote = (source: Source, { row }: Made, date: WallDate): CopyLine['clock_note'] => {
  const { time } = wallOf(source.starts_at, source.time_zone)
  const answer = resolveWall({ date, time, zone: source.time_zone })
  if (answer.kind === 'gap') return 'moved'
  return answer.kind === 'twice' && ms(answer.earlier) === ms(row.starts_at) ? 'earlier' : null
}

const planOne = (source: Source, days: number, facts: CopyFacts, isThere: ReturnType<typeof twinsIn>): Planned => {
  const { id: source_id, title, kind } = source
  const spots = source.posts.reduce((sum, post) => sum + post.required_count, 0)
  const asIs = { starts_at: isoInstant(source.starts_at), ends_at: isoInstant(source.ends_at), clock_note: null }
  const skip = (
    skipped: SkipReason,
    times: Pick<CopyLine, 'starts_at' | 'ends_at' | 'clock_note'> = asIs,
  ): Planned => ({
    ...{ source_id, title, kind, spots, skipped, made: null },
    ...times,
  })
  if (source.status === 'cancelled') return skip('canceled')
  const date = plusDays(wallOf(source.starts_at, source.time_zone).date, days)
  const made = makeAssignment(typedAgain(source, date), source.time_zone, 'kind')
  if (!('row' in made)) return skip('times')
  made.row.clock_note = clockNote(source, made, date)
  const { starts_at, ends_at, clock_note } = made.row
  const times = { starts_at, ends_at, clock_note }
  if (ms(starts_at) <= ms(facts.now)) return skip('in_past', times)
  if (!source.ruled) return skip('no_award_rule', times)
  if (made.row.location_lat !== null && !facts.locates) return skip('no_location_plan', times)
  return {
    ...skip('times', times),
    skipped: isThere({ title, kind, starts_at, ends_at }) ? 'already_there' : null,
    made,
  }
}

const planCopies = (facts: CopyFacts): Planned[] => {
  const days = daysBetween(facts.source, facts.target)
  const isThere = twinsIn(facts.there)
  return facts.sources.slice(0, MOST_COPIES).map((one) => planOne(one, days, facts, isThere))
}

/** One notice for all of them: a week of shifts is one piece of news. */
const tellCopied = async (db: Db, made: readonly Made[]) => {
  const [first] = made
  if (!first) return
  if (made.length === 1) {
    await announce(db, first.row)
    return
  }
  const from = await writeWhen(db, first.row)
  await notifyOfficers(db, {
    type: 'assignment_posted',
    title: `${made.length} new shifts`,
    message: `The first is ${first.row.title}, ${from}.`,
    assignment_id: first.row.id,
  })
}

export const routes: readonly Route[] = [
  read(previewCopy, findCopyFacts, ([row]) => {
    const facts = row?.facts as CopyFacts | undefined
    if (!facts) return refuse('not_found')
    return { items: planCopies(facts).map(({ made: _, ...line }) => line), more: facts.more }
  }),
  write(copyDays, async ({ db, input }) => {
    await lockCopies(db, input.target, input.days)
    const facts = await readCopyFacts(db, input)
    if (!facts) return refuse('not_found')
    if (facts.more) return refuse('too_many_shifts', { most: MOST_COPIES })
    const lines = planCopies(facts)
    const made = lines.flatMap((one) => (one.made && (input.doubles || one.skipped === null) ? [one.made] : []))
    if (made.length === 0) return refuse('nothing_to_copy')
    for (const { row } of made) row.status = input.publish === 'draft' ? 'draft' : 'published'
    await insertAssignments(
      db,
      made.map((one) => one.row),
      made.flatMap((one) => one.posts),
    )
    if (input.publish === 'now') await tellCopied(db, made)
    const id = await insertCopy(db, {
      ...input,
      published: input.publish === 'now',
      assignment_ids: made.map((one) => one.row.id),
    })
    return { id, made: made.length, skipped: lines.length - made.length }
  }),
  write(undoCopy, async ({ db, input }) => {
    const copy = await lockCopy(db, input.id)
    if (!copy) return refuse('not_found')
    const no = refuseUndoCopy(copy, copy.by, copy.now_at)
    if (no) return refuse(no)
    await actForDepartment(db)
    return { removed: await deleteCopied(db, input.id, copy.assignment_ids) }
  }),
]
