import type { PastOrder } from '#features/shifts/order-ins/rules.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Db } from '#platform/server/db.ts'
import { named, sql } from '#platform/server/sql.ts'
import {
  DAY,
  HOUR,
  isoInstant,
  MINUTE,
  ms,
  plusDays,
  plusMinutes,
  type WallDate,
  weekdayOf,
} from '#platform/shared/time.ts'
import { rangeFromWall, startOfDayIn } from '#platform/shared/wall.ts'
import { demoId } from './demo.ts'
import { staffingJobs } from './seed.content.staffing.ts'
import { type DemoJob, demoJobs } from './seed.content.ts'
import { type Asked, freeFor, hold, readTours, reasonsFor, type Seeded, take } from './seed.hours.ts'
import { orderIn, rowsOfOrder } from './seed.orders.ts'
import { absentees, lateLeave } from './seed.tours.ts'

/** A quarter, for the reports. */
const daysBack = 91
const daysAhead = 21
/** How many days ahead shifts are posted; anything farther ahead was posted in the last few days. */
export const POSTED_DAYS = 9

/** The officers who apply for one post of a shift that is awarded by a rule. */
export type Bids = { assignment_id: string; post_id: string; officer_ids: readonly string[] }
type Scene = {
  admins: readonly Seeded[]
  crew: readonly Seeded[]
  today: WallDate
  now: number
  zone: string
  orders: PastOrder[]
  bids: Bids[]
  /** Whether the one shift with too little rest was found. */
  overridden: boolean
}
type Row = Record<string, unknown>
/** The rows of each table, inserted with one statement: a statement per row would take most of the demo's start. */
type Rows = Record<(typeof inOrder)[number], Row[]>

const iso = (at: number): string => new Date(at).toISOString()
const adminOf = ({ admins }: Scene, turn: number): string | null => admins[turn % admins.length]?.id ?? null

/** How full a shift is by day: past days are staffed, this week mostly, distant days barely. */
const shareFilled = (day: number, turn: number) =>
  day < 0 ? (turn % 11 === 0 ? 0.5 : 1) : day <= 2 ? 1 : day <= 7 ? 0.7 : 0.2
/** Rounded up or down in turn, so that of ten single spots with a share of 0.7, seven are filled. */
const wantedOf = (required: number, day: number, turn: number) =>
  Math.floor(required * shareFilled(day, turn) + ((turn * 3) % 10) / 10)

type Place = { job: DemoJob; shift: Asked; day: number; turn: number; posted: number }
type Spot = Place & { spot: number; confirmed: boolean }
type Taken = { officer: Seeded; more?: Row; order?: ReturnType<typeof orderIn> }

const ruled = ({ kind }: DemoJob) => kind === 'overtime' || kind === 'special_event'
/** The department has had award rules since today's shifts were posted: what is to come of their kinds is awarded by them. */
const isAwarded = ({ job, shift }: Place, { now }: Scene) => ruled(job) && ms(shift.starts_at) > now

/** The officer of the demo's one conflict, for the first shift of that day that the rest before it allows. */
const lateOfficer = ({ crew, today, zone }: Scene, { day, shift, confirmed }: Spot): Taken | undefined => {
  const officer = crew[lateLeave.officer]
  if (!officer || !confirmed || day !== lateLeave.day) return
  const midnight = ms(startOfDayIn(zone, plusDays(today, day)))
  const noon = midnight + 43_200_000
  if (officer.work.some(({ from, to }) => from < noon && to > midnight)) return
  return reasonsFor(officer, shift, zone, []).length === 0 ? { officer } : undefined
}

/** The demo's one short rest: straight from the night watch to court, by an admin who says why. */
const tiredOfficer = (scene: Scene, { job, shift, day, confirmed }: Spot): Taken | undefined => {
  if (scene.overridden || !confirmed || job.kind !== 'court' || day < -1) return
  const rest = 8 * HOUR
  const officer = scene.crew.find((one) => {
    if (one.at < 2 || absentees.includes(one.at)) return false
    const later = ms(shift.ends_at)
    if (one.work.some(({ from }) => from >= later && from < later + rest)) return false
    const reasons = reasonsFor(one, shift, scene.zone)
    return reasons.length === 1 && reasons[0]?.code === 'rest'
  })
  if (!officer) return
  scene.overridden = true
  const by = { assigned_by: adminOf(scene, 1), decided_by: null, decided_at: null }
  return {
    officer,
    more: { ...by, override_reason: 'Only officer cleared for this docket; approved by the watch commander' },
  }
}

/** Once a week nobody volunteered for the second seat of a night, on another day each week. */
const orderedOfficer = (scene: Scene, { job, shift, day, spot }: Spot): Taken | undefined => {
  const { crew, orders, today, zone, now } = scene
  if (job.kind !== 'overtime' || job.mode !== 'first_come' || spot !== 1 || ms(shift.ends_at) >= now) return
  if (job.posts.length > 1 || weekdayOf(plusDays(today, day)) !== 4 + (Math.floor(-day / 7) % 3)) return
  const order = orderIn(crew, shift, orders, { today, zone, last: crew[0]?.id ?? '' })
  return order ? { officer: order.officer, order } : undefined
}

const anyOfficer = ({ crew, zone }: Scene, { shift, turn }: Place): Taken | undefined => {
  const [officer] = freeFor(crew, shift, turn, zone)
  return officer && { officer }
}

/** One officer's sign-up and work; nothing if nobody is free, or nobody asked for this spot. */
const planSpot = (rows: Rows, ids: { assignment_id: string; post_id: string }, at: Spot, scene: Scene) => {
  const { job, shift, day, turn, posted, confirmed } = at
  const over = ms(shift.ends_at) < scene.now
  if (!confirmed && (job.mode !== 'approval' || over || turn % 3 === 0)) return
  const found = lateOfficer(scene, at) ?? tiredOfficer(scene, at) ?? orderedOfficer(scene, at) ?? anyOfficer(scene, at)
  if (!found) return
  const { officer, order } = found
  const applied = order ? ms(order.at) : Math.min(scene.now, posted + (5 + ((turn * 37) % 150)) * MINUTE)
  const signup_id = crypto.randomUUID()
  const { starts_at, ends_at } = shift
  rows.officer_assignments.push({
    ...{ id: signup_id, ...ids, officer_id: officer.id, starts_at, ends_at },
    status: !confirmed ? 'pending_approval' : over && day < -3 && !order ? 'worked' : 'confirmed',
    applied_at: iso(applied),
    decided_by: confirmed && job.mode === 'approval' && !order ? adminOf(scene, turn) : null,
    decided_at: confirmed ? iso(Math.min(scene.now, applied + (order ? 0 : 10 + (turn % 50)) * MINUTE)) : null,
    ...found.more,
  })
  take(officer, shift)
  if (!confirmed) return
  const work = workOf(at, scene)
  if (work)
    rows.attendance.push({
      ...{ signup_id, assignment_id: ids.assignment_id, officer_id: officer.id, ...work },
      ...{ scheduled_starts_at: starts_at, scheduled_ends_at: ends_at },
    })
  if (!order) return
  const made = rowsOfOrder(order, { ...ids, signup_id })
  for (const table of ['order_calls', 'order_ins', 'order_receipts'] as const) rows[table].push(made[table])
}

/** Two days later, in the morning. */
const reviewedAt = ({ ends_at }: Asked, turn: number) =>
  plusMinutes(`${ends_at.slice(0, 10)}T15:00:00Z`, 2 * 1440 + ((turn * 7) % 90))

/** What a confirmed officer did: past shifts are worked, the current one has a check-in. */
const workOf = ({ shift, day, turn }: Place, scene: Scene): Row | null => {
  const { now } = scene
  const [start, end] = [ms(shift.starts_at), ms(shift.ends_at)]
  if (end < now) {
    const done = day < -3
    // Of those to be reviewed, a few came late or left early.
    const late = !done && turn % 11 === 5 ? 24 : (turn % 9) - 7
    const early = !done && turn % 13 === 6 ? -35 : (turn % 13) - 3
    const [from, to] = [start + late * MINUTE, end + early * MINUTE]
    const [into, out] = [iso(from), iso(to)]
    return {
      ...{ state: done ? 'approved' : 'submitted', worked_minutes: Math.floor((to - from) / MINUTE) },
      ...{ checked_in_at: into, original_in_at: into, device_in_at: into },
      ...{ checked_out_at: out, original_out_at: out, device_out_at: out },
      ...{ decided_by: done ? adminOf(scene, turn) : null, decided_at: done ? reviewedAt(shift, turn) : null },
    }
  }
  // Most arrived on time, a few minutes early or late; now and then one is still missing.
  if (start > now || turn % 7 === 0) return null
  const at = iso(Math.min(now, start + ((turn % 11) - 8) * MINUTE))
  return { state: 'open', checked_in_at: at, device_in_at: at }
}

/** A few officers more than spots apply for what is awarded; the spot is theirs to keep free until the award. */
const planBids = (scene: Scene, ids: { assignment_id: string; post_id: string }, at: Place, required: number) => {
  const officer_ids: string[] = []
  const rest = scene.crew.filter((one) => one.at > 1 && !absentees.includes(one.at))
  for (const officer of freeFor(rest, at.shift, at.turn, scene.zone)) {
    // Now and then there are fewer than spots.
    if (officer_ids.length >= required + (at.turn % 7 === 0 ? -1 : 1 + (at.turn % 2))) break
    officer_ids.push(officer.id)
  }
  for (const officer of rest) if (officer_ids.includes(officer.id)) hold(officer, at.shift)
  if (officer_ids.length > 0) scene.bids.push({ ...ids, officer_ids })
}

/** Of past shifts, every third has officers who came too late for a spot: what another rule would have changed. */
const planWaiting = (
  rows: Rows,
  ids: { assignment_id: string; post_id: string },
  { job, shift, day, turn, posted }: Place,
  { crew, zone }: Scene,
) => {
  if (day >= -3 || turn % 3 !== 0 || job.posts.length > 1) return
  const { starts_at, ends_at } = shift
  const late = [...freeFor(crew, shift, turn + 1, zone)].slice(0, 1 + (turn % 2))
  for (const [i, officer] of late.entries())
    rows.officer_assignments.push({
      ...{ id: crypto.randomUUID(), ...ids, officer_id: officer.id, starts_at, ends_at, status: 'waitlisted' },
      ...{ applied_at: iso(posted + (220 + i * 45) * MINUTE), decided_by: null, decided_at: null },
    })
}

const planPost = (
  rows: Rows,
  ids: { assignment_id: string; post_id: string },
  required: number,
  at: Place,
  scene: Scene,
) => {
  if (isAwarded(at, scene)) return planBids(scene, ids, at, required)
  const wanted = wantedOf(required, at.day, at.turn)
  for (let spot = 0; spot < required; spot++)
    planSpot(rows, ids, { ...at, turn: at.turn + spot, spot, confirmed: spot < wanted }, scene)
  if (wanted >= required) planWaiting(rows, ids, at, scene)
}

/** Adds one shift; returns the next turn, which varies what happens on it. */
const planShift = (rows: Rows, { turn: first, ...at }: Place, scene: Scene): number => {
  const { job, shift, day, posted } = at
  const { starts_at, ends_at } = shift
  const id = crypto.randomUUID()
  const required = job.posts.reduce((sum, post) => sum + post.required, 0)
  const awarded = isAwarded({ ...at, turn: first }, scene)
  rows.assignments.push({
    ...{ id, title: job.title, description: job.description, kind: job.kind, client: job.client },
    ...{ location_name: job.place, location_address: job.address, time_zone: scene.zone, starts_at, ends_at },
    ...{ min_required: Math.ceil(required / 2), pay_code: job.pay_code, min_pay_minutes: job.min_pay },
    signup_mode: awarded ? 'award' : job.mode,
    // What is far ahead stays open for bids until four days before.
    signup_closes_at: awarded && day > POSTED_DAYS ? plusMinutes(starts_at, -4 * 1440) : null,
    ...{ status: 'published', published_at: iso(posted), announced_at: iso(posted), created_at: iso(posted) },
    created_by: adminOf(scene, first),
  })
  let turn = first
  for (const [position, post] of job.posts.entries()) {
    const ids = { assignment_id: id, post_id: crypto.randomUUID() }
    rows.posts.push({
      ...{ id: ids.post_id, assignment_id: id, name: post.name, position, required_count: post.required },
      ...{ starts_at, ends_at },
    })
    planPost(rows, ids, post.required, { ...at, turn: turn + 1 }, scene)
    turn += post.required
  }
  return turn
}

const range = ['starts_at', 'ends_at'] as const
const decided = ['decided_by', 'decided_at'] as const
const place = ['assignment_id', 'post_id'] as const
const columns = {
  assignments: columnsOf('assignments', [
    ...(['id', 'title', 'description', 'kind', 'client', 'location_name', 'location_address', 'time_zone'] as const),
    ...(['min_required', 'signup_mode', 'signup_closes_at', 'pay_code', 'min_pay_minutes', 'status'] as const),
    ...(['published_at', 'announced_at', 'created_by', 'created_at', ...range] as const),
  ]),
  posts: columnsOf('posts', ['id', 'assignment_id', 'name', 'position', 'required_count', ...range]),
  officer_assignments: columnsOf('officer_assignments', [
    ...(['id', ...place, 'officer_id', 'status', 'applied_at', 'assigned_by', 'override_reason'] as const),
    ...range,
    ...decided,
  ]),
  attendance: columnsOf('attendance', [
    ...(['signup_id', 'assignment_id', 'officer_id', 'state', 'scheduled_starts_at', 'scheduled_ends_at'] as const),
    ...(['checked_in_at', 'checked_out_at', 'original_in_at', 'original_out_at', 'device_in_at'] as const),
    ...(['device_out_at', 'worked_minutes', ...decided] as const),
  ]),
  order_calls: columnsOf('order_calls', [
    ...(['id', ...place, 'opened_at', 'closes_at', 'closed_at', 'outcome'] as const),
    ...(['volunteered_count', 'ordered_count', 'missing_count'] as const),
  ]),
  order_ins: columnsOf('order_ins', [
    ...(['call_id', ...place, 'officer_id', 'signup_id', 'ordered_at', 'position', 'count_before', 'seen_at'] as const),
  ]),
  order_receipts: columnsOf('order_receipts', ['call_id', 'passed']),
} as const
/** The order in which they are inserted. */
const inOrder = [
  ...(['assignments', 'posts', 'officer_assignments', 'attendance'] as const),
  ...(['order_calls', 'order_ins', 'order_receipts'] as const),
] as const

type Asks = Pick<Scene, 'admins' | 'crew' | 'today' | 'now' | 'zone'>

/** The demo's officer is in the shift that begins within the hour, and in the stories of the coming days. */
const keepFree = (officer: Seeded, { today, now, zone }: Scene) => {
  take(officer, { ...spanOfNow(now), kind: 'callback', title: 'Desk relief' })
  for (const { day, start, end, title, kind, story } of staffingJobs) {
    const found = rangeFromWall({ date: plusDays(today, day), start_time: start, end_time: end, zone })
    if (found.kind !== 'ok' || !['won', 'second', 'volunteers', 'ordered'].includes(story)) continue
    hold(officer, { starts_at: found.starts_at, ends_at: found.ends_at, kind, title })
  }
}

/** All rows, without a database. */
const planShifts = (asked: Asks): { rows: Rows; bids: readonly Bids[] } => {
  const rows: Rows = Object.assign({} as Rows, ...inOrder.map((table) => ({ [table]: [] })))
  const scene: Scene = { ...asked, orders: [], bids: [], overridden: false }
  const { crew, today, zone, now } = scene
  readTours(crew, { from: -daysBack - 14, to: daysAhead + 14 }, today, zone)
  if (crew[0]) keepFree(crew[0], scene)
  let turn = 0
  for (let day = -daysBack; day <= daysAhead; day++) {
    const date = plusDays(today, day)
    for (const job of demoJobs.filter((one) => one.days.includes(weekdayOf(date)))) {
      const found = rangeFromWall({ date, start_time: job.start, end_time: job.end, zone })
      if (found.kind !== 'ok') continue
      const shift = { starts_at: found.starts_at, ends_at: found.ends_at, kind: job.kind, title: job.title }
      const posted = Math.min(ms(shift.starts_at) - POSTED_DAYS * DAY, now - (9 + ((turn * 5) % 40)) * HOUR)
      turn = planShift(rows, { job, shift, day, turn, posted }, scene)
    }
  }
  return { rows, bids: scene.bids }
}

/** When the shift begins that a first-time visitor can check in to: within the hour. */
export const spanOfNow = (now: number) => {
  const quarter = 15 * MINUTE
  const starts_at = isoInstant(Math.ceil((now + 20 * MINUTE) / quarter) * quarter)
  return { starts_at, ends_at: plusMinutes(starts_at, 240) }
}

/**
 * The ledger has these spots as ordered in. A sign-up that comes in as worked would be one that was accepted, so those of the past are
 * worked after that.
 */
const noteOrders = async (db: Db) => {
  await db.run(sql`insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
    select x.organization_id, x.officer_id, x.ordered_at, 'ordered', extract(epoch from s.ends_at - s.starts_at)::int / 60,
      x.assignment_id, x.post_id, x.signup_id, 'order'
    from order_ins x join officer_assignments s on s.organization_id = x.organization_id and s.id = x.signup_id
    where x.organization_id = ${demoId}::uuid`)
  await db.run(sql`update officer_assignments s set status = 'worked'
    from order_ins x join attendance t on t.organization_id = x.organization_id and t.signup_id = x.signup_id
    where s.organization_id = ${demoId}::uuid and x.organization_id = s.organization_id and x.signup_id = s.id
      and t.state = 'approved'`)
}

/** Three months of shifts with sign-ups, hours and orders, and three weeks ahead. Returns who applies for what is awarded. */
export const seedShifts = async (db: Db, asked: Asks): Promise<readonly Bids[]> => {
  const { rows, bids } = planShifts(asked)
  for (const table of inOrder)
    await db.run(sql`insert into ${named(table)} (organization_id, ${columns[table].list})
      select ${demoId}::uuid, ${columns[table].of('r')}
      from jsonb_to_recordset(${JSON.stringify(rows[table])}::jsonb) as r ${columns[table].typed}`)
  await noteOrders(db)
  return bids
}
