import { hasFeature } from '#features/people/organizations/rules.features.ts'
import type { TestServer } from '#platform/server/testing.ts'
import type { Tier } from '#platform/shared/plans.ts'
import { isoInstant, plusDays } from '#platform/shared/time.ts'
import { endOfDayIn, startOfDayIn } from '#platform/shared/wall.ts'
import { wallAt } from '#platform/shared/zone.ts'
import { minutesToLive } from './rules.claims.ts'

const minute = 60_000
const day = 1440 * minute
type Row = Record<string, unknown>

/** mulberry32: the same seed, the same scene. */
export const diceOf = (seed: number) => {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

export const fillTable = async (server: TestServer, table: string, rows: readonly Row[]) => {
  const names = Object.keys(rows[0] ?? {}).join(', ')
  if (rows.length > 0)
    await server.rows(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
}

const iso = (at: number) => new Date(at).toISOString()
const uuid = () => crypto.randomUUID()

/** Shifts over fifteen months, concentrated around month boundaries; some canceled, some drafts, some posted too late. */
const shiftsOf = (organization_id: string, time_zone: string, pick: (below: number) => number) => {
  const now = Math.floor(Date.now() / minute) * minute
  const [assignments, posts, events]: [Row[], Row[], Row[]] = [[], [], []]
  for (let n = 0; n < 110; n++) {
    const turn = Date.parse(startOfDayIn(time_zone, `${wallAt(now - pick(440) * day, time_zone).date.slice(0, 7)}-01`))
    const around = [
      turn + (pick(240) - 120) * minute,
      turn,
      now - pick(440) * day - pick(1440) * minute,
      now + (1 + pick(30)) * day,
    ]
    const start = around[n % 4 === 3 && pick(3) > 0 ? 2 : n % 4] ?? now
    // Nothing begins while the test runs.
    const starts = Math.abs(start - now) < day ? now - 2 * day : start
    const published = starts + (60 - pick(pick(2) ? 600 : 9000)) * minute
    const id = uuid()
    const times = { starts_at: iso(starts), ends_at: iso(starts + 240 * minute) }
    const status = ['published', 'published', 'closed', 'published', 'closed', 'cancelled', 'draft'][pick(7)]
    assignments.push({
      organization_id,
      id,
      title: 'A',
      description: '',
      kind: 'overtime',
      time_zone,
      ...times,
      status,
      min_required: 0,
      signup_mode: 'approval',
      min_pay_minutes: 0,
      published_at: iso(Math.min(published, now - day)),
      publish_at: pick(6) ? null : iso(Math.min(published + 30 * minute, now - day)),
      created_at: iso(published),
      updated_at: iso(now),
      version: 1,
    })
    const places = 1 + pick(3)
    posts.push({
      organization_id,
      id: uuid(),
      assignment_id: id,
      name: 'P',
      position: 0,
      required_count: places,
      confirmed_count: 0,
      requirements: {},
      ...times,
    })
    for (let e = 0, at = published - 60 * minute; e < places + pick(3); e++) {
      at += pick(pick(3) ? 90 : 2500) * minute
      events.push({ organization_id, assignment_id: id, at: iso(at), delta: pick(6) ? 1 : -1 })
    }
  }
  return { assignments, posts, events }
}

const rosterOf = (organization_id: string, pick: (below: number) => number): Row[] => {
  const now = Date.now()
  return Array.from({ length: 14 }, (_, n) => {
    const since = now - (20 + pick(430)) * day
    return {
      organization_id,
      id: uuid(),
      name: `O${n}`,
      role: n === 0 ? 'admin' : 'officer',
      approved: n === 0 || pick(5) > 0,
      approved_at: n === 0 ? iso(now - 445 * day) : pick(4) ? iso(since) : null,
      rejected_at: n > 0 && pick(9) === 0 ? iso(now) : null,
      left_on: n > 0 && pick(3) === 0 ? iso(since + pick(300) * day).slice(0, 10) : null,
      created_at: iso(since),
      updated_at: iso(now),
      version: 1,
    }
  })
}

/** A department with a history: shifts, people, activity and feature usage. */
export const makePast = async (server: TestServer, time_zone: string, seed: number, over: Row = {}) => {
  const pick = diceOf(seed)
  const created = Date.now() - 448 * day
  const organization = await server.makeOrganization({ time_zone, created_at: iso(created), ...over })
  const { id } = organization
  const { assignments, posts, events } = shiftsOf(id, time_zone, pick)
  const roster = rosterOf(id, pick)
  await fillTable(server, 'officers', roster)
  await fillTable(server, 'assignments', assignments)
  await fillTable(server, 'posts', posts)
  await fillTable(
    server,
    'place_events',
    events.toSorted((a, b) => String(a.at).localeCompare(String(b.at))),
  )
  const acted = Array.from({ length: 9 }, (_, n) => ({
    organization_id: id,
    at: iso(Date.now() - pick(440) * day),
    action: 'x',
    thing_type: 'x',
    actor_officer_id: roster[n]?.id,
    actor_role: ['admin', 'officer', 'super_admin'][n % 3],
  }))
  await fillTable(server, 'audit_entries', acted)
  const uses = Array.from({ length: 25 }, () => ({
    organization_id: id,
    day: iso(Date.now() - pick(440) * day).slice(0, 10),
    feature: ['reports', 'overtime', 'officer_stats', 'location_verification', 'audit_logs', 'bulk_operations'][
      pick(6)
    ],
  }))
  await fillTable(server, 'feature_uses', [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()])
  return organization
}

/** Makes the change today, then backdates it by the given number of days. */
export const changeStanding = async (server: TestServer, id: string, set: string, daysAgo: number) => {
  await server.rows(`update organizations set ${set} where id = $1`, [id])
  await server.rows(
    `update organization_standings set at = now() - $2 * interval '1 day' where id = (select max(id) from organization_standings
      where organization_id = $1) and organization_id = $1`,
    [id, daysAgo],
  )
}

type Shift = {
  id: string
  status: string
  starts: number
  posted: number
  required: number
  events: { at: number; delta: number }[]
}
type Standing = {
  at: number
  tier: Tier
  state: string
  ends: string | null
  flags: Record<string, boolean>
  branded: boolean
}
/** Everything the counts are based on, as stored in the tables. */
export type Raw = {
  id: string
  zone: string
  created: number
  /** When its first shift was published. */
  live: number | null
  shifts: Shift[]
  officers: { role: string; approved: boolean; since: number; rejected: boolean; left: string | null }[]
  acts: number[]
  uses: { feature: string; day: string }[]
  standings: Standing[]
}

const ms = (at: unknown) => (at as Date).getTime()
const text = (value: unknown) => (value === null ? null : String(value))

export const readRaw = async (server: TestServer, id: string): Promise<Raw> => {
  const of = (query: string) => server.rows<Row>(query, [id])
  const [organization] = await of('select time_zone, created_at, first_published_at from organizations where id = $1')
  const posts = await of('select assignment_id, required_count from posts where organization_id = $1')
  const events = await of(
    'select assignment_id, at, delta from place_events where organization_id = $1 order by at, id',
  )
  const shifts = (await of('select * from assignments where organization_id = $1')).map(
    (a): Shift => ({
      id: String(a.id),
      status: String(a.status),
      starts: ms(a.starts_at),
      posted: Math.max(ms(a.published_at ?? a.created_at), a.publish_at ? ms(a.publish_at) : 0),
      required: posts.filter((p) => p.assignment_id === a.id).reduce((all, p) => all + Number(p.required_count), 0),
      events: events.filter((e) => e.assignment_id === a.id).map((e) => ({ at: ms(e.at), delta: Number(e.delta) })),
    }),
  )
  return {
    id,
    zone: String(organization?.time_zone),
    created: ms(organization?.created_at),
    live: organization?.first_published_at ? ms(organization.first_published_at) : null,
    shifts,
    officers: (await of(`select *, left_on::text as left_text from officers where organization_id = $1`)).map((o) => ({
      role: String(o.role),
      approved: o.approved === true,
      since: ms(o.approved_at ?? o.created_at),
      rejected: o.rejected_at !== null,
      left: text(o.left_text),
    })),
    acts: (
      await of(`select at from audit_entries where organization_id = $1 and actor_officer_id is not null
      and actor_role in ('admin', 'officer')`)
    ).map((a) => ms(a.at)),
    uses: (await of('select feature, day::text as day from feature_uses where organization_id = $1')).map((u) => ({
      feature: String(u.feature),
      day: String(u.day),
    })),
    standings: (
      await of(
        'select *, trial_end_date::text as ends from organization_standings where organization_id = $1 order by at, id',
      )
    ).map(
      (s): Standing => ({
        at: ms(s.at),
        tier: s.tier as Tier,
        state: String(s.state),
        ends: text(s.ends),
        flags: s.features_enabled as Record<string, boolean>,
        branded: s.branded === true,
      }),
    ),
  }
}

export const featureOrder = [
  'reports',
  'overtime',
  'officer_stats',
  'custom_branding',
  'location_verification',
  'audit_logs',
  'bulk_operations',
] as const
const monthAfter = (month: string) => plusDays(`${month}-01`, 31).slice(0, 7)
export const monthsOf = (from: string, to: string): string[] =>
  from > to ? [] : [from, ...monthsOf(monthAfter(from), to)]

const trialsOf = (raw: Raw) => {
  const trials: { start: number; ends: string | null; left: number; paid: boolean }[] = []
  let open = false
  for (const s of raw.standings) {
    const gone = s.state === 'closing' || s.state === 'erased'
    const last = trials.at(-1)
    if (s.tier === 'trial' && !gone) {
      if (open && last) last.ends = s.ends
      else trials.push({ start: s.at, ends: s.ends, left: Number.POSITIVE_INFINITY, paid: false })
      open = true
    } else if (open && last) {
      Object.assign(last, { left: s.at, paid: !gone })
      open = false
    }
  }
  return trials.map((t) => ({
    ...t,
    over: Math.min(t.left, t.ends ? Date.parse(endOfDayIn(raw.zone, t.ends)) : Number.POSITIVE_INFINITY),
  }))
}

/** When each shift of the month was filled, in minutes from its posting: loops over shifts and events. */
const fillsOf = (raw: Raw, month: string, now: number) =>
  raw.shifts.flatMap((s) => {
    const counts =
      (s.status === 'published' || s.status === 'closed') && s.starts <= now && s.posted < s.starts && s.required > 0
    if (!counts || wallAt(s.starts, raw.zone).date.slice(0, 7) !== month) return []
    let held = 0
    let full: number | null = null
    for (const event of s.events) {
      if (event.at > s.starts) break
      held += event.delta
      if (full === null && held >= s.required) full = Math.floor(Math.max(0, event.at - s.posted) / minute)
    }
    return [{ required: s.required, held: Math.min(Math.max(held, 0), s.required), full }]
  })

export type Counted = ReturnType<typeof countSlowly>

/** One department and month, counted from the raw rows the slow way. */
export const countSlowly = (raw: Raw, month: string) => {
  const now = Date.now()
  const inMonth = (at: number) => wallAt(at, raw.zone).date.slice(0, 7) === month
  const end = Date.parse(startOfDayIn(raw.zone, `${monthAfter(month)}-01`))
  const lastDay = end > now ? wallAt(now, raw.zone).date : plusDays(`${monthAfter(month)}-01`, -1)
  const stood = raw.standings.filter((s) => s.at < end).at(-1)
  const open = stood !== undefined && ['active', 'closing'].includes(stood.state)
  const fills = fillsOf(raw, month, now)
  const posted = raw.shifts.filter((s) => s.status !== 'draft' && s.posted <= now && inMonth(s.posted))
  const trials = trialsOf(raw)
  const over = trials.filter((t) => t.over < now && inMonth(t.over))
  const on = (feature: (typeof featureOrder)[number]) =>
    open && stood !== undefined && hasFeature(feature, stood.tier, stood.flags)
  const used = (feature: (typeof featureOrder)[number]) =>
    feature === 'custom_branding'
      ? on(feature) && stood?.branded === true
      : raw.uses.some((u) => u.feature === feature && u.day.startsWith(month))
  const live =
    raw.live === null || !inMonth(raw.live) ? null : minutesToLive(isoInstant(raw.created), isoInstant(raw.live))
  return {
    month,
    organization_id: raw.id,
    state: stood?.state ?? null,
    tier: (stood ?? raw.standings[0])?.tier ?? 'basic',
    officers: raw.officers.filter(
      (o) => o.approved && !o.rejected && o.since < Math.min(end, now) && (o.left === null || o.left > lastDay),
    ).length,
    active: raw.acts.some(inMonth),
    shifts_posted: posted.length,
    places_posted: posted.reduce((all, s) => all + s.required, 0),
    shifts: fills.length,
    required: fills.reduce((all, f) => all + f.required, 0),
    held: fills.reduce((all, f) => all + f.held, 0),
    times: fills.flatMap((f) => f.full ?? []).sort((a, b) => a - b),
    trials_started: trials.filter((t) => inMonth(t.start)).length,
    trials_ended: over.length,
    trials_converted: over.filter((t) => t.paid).length,
    on: featureOrder.filter(on),
    used: featureOrder.filter(used),
    live_minutes: live,
  }
}
