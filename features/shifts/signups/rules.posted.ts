import { readCursor } from '#platform/shared/cursor.ts'
import type { Patch } from '#platform/shared/endpoint.ts'
import { DAY } from '#platform/shared/time.ts'

type Job = { id: string; kind: string; starts_at: string; as_of?: number }
/** Changed shifts as of one moment in the database, as the open list shows them, and the ids of those that it no longer shows. */
export type ChangedJobs = { as_of: number; jobs: readonly Job[]; gone: readonly string[] }

type Kept = ReadonlyMap<string, { as_of: number; job: Job | null }>
type Asked = { days?: unknown; kind?: unknown; after?: unknown }
type Response = {
  as_of?: number
  mine_as_of?: number
  items: readonly Job[]
  next: string | null
  mine: readonly { assignment_id: string }[]
}

/** The oldest are forgotten first. */
const keptLimit = 200

const isChangedJobs = (heard: unknown): heard is ChangedJobs =>
  typeof heard === 'object' &&
  heard !== null &&
  'as_of' in heard &&
  'jobs' in heard &&
  Array.isArray(heard.jobs) &&
  'gone' in heard &&
  Array.isArray(heard.gone)

const keep = (kept: unknown, heard: unknown): Kept => {
  const before = kept instanceof Map ? (kept as Kept) : new Map()
  if (!isChangedJobs(heard)) return before
  const { as_of } = heard
  const changes = [...heard.jobs.map((job) => [job.id, job] as const), ...heard.gone.map((id) => [id, null] as const)]
  const after = new Map(before)
  for (const [id, job] of changes) {
    if (as_of <= (before.get(id)?.as_of ?? 0)) continue
    // At the end again, so that the first key is the oldest.
    after.delete(id)
    after.set(id, { as_of, job: job && { ...job, as_of } })
  }
  for (const [id] of after) {
    if (after.size <= keptLimit) break
    after.delete(id)
  }
  return after
}

type Place = { at: number; id: string }
const placeOf = ({ starts_at, id }: Job): Place => ({ at: Date.parse(starts_at), id })
const byPlace = (a: Place, b: Place) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const cursorPlace = (cursor: unknown): Place | null => {
  const read = typeof cursor === 'string' ? readCursor(cursor) : null
  return read && { at: Date.parse(read.at), id: read.id }
}

/** Whether a page of the list has room for the shift: after the page before, not behind its own last, and among what was asked for. */
const belongs = (job: Job, { days, kind, after }: Asked, next: string | null, now: number): boolean => {
  const place = placeOf(job)
  const [from, to] = [cursorPlace(after), cursorPlace(next)]
  const ahead = Number(days ?? 30)
  return (
    (kind === undefined || kind === job.kind) &&
    (from === null || byPlace(place, from) > 0) &&
    (to === null || byPlace(place, to) <= 0) &&
    place.at < now + ahead * DAY
  )
}

const apply = (response: unknown, kept: unknown, asked: unknown = {}, now = Date.now()) => {
  const list = response as Response
  const changes = kept as Kept
  const shown = new Map(list.items.map((job) => [job.id, job]))
  let changed = false
  for (const [id, { as_of, job }] of changes) {
    if (as_of <= Math.max(list.as_of ?? 0, shown.get(id)?.as_of ?? 0)) continue
    const stays = job !== null && belongs(job, asked as Asked, list.next, now)
    if (!stays && !shown.has(id)) continue
    changed = true
    if (stays) shown.set(id, job)
    else shown.delete(id)
  }
  // The officer's own sign-up shows the shift's title and times too.
  const seen = list.mine_as_of ?? list.as_of ?? 0
  const again = list.mine.some(({ assignment_id }) => (changes.get(assignment_id)?.as_of ?? 0) > seen)
  if (!changed) return { response, again }
  const items = [...shown.values()].toSorted((a, b) => byPlace(placeOf(a), placeOf(b)))
  return { response: { ...list, items }, again }
}

/** The open shifts, by the changed shifts that pokes bring whole. */
export const patchPosted: Patch = { keep, apply }
