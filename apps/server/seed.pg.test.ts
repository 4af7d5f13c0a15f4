import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OfficersFacts, officersOf } from '#features/home/schedule/store.shape.ts'
import { findOfficersSchedule } from '#features/home/schedule/store.ts'
import { clockOf } from '#features/shifts/minimum-staffing/rules.due.ts'
import { dayOf } from '#features/shifts/minimum-staffing/rules.gaps.ts'
import { readFacts as readStaffing } from '#features/shifts/minimum-staffing/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { openVault } from '#platform/server/vault.ts'
import { daysBetween, plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { readConfig } from './config.ts'
import { demoId, people } from './demo.ts'
import { routes } from './routes.ts'
import { lateLeave } from './seed.tours.ts'
import { seedDemo } from './seed.ts'

let folder: string
let server: TestServer
let today: string
beforeAll(async () => {
  folder = makeTestFolder('watchbill-demo-')
  server = await startTestServer(routes)
  openVault('s'.repeat(32))
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder }
  today = wallOf(new Date().toISOString(), 'America/Chicago').date
  await seedDemo(server.databaseUrl, readConfig(env, ['--demo'], folder))
}, 120_000)
afterAll(async () => {
  openVault('the secret of an installation for tests')
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const scheduleFrom = async (day: number) => {
  const rows = await server.database.transaction([enterSystem(demoId, 'demo.seed')], (db) =>
    db.rows<{ facts: OfficersFacts }>(findOfficersSchedule({ from: plusDays(today, day), days: 14 })),
  )
  return rows[0]?.facts ? officersOf(rows[0].facts, 100).items : []
}

test('nobody in the demo works during a tour or leave or is booked twice, except one officer whose leave came later', async () => {
  const conflicts: string[] = []
  const tired = new Set<string>()
  let shifts = 0
  for (let from = -91; from <= 21; from += 14) {
    for (const { name, entries } of await scheduleFrom(from))
      for (const { kind, day, conflicts: found } of entries) {
        if (kind === 'shift') shifts++
        for (const { rest } of found ?? []) if (rest !== undefined) tired.add(name)
        const overlaps = found?.filter(({ rest }) => rest === undefined) ?? []
        if (kind === 'shift' && overlaps.length > 0)
          conflicts.push(`${day} ${name} ${[...new Set(overlaps.map((one) => one.kind))]}`)
      }
  }
  expect(shifts).toBeGreaterThan(500)
  expect(conflicts).toEqual([`${plusDays(today, lateLeave.day)} Kevin Doyle leave`])
  const overrides = await server.rows<{ name: string }>(`select o.name from officer_assignments s
    join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    where s.override_reason is not null and s.assigned_by is not null`)
  expect([...tired]).toEqual(overrides.map(({ name }) => name))
  expect(overrides).toHaveLength(1)
})

test('the officer who can sign in has a fortnight of tours, leave and extra shifts, and sees who else works', async () => {
  const officer = people.find((one) => one.what === 'officer')
  const found = (await scheduleFrom(0)).find(({ badge_number }) => badge_number === officer?.badge)
  const on = (kind: string) =>
    new Set((found?.entries ?? []).flatMap((one) => (one.kind === kind ? [daysBetween(today, one.day)] : [])))
  // The tour on a day of leave is not worked.
  expect([...on('tour')]).toEqual([2, 3, 9, 10, 11])
  expect([...on('leave')]).toEqual([4])
  expect(on('shift')).toContain(6)
  const waits = await server.rows<{ title: string }>(
    `select a.title from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where s.organization_id = $1 and s.officer_id = $2 and s.starts_at > now() and s.status = 'waitlisted'
      union select a.title from order_asked k
      join order_calls c on c.organization_id = k.organization_id and c.id = k.call_id
      join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
      where k.organization_id = $1 and k.officer_id = $2 and a.starts_at > now() order by 1`,
    [demoId, found?.officer_id],
  )
  // Sweeps go on from here: one is offered, one becomes an order-in.
  expect(waits.map(({ title }) => title)).toEqual([
    ...['Football night, stadium gates', 'Jail relief', 'Prisoner transport', 'Sobriety checkpoint'],
  ])
  const [department] = await server.rows<{ shared: boolean }>(
    'select officers_see_schedule as shared from organizations where id = $1',
    [demoId],
  )
  expect(department?.shared).toBe(true)
})

test('somebody is on duty at every hour, and one minimum is short on one day', async () => {
  const facts = await server.database.transaction([enterSystem(demoId, 'demo.seed')], (db) =>
    readStaffing(db, { days: 21 }),
  )
  const short: string[] = []
  const covered = new Set<string>()
  // The days begin with yesterday, and today's day watch may be over.
  for (let at = 2; at < 21; at++)
    for (const { id } of facts.minimums) {
      const on = plusDays(facts.from, at)
      const minimum = facts.minimums.find((one) => one.id === id)
      const day = minimum && dayOf(minimum, on, facts, null, clockOf(facts).now)
      if (!day) continue
      covered.add(`${on} ${day.window.starts_at.slice(11, 13)}`)
      if (day.with_all.missing > 0) short.push(`${minimum.name} ${day.with_all.missing}`)
    }
  expect(covered.size).toBe(38)
  expect(short).toEqual(['Days, A watch 1'])
})

test('upcoming shifts of a kind with an award rule are awarded by it, some already and some open for bids', async () => {
  const rows = await server.rows<{
    signup_mode: string
    kind: string
    awarded: boolean
    receipts: number
    bids: number
  }>(
    `select a.signup_mode, a.kind, a.awarded_at is not null as awarded,
      (select count(*) from award_rounds d join award_receipts r on r.organization_id = d.organization_id and r.round_id = d.id
        where d.organization_id = a.organization_id and d.assignment_id = a.id)::int as receipts,
      (select count(*) from officer_assignments s where s.organization_id = a.organization_id and s.assignment_id = a.id
        and s.status = 'interested')::int as bids
    from assignments a where a.organization_id = $1 and a.starts_at > now()`,
    [demoId],
  )
  const ruled = rows.filter(({ kind }) => kind === 'overtime' || kind === 'special_event')
  expect(new Set(ruled.map((one) => one.signup_mode))).toEqual(new Set(['award']))
  expect(ruled.filter((one) => one.awarded && one.receipts === 0)).toEqual([])
  expect(ruled.filter((one) => one.awarded).length).toBeGreaterThan(5)
  expect(ruled.filter((one) => !one.awarded && one.bids > 0).length).toBeGreaterThan(5)
  const approved = rows.filter((one) => one.signup_mode === 'approval').map(({ kind }) => kind)
  expect(new Set(approved)).toEqual(new Set(['extra_duty']))
})

test('orders of the past went to the least senior without one, and those skipped have a reason', async () => {
  const { orders, members, passed } = await readOrders()
  expect(orders.length).toBeGreaterThan(7)
  const had = new Set<string>()
  for (const [at, { officer_id }] of orders.entries()) {
    const over = new Map((passed[at] ?? []).map((one) => [one.officer_id, one.exempt ?? one.reasons[0]?.code]))
    for (const { id } of members) {
      if (id === officer_id) break
      if (!had.has(id)) expect(over.get(id), `order ${at}`).toBeTypeOf('string')
    }
    had.add(officer_id)
  }
  expect(had.size).toBe(orders.length)
})

type PassedOver = { officer_id: string; exempt: string | null; reasons: { code: string }[] }
const readOrders = async () => {
  const rows = await server.rows<{ officer_id: string; passed: PassedOver[] }>(
    `select i.officer_id, r.passed from order_ins i
      join order_receipts r on r.organization_id = i.organization_id and r.call_id = i.call_id
      where i.organization_id = $1 order by i.ordered_at`,
    [demoId],
  )
  const members = await server.rows<{ id: string }>(
    `select id from officers where organization_id = $1 and role = 'officer' and approved order by hired_on desc`,
    [demoId],
  )
  return { orders: rows, members, passed: rows.map((one) => one.passed) }
}

test('no leave, also not requested, lies on a shift that its officer worked', async () => {
  expect(
    await server.rows(
      `select o.name, s.starts_at from leave_requests l
        join officer_assignments s on s.organization_id = l.organization_id and s.officer_id = l.officer_id
          and s.status in ('confirmed', 'worked') and s.starts_at < l.ends_at and s.ends_at > l.starts_at
        join officers o on o.organization_id = l.organization_id and o.id = l.officer_id
        where l.organization_id = $1`,
      [demoId],
    ),
  ).toEqual([])
})

test('the swap to approve is of two different shifts', async () => {
  expect(
    await server.rows(
      `select count(*)::int as swaps, count(*) filter (where a.title <> b.title and w.starts_at <> w.counter_starts_at)::int as differ
        from swaps w join assignments a on a.organization_id = w.organization_id and a.id = w.assignment_id
        join assignments b on b.organization_id = w.organization_id and b.id = w.counter_assignment_id
        where w.organization_id = $1 and w.state = 'agreed'`,
      [demoId],
    ),
  ).toEqual([{ swaps: 1, differ: 1 }])
})

test('extra hours of a month are spread, and almost everybody has an account', async () => {
  const [hours] = await server.rows<{ most: number; median: number; accounts: number }>(
    `select max(h.hours)::float8 as most, percentile_cont(0.5) within group (order by h.hours)::float8 as median,
      count(*) filter (where h.account)::int as accounts
      from (select o.id, o.user_id is not null as account, coalesce(sum(t.worked_minutes), 0) / 60.0 as hours from officers o
        left join attendance t on t.organization_id = o.organization_id and t.officer_id = o.id
          and t.scheduled_starts_at > now() - interval '30 days'
        where o.organization_id = $1 and o.role = 'officer' and o.approved group by o.id, o.user_id) h`,
    [demoId],
  )
  expect(hours?.median).toBeGreaterThan(25)
  expect(hours?.most).toBeLessThan(75)
  expect(hours?.accounts).toBe(34)
})

test('the first page of the audit log is what people did in two weeks', async () => {
  const page = await server.rows<{ at: Date; action: string; name: string }>(
    `select e.at, e.action, o.name from audit_entries e
      join officers o on o.organization_id = e.organization_id and o.id = e.actor_officer_id
      where e.organization_id = $1 order by e.id desc limit 50`,
    [demoId],
  )
  expect(page.map((one) => one.action)).not.toContain('demo.seed')
  expect(page).toHaveLength(50)
  expect(new Set(page.map((one) => one.action)).size).toBeGreaterThan(5)
  expect(new Set(page.map((one) => one.name)).size).toBeGreaterThan(10)
  const days = page.map((one) => (Date.now() - one.at.getTime()) / 86_400_000)
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(days.at(-1)).toBeGreaterThan(10)
})

test('officers came onto the roster with their unit, after they were hired, not after they were approved, and before they worked', async () => {
  const units = await server.rows<{ unit: string; days: number; ordered: boolean }>(
    `select o.unit, count(distinct o.created_at)::int as days, bool_and(o.hired_on < o.created_at
       and o.approved_at >= o.created_at and o.created_at < (select min(a.applied_at) from officer_assignments a
         where a.organization_id = o.organization_id)) as ordered
     from officers o where o.organization_id = $1 and o.approved group by o.unit`,
    [demoId],
  )
  expect(units.length).toBeGreaterThan(3)
  expect(units.every(({ days, ordered }) => days === 1 && ordered)).toBe(true)
})
