import { columnsOf } from '#platform/server/columns.ts'
import type { Db } from '#platform/server/db.ts'
import { named, sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { rangeFromWall, startOfDayIn } from '#platform/shared/zone.ts'
import { demoId } from './demo.ts'
import { type DemoJob, demoJobs } from './seed.content.ts'
import { lateLeave, takenBy } from './seed.tours.ts'

/** A quarter, for the reports. */
const daysBack = 91
const daysAhead = 21

/** `busy`: shifts, with rest between them. `taken`: tours and leave, which shifts may touch. */
export type Seeded = { id: string; busy: [number, number][]; taken: readonly [number, number][] }
type Range = { starts_at: string; ends_at: string }
type Scene = { admin: Seeded; crew: Seeded[]; today: WallDate; now: number; zone: string }
type Row = Record<string, unknown>
/** The rows of four tables, inserted with one statement each: a statement per row would take most of the demo's start. */
type Rows = { assignments: Row[]; posts: Row[]; officer_assignments: Row[]; attendance: Row[] }

const iso = (at: number): string => new Date(at).toISOString()

/** How full a shift is by day: past days are staffed, this week mostly, distant days barely. */
const shareFilled = (day: number, turn: number) =>
  day < 0 ? (turn % 11 === 0 ? 0.5 : 1) : day <= 2 ? 0.9 : day <= 7 ? 0.7 : 0.2

const freeOfficer = (crew: Seeded[], { turn, range }: Pick<Place, 'turn' | 'range'>): Seeded | undefined => {
  const [start, end] = [Date.parse(range.starts_at), Date.parse(range.ends_at)]
  const restMs = 8 * 3_600_000
  return Array.from({ length: crew.length }, (_, i) => crew[(turn * 7 + i) % crew.length]).find(
    (officer) =>
      officer?.busy.every(([from, to]) => to + restMs <= start || end + restMs <= from) &&
      officer.taken.every(([from, to]) => to <= start || end <= from),
  )
}
/** The officer of the demo's one conflict, for the first shift of that day that the rest before it allows. */
const lateOfficer = ({ crew, today, zone }: Scene, { day, range, confirmed }: Place & { confirmed: boolean }) => {
  const officer = crew[lateLeave.officer]
  if (!officer || !confirmed || day !== lateLeave.day) return
  const midnight = Date.parse(startOfDayIn(zone, plusDays(today, day)))
  return officer.busy.some(([from]) => from >= midnight)
    ? undefined
    : freeOfficer([{ ...officer, taken: [] }], { turn: 0, range }) && officer
}

type Place = { job: DemoJob; range: Range; day: number; turn: number }
/** One officer's sign-up and work; false if nobody is free, or nobody asked for this spot. */
const planSpot = (
  rows: Rows,
  ids: { assignment_id: string; post_id: string },
  at: Place & { confirmed: boolean },
  scene: Scene,
) => {
  const { job, range, day, turn, confirmed } = at
  const over = Date.parse(range.ends_at) < scene.now
  const officer = lateOfficer(scene, at) ?? freeOfficer(scene.crew, at)
  if (!officer || (!confirmed && (job.mode !== 'approval' || over || turn % 3 !== 0))) return
  const posted = Date.parse(range.starts_at) - 9 * 86_400_000
  const applied = posted + (5 + ((turn * 37) % 150)) * 60_000
  const id = crypto.randomUUID()
  rows.officer_assignments.push({
    ...{ id, ...ids, officer_id: officer.id, ...range },
    status: !confirmed ? 'pending_approval' : over && day < -3 ? 'worked' : 'confirmed',
    applied_at: iso(Math.min(scene.now, applied)),
    decided_by: confirmed && job.mode === 'approval' ? scene.admin.id : null,
    decided_at: iso(Math.min(scene.now, applied + (10 + (turn % 50)) * 60_000)),
  })
  if (!confirmed) return
  officer.busy.push([Date.parse(range.starts_at), Date.parse(range.ends_at)])
  const work = workOf(at, scene)
  if (work)
    rows.attendance.push({
      ...{ signup_id: id, assignment_id: ids.assignment_id, officer_id: officer.id, ...work },
      ...{ scheduled_starts_at: range.starts_at, scheduled_ends_at: range.ends_at },
    })
}

/** What a confirmed officer did: past shifts are worked, the current one has a check-in. */
const workOf = ({ range, day, turn }: Place, { admin, now }: Scene): Row | null => {
  const [start, end] = [Date.parse(range.starts_at), Date.parse(range.ends_at)]
  if (end < now) {
    const [from, to] = [start + ((turn % 9) - 7) * 60_000, end + ((turn % 13) - 3) * 60_000]
    const [into, out] = [iso(from), iso(to)]
    const done = day < -3
    return {
      ...{ state: done ? 'approved' : 'submitted', worked_minutes: Math.floor((to - from) / 60_000) },
      ...{ checked_in_at: into, original_in_at: into, device_in_at: into },
      ...{ checked_out_at: out, original_out_at: out, device_out_at: out },
      ...{ decided_by: done ? admin.id : null, decided_at: done ? range.ends_at : null },
    }
  }
  // Most arrived on time, a few minutes early or late; now and then one is still missing.
  if (start > now || turn % 7 === 0) return null
  const at = iso(Math.min(now, start + ((turn % 11) - 8) * 60_000))
  return { state: 'open', checked_in_at: at, device_in_at: at }
}

/** Adds one shift; returns the next turn, which varies what happens on it. */
const planShift = (rows: Rows, { job, range, day, turn: first }: Place, scene: Scene): number => {
  const posted = iso(Date.parse(range.starts_at) - 9 * 86_400_000)
  const assignment_id = crypto.randomUUID()
  const required = job.posts.reduce((sum, post) => sum + post.required, 0)
  rows.assignments.push({
    ...{ id: assignment_id, title: job.title, description: job.description, kind: job.kind, client: job.client },
    ...{ location_name: job.place, location_address: job.address, time_zone: scene.zone, ...range },
    ...{
      min_required: Math.ceil(required / 2),
      signup_mode: job.mode,
      pay_code: job.pay_code,
      min_pay_minutes: job.min_pay,
    },
    ...{
      status: 'published',
      published_at: posted,
      announced_at: posted,
      created_by: scene.admin.id,
      created_at: posted,
    },
  })
  let turn = first
  for (const [position, post] of job.posts.entries()) {
    const post_id = crypto.randomUUID()
    rows.posts.push({ id: post_id, assignment_id, name: post.name, position, required_count: post.required, ...range })
    const wanted = Math.round(post.required * shareFilled(day, turn))
    for (let spot = 0; spot < post.required; spot++) {
      turn++
      planSpot(rows, { assignment_id, post_id }, { job, range, day, turn, confirmed: spot < wanted }, scene)
    }
  }
  return turn
}

const range = ['starts_at', 'ends_at'] as const
const decided = ['decided_by', 'decided_at'] as const
const ids = ['id', 'assignment_id'] as const
/** In the order in which they are inserted. */
const columns = {
  assignments: columnsOf('assignments', [
    ...(['id', 'title', 'description', 'kind', 'client', 'location_name', 'location_address', 'time_zone'] as const),
    ...range,
    ...([
      'min_required',
      'signup_mode',
      'pay_code',
      'min_pay_minutes',
      'status',
      'published_at',
      'announced_at',
    ] as const),
    ...(['created_by', 'created_at'] as const),
  ]),
  posts: columnsOf('posts', [...ids, 'name', 'position', 'required_count', ...range]),
  officer_assignments: columnsOf('officer_assignments', [
    ...ids,
    ...(['post_id', 'officer_id', 'status', 'applied_at'] as const),
    ...range,
    ...decided,
  ]),
  attendance: columnsOf('attendance', [
    ...(['signup_id', 'assignment_id', 'officer_id', 'state', 'scheduled_starts_at', 'scheduled_ends_at'] as const),
    ...([
      'checked_in_at',
      'checked_out_at',
      'original_in_at',
      'original_out_at',
      'device_in_at',
      'device_out_at',
    ] as const),
    'worked_minutes',
    ...decided,
  ]),
} as const

/** Three months of shifts with sign-ups and hours, and three weeks ahead. `scene.crew` learns when each officer is busy. */
export const seedShifts = async (db: Db, scene: Scene): Promise<void> => {
  const rows: Rows = { assignments: [], posts: [], officer_assignments: [], attendance: [] }
  for (const [at, officer] of scene.crew.entries())
    officer.taken = takenBy(at, { from: -daysBack, to: daysAhead }, scene.today, scene.zone)
  let turn = 0
  for (let day = -daysBack; day <= daysAhead; day++) {
    const date = plusDays(scene.today, day)
    for (const job of demoJobs.filter((one) => one.days.includes(weekdayOf(date)))) {
      const found = rangeFromWall({ date, start_time: job.start, end_time: job.end, zone: scene.zone })
      if (found.kind !== 'ok') continue
      const { starts_at, ends_at } = found
      turn = planShift(rows, { job, range: { starts_at, ends_at }, day, turn }, scene)
    }
  }
  for (const table of ['assignments', 'posts', 'officer_assignments', 'attendance'] as const)
    await db.run(sql`insert into ${named(table)} (organization_id, ${columns[table].list})
      select ${demoId}::uuid, ${columns[table].of('r')}
      from jsonb_to_recordset(${JSON.stringify(rows[table])}::jsonb) as r ${columns[table].typed}`)
}
