import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { announce } from '#features/shifts/assignments/store.tell.ts'
import { Refusal, type Route, refuse, refuseFeature, write } from '#platform/server/route.ts'
import { daysBetween, ms, plusDays } from '#platform/shared/time.ts'
import { createSeries } from './contract.ts'
import { type AssignmentFields, type Made, makeAssignment, refuseUnruled } from './routes.input.ts'
import { type Occurrence, occurrences, problemsOfSeries, type Series } from './rules.series.ts'
import { resolveTimes } from './rules.wall.ts'
import { findPlanWithoutLocation, insertAssignments, insertSeries } from './store.write.ts'
import { seriesErrors } from './words.ts'

type Input = z.output<(typeof createSeries)['input']>

const seriesOf = (input: Input, zone: string): Series => ({
  start_date: input.starts.date,
  start_time: input.starts.time,
  end_time: input.ends.time,
  zone,
  repeat: input.repeat,
  until: input.until,
  count: input.count,
})

/** The typed input, shifted by a number of days. */
const movedBy = (input: AssignmentFields, days: number): AssignmentFields => {
  const move = <W extends { date?: string | null | undefined }>(wall: W | null | undefined) =>
    wall?.date ? { ...wall, date: plusDays(wall.date, days) } : wall
  return {
    ...input,
    starts: { ...input.starts, date: plusDays(input.starts.date, days) },
    ends: { ...input.ends, date: null },
    posts: input.posts.map((post) => ({ ...post, id: null, starts: move(post.starts), ends: move(post.ends) })),
    signup_opens: input.signup_opens && { ...input.signup_opens, date: plusDays(input.signup_opens.date, days) },
    signup_closes: input.signup_closes && { ...input.signup_closes, date: plusDays(input.signup_closes.date, days) },
    publish_at: null,
  }
}

/** One occurrence as an assignment: its own instants and clock-change mark; posts without their own times follow it. */
const makeOccurrence = (
  input: Input,
  found: Occurrence,
  zone: string,
): Made | Refusal<'invalid_input' | 'time_happens_twice'> => {
  const made = makeAssignment(movedBy(input, daysBetween(input.starts.date, found.date)), zone, 'kind')
  if (!('row' in made)) return made
  const { row, posts } = made
  const own = { starts_at: row.starts_at, ends_at: row.ends_at }
  row.starts_at = found.starts_at
  row.ends_at = found.ends_at
  row.clock_note = found.start_mark ?? found.end_mark
  for (const post of posts) {
    if (post.starts_at === own.starts_at) post.starts_at = found.starts_at
    if (post.ends_at === own.ends_at) post.ends_at = found.ends_at
  }
  return made
}

export const routes: readonly Route[] = [
  write(createSeries, async ({ db, input, me }) => {
    const { now_at, time_zone } = await me()
    const zone = input.time_zone || (time_zone ?? 'UTC')
    const series = seriesOf(input, zone)
    const problems = problemsOfSeries(series)
    if (problems.length > 0) return new Refusal('invalid_input', undefined, seriesErrors(problems))
    const dates = occurrences(series)
    const made: Made[] = []
    for (const found of dates) {
      const one = makeOccurrence(input, found, zone)
      if (!('row' in one)) return one
      made.push(one)
    }
    const [first] = made
    if (!first) return refuse('not_found')
    const plan = first.row.location_lat !== null ? await findPlanWithoutLocation(db) : null
    if (plan) return refuseFeature('location_verification', plan)
    const unruled = await refuseUnruled(db, first.row)
    if (unruled) return unruled
    const publish_at = publishTime(input, zone, first.row.starts_at, now_at)
    if (publish_at instanceof Refusal) return publish_at
    if (input.publish !== 'draft' && ms(first.row.starts_at) <= now_at.getTime()) return refuse('starts_in_past')
    const series_id = randomUUID()
    await insertSeries(db, series_id, { ...series, publish: input.publish })
    for (const { row } of made) {
      row.series_id = series_id
      row.status = input.publish === 'draft' ? 'draft' : 'published'
      row.publish_at = input.publish === 'later' ? publish_at : null
    }
    await insertAssignments(
      db,
      made.map((one) => one.row),
      made.flatMap((one) => one.posts),
    )
    if (input.publish !== 'draft' && first.row.publish_at === null) await announce(db, first.row, made.length - 1)
    const items = made.map(({ row: { id, starts_at, ends_at, clock_note } }, i) => ({
      id,
      date: dates[i]?.date ?? '',
      starts_at,
      ends_at,
      clock_note,
    }))
    return { series_id, items }
  }),
]

/** When the whole series is published; null means at once. */
const publishTime = (input: Input, zone: string, firstStart: string, now: Date) => {
  if (input.publish !== 'later' || !input.publish_at) return null
  const found = resolveTimes(
    { starts: input.publish_at, ends: { date: plusDays(input.publish_at.date, 1), time: '12:00' }, posts: [] },
    zone,
  )
  if (found.kind === 'gap') {
    const fields = found.fields.map(({ message }) => ({ field: 'publish_at.time', message }))
    return new Refusal<'invalid_input'>('invalid_input', undefined, fields)
  }
  if (found.kind === 'twice')
    return refuse('time_happens_twice', { times: found.doubled.map((one) => ({ ...one, field: 'publish_at' })) })
  const at = found.times.starts_at
  if (ms(at) >= ms(firstStart)) {
    const message = 'Choose a publish time before the first shift starts.'
    return new Refusal<'invalid_input'>('invalid_input', undefined, [{ field: 'publish_at.date', message }])
  }
  return ms(at) > now.getTime() ? at : null
}
