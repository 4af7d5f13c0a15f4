import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReport } from '#features/hours/reports/contract.ts'
import { routes as reports } from '#features/hours/reports/routes.ts'
import { startSupport } from '#features/vendor/support-access/contract.ts'
import { routes as support } from '#features/vendor/support-access/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestServer } from '#platform/server/testing.ts'
import { wallAt } from '#platform/shared/zone.ts'
import { exportAnalytics, readAnalytics, readClaims } from './contract.ts'
import { keepFigures } from './jobs.months.ts'
import { routes as analytics } from './routes.ts'
import { FILL_BOUNDS } from './rules.months.ts'
import {
  type Counted,
  changeStanding,
  countSlowly,
  featureOrder,
  makePast,
  monthsOf,
  readRaw,
} from './testing.figures.ts'

let server: TestServer
let person: { secret: string }
let departments: TestOrganization[]
const day = 86_400_000
const monthAt = (zone: string, daysAgo = 0) => wallAt(Date.now() - daysAgo * day, zone).date.slice(0, 7)

const keep = (where: { id: string }) =>
  server.database.transaction([enterSystem(where.id, 'job.keep_figures')], (db) => keepFigures.run(db))
const keepAll = async () => {
  for (const department of departments) await keep(department)
}

beforeAll(async () => {
  server = await startTestServer([...analytics, ...reports, ...support])
  person = await server.makeSuperAdmin()
  const soon = new Date(Date.now() - 418 * day).toISOString().slice(0, 10)
  const trial = { subscription_tier: 'trial', trial_end_date: soon }
  // Through the first day of a month.
  const turn = { ...trial, trial_end_date: `${soon.slice(0, 7)}-01` }
  departments = [
    await makePast(server, 'America/Chicago', 1, trial),
    await makePast(server, 'Pacific/Honolulu', 2, turn),
    await makePast(server, 'Asia/Kathmandu', 3, { subscription_tier: 'pro' }),
    await makePast(server, 'America/Los_Angeles', 4, trial),
  ]
  const [converted, late, grown, lost] = departments.map(({ id }) => id) as [string, string, string, string]
  await changeStanding(server, converted, `subscription_tier = 'pro'`, 430)
  await changeStanding(server, late, `subscription_tier = 'basic', features_enabled = '{"audit_logs": true}'`, 350)
  await changeStanding(server, grown, `primary_color = '#112233'`, 300)
  await changeStanding(server, grown, `subscription_tier = 'enterprise', features_enabled = '{"overtime": false}'`, 200)
  await changeStanding(server, lost, `trial_end_date = date '${soon}' + 20`, 425)
  await changeStanding(server, lost, `state = 'suspended'`, 100)
  await keepAll()
})
afterAll(() => server.close())

/** Every department and month, from the raw rows. */
const slowly = async (): Promise<Counted[]> => {
  const all = await Promise.all(departments.map(({ id }) => readRaw(server, id)))
  return all.flatMap((raw) => {
    const first = Math.min(
      raw.created,
      ...raw.shifts.filter((s) => s.status !== 'draft').flatMap((s) => [s.starts, s.posted]),
    )
    return monthsOf(wallAt(first, raw.zone).date.slice(0, 7), monthAt(raw.zone)).map((month) => countSlowly(raw, month))
  })
}
const bitsOf = (list: readonly string[]) =>
  featureOrder.reduce((all, name, bit) => all + (list.includes(name) ? 2 ** bit : 0), 0)
const rowOf = ({ times, on, used, ...row }: Counted) => ({
  ...row,
  filled: times.length,
  ...Object.fromEntries(FILL_BOUNDS.map((bound) => [`under_${bound}`, times.filter((time) => time < bound).length])),
  features_on: bitsOf(on),
  features_used: bitsOf(used),
})
const kept = () =>
  server.rows<Record<string, unknown>>(
    `select *, to_char(month, 'YYYY-MM') as month from month_figures where organization_id = any ($1)
      order by organization_id, month_figures.month`,
    [departments.map(({ id }) => id)],
  )
const expectExact = async () => {
  const expected = (await slowly())
    .map(rowOf)
    .sort((a, b) => `${a.organization_id}${a.month}`.localeCompare(`${b.organization_id}${b.month}`))
  const found = (await kept()).map(({ computed_at, ...row }) => row)
  expect(found).toEqual(expected)
  return expected
}

const sum = (rows: readonly Counted[], of: (row: Counted) => number) => rows.reduce((all, row) => all + of(row), 0)
const floorPercent = (part: number, all: number) => (all === 0 ? null : Math.floor((100 * part) / all))
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? null
const fillingOf = (rows: readonly Counted[]) => {
  const times = rows.flatMap((row) => row.times)
  return {
    rate: floorPercent(
      sum(rows, (r) => r.held),
      sum(rows, (r) => r.required),
    ),
    median_minutes: middle(times),
    under_2h: floorPercent(times.filter((time) => time < 120).length, times.length),
    posted: sum(rows, (r) => r.shifts_posted),
    shifts: sum(rows, (r) => r.shifts),
    filled: times.length,
    required: sum(rows, (r) => r.required),
    held: sum(rows, (r) => r.held),
  }
}
const trialsOf = (rows: readonly Counted[]) => ({
  rate: floorPercent(
    sum(rows, (r) => r.trials_converted),
    sum(rows, (r) => r.trials_ended),
  ),
  started: sum(rows, (r) => r.trials_started),
  ended: sum(rows, (r) => r.trials_ended),
  converted: sum(rows, (r) => r.trials_converted),
})
const growthOf = (rows: readonly Counted[]) => {
  const there = rows.filter((r) => r.state !== null && r.state !== 'erased')
  return {
    active: there.filter((r) => r.active).length,
    organizations: there.length,
    officers: sum(there, (r) => r.officers),
  }
}
const featuresOf = (rows: readonly Counted[], names: readonly string[]) => {
  const count = (has: (row: Counted) => boolean) => new Set(rows.filter(has).map((r) => r.organization_id)).size
  const used = count((r) => r.used.some((name) => names.includes(name)))
  const on = count((r) => [...r.on, ...r.used].some((name) => names.includes(name)))
  return { rate: floorPercent(used, on), used, on }
}
const keyed = (
  rows: readonly Counted[],
  key: 'month' | 'tier',
  value: (rows: readonly Counted[]) => object,
  order?: readonly string[],
) =>
  [...new Set(rows.map((row) => row[key]))]
    .toSorted((a, b) => (order ? order.indexOf(a) - order.indexOf(b) : a.localeCompare(b)))
    .map((one) => ({ key: one, values: value(rows.filter((row) => row[key] === one)) }))
const tiers = ['basic', 'trial', 'pro', 'enterprise']

const expectAnswers = async () => {
  const all = await slowly()
  const [from, to] = [monthAt('UTC', 430), monthAt('UTC', 0.5)]
  const inSpan = all.filter(({ month }) => month >= from && month <= to)
  const last = inSpan.filter(({ month }) => month === to)
  const ask = async (input: object) => (await server.call(readAnalytics, { from, to, ...input } as never, person)).body
  for (const tier of [undefined, 'pro', 'trial'] as const) {
    const rows = inSpan.filter((row) => tier === undefined || row.tier === tier)
    const more = tier === undefined ? {} : { tier }
    for (const [view, of] of [
      ['filling', fillingOf],
      ['trials', trialsOf],
      ['features', (r: readonly Counted[]) => featuresOf(r, featureOrder)],
    ] as const) {
      const answer = await ask({ view, by: 'month', ...more })
      expect([view, tier, answer.rows]).toEqual([view, tier, keyed(rows, 'month', of)])
      expect([view, tier, answer.totals]).toEqual([view, tier, of(rows)])
      expect((await ask({ view, by: 'tier', ...more })).rows).toEqual(keyed(rows, 'tier', of, tiers))
    }
    const growth = await ask({ view: 'growth', ...more })
    expect(growth.rows).toEqual(keyed(rows, 'month', growthOf))
    expect(growth.totals).toEqual(growthOf(last.filter((row) => tier === undefined || row.tier === tier)))
  }
  expect((await ask({ view: 'growth', by: 'tier' })).rows).toEqual(keyed(last, 'tier', growthOf, tiers))
  expect((await ask({ view: 'features' })).rows).toEqual(
    featureOrder.map((name) => ({ key: name, values: featuresOf(inSpan, [name]) })),
  )
  const one = await ask({ view: 'features', by: 'month', feature: 'overtime' })
  expect(one.rows).toEqual(keyed(inSpan, 'month', (rows) => featuresOf(rows, ['overtime'])))
}

describe('every number matches an independent count over the raw rows, for every month', {
  meta: { shows: ['issue 4.8 analytics'] },
}, () => {
  test('each department and month, in its own time zone, across clock changes', async () => {
    const expected = await expectExact()
    expect(expected.length).toBeGreaterThan(55)
    expect(expected.filter((row) => row.shifts > 0).length).toBeGreaterThan(40)
    expect(sum(await slowly(), (row) => row.trials_converted)).toBe(2)
  })

  test('across all departments by month, tier and feature, including medians and shares', {
    meta: { shows: ['issue 4.10'] },
  }, async () => {
    await expectAnswers()
  })

  test('a late correction changes its own month and recounts no other', {
    meta: { shows: ['issue 4.10'] },
  }, async () => {
    const [first] = departments as [TestOrganization]
    const counted = async () =>
      new Map((await kept()).map((row) => [`${row.organization_id} ${row.month}`, (row.computed_at as Date).getTime()]))
    const before = await counted()
    const monthIn = (at: string) => `to_char(${at} at time zone '${first.time_zone}', 'YYYY-MM')`
    // Shifts in settled months, in different months: one published, another, and a closed one.
    const shifts = await server.rows<{ id: string; status: string; starts_at: Date; begins: string; posted: string }>(
      `select id, status, starts_at, ${monthIn('starts_at')} as begins, ${monthIn('app.posted_at(a)')} as posted
        from assignments a where organization_id = $1 and starts_at < now() - interval '60 days'
          and app.posted_at(a) < starts_at order by starts_at, id`,
      [first.id],
    )
    const wider = shifts.find(({ status }) => status === 'published')
    const held = shifts.findLast(({ status }) => status === 'published')
    const other = shifts.findLast(({ status, begins }) => status === 'closed' && begins !== held?.begins)
    if (!wider || !held || !other || wider.begins === held.begins) throw new Error('the scene has no such shifts')
    // Adds a spot to one shift; records another as held; cancels a third.
    await server.rows('update posts set required_count = required_count + 1 where assignment_id = $1', [wider.id])
    const place = { organization_id: first.id, assignment_id: held.id, at: held.starts_at, delta: 1 }
    await server.insert('place_events', place)
    await server.rows(`update assignments set status = 'cancelled' where id = $1`, [other.id])
    await keepAll()
    await expectExact()
    const after = await counted()
    const again = [...after].filter(([key, at]) => before.get(key) !== at).map(([key]) => key)
    const touched = new Set([wider.begins, wider.posted, held.begins, other.begins, other.posted])
    expect(again.toSorted()).toEqual([...touched].map((month) => `${first.id} ${month}`).toSorted())
    await keepAll()
    expect(await counted()).toEqual(after)
    await expectAnswers()
  })

  test('a later change of roster, time zone, plan or usage triggers a recount from its month on', async () => {
    const [one, two, three] = departments as [TestOrganization, TestOrganization, TestOrganization]
    await server.rows(
      `update officers set left_on = current_date - 70 where id = (select id from officers
      where organization_id = $1 and role = 'officer' and approved and left_on is null limit 1)`,
      [one.id],
    )
    await server.rows(`update organizations set time_zone = 'Pacific/Auckland' where id = $1`, [two.id])
    await changeStanding(server, departments[3]?.id ?? '', `subscription_tier = 'pro', state = 'active'`, 3)
    await server.insert('feature_uses', {
      organization_id: three.id,
      feature: 'reports',
      day: new Date(Date.now() - 100 * day),
    })
    await server.rows(
      `update assignments set status = 'draft' where id = (select id from assignments
      where organization_id = $1 and status <> 'draft' order by greatest(published_at, publish_at) limit 1)`,
      [three.id],
    )
    const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    // Scheduled: nobody sees it yet, and it is not posted.
    await server.insert('assignments', {
      organization_id: three.id,
      title: 'A',
      kind: 'overtime',
      time_zone: three.time_zone,
      status: 'published',
      published_at: new Date(),
      publish_at: ahead(1),
      starts_at: ahead(48),
      ends_at: ahead(52),
    })
    await keepAll()
    await expectExact()
    await expectAnswers()
  })

  test('a shift that starts as time passes is counted without a mark', async () => {
    const where = departments[0] as TestOrganization
    await keep(where)
    await server.rows(
      `update month_figures set computed_at = computed_at - interval '30 minutes' where organization_id = $1`,
      [where.id],
    )
    const times = { starts_at: new Date(Date.now() - 15 * 60_000), ends_at: new Date(Date.now() + 60 * 60_000) }
    const ids = { organization_id: where.id }
    const row = await server.insert('assignments', {
      ...ids,
      title: 'A',
      kind: 'overtime',
      time_zone: where.time_zone,
      status: 'published',
      published_at: new Date(Date.now() - 5 * day),
      ...times,
    })
    await server.insert('posts', { ...ids, ...times, assignment_id: row.id, name: 'P', required_count: 1 })
    await server.rows('delete from figure_marks where organization_id = $1', [where.id])
    await keep(where)
    const [now] = await server.rows(
      `select shifts, required from month_figures where organization_id = $1 and month = $2`,
      [where.id, `${monthAt(where.time_zone)}-01`],
    )
    const raw = await readRaw(server, where.id)
    const { shifts, required } = countSlowly(raw, monthAt(where.time_zone))
    expect(now).toEqual({ shifts, required })
  })
})

test('when two count at once, one does, and nothing waits for it', { meta: { shows: ['issue 4.10'] } }, async () => {
  const where = departments[0] as TestOrganization
  await server.database.transaction([enterSystem(where.id, 'job.keep_figures')], async (db) => {
    await keepFigures.run(db)
    await server.rows('insert into figure_marks (organization_id) values ($1)', [where.id])
    await keep(where)
    const left = await server.rows('select from figure_marks where organization_id = $1', [where.id])
    expect(left).toHaveLength(1)
  })
  await keep(where)
  expect(await server.rows('select from figure_marks where organization_id = $1', [where.id])).toHaveLength(0)
})

test('a feature counts as used once per day when a call that needs it succeeds, and not for the vendor', {
  meta: { shows: ['issue 4.8'] },
}, async () => {
  const where = await server.makeOrganization({ time_zone: 'Pacific/Kiritimati' })
  const admin = await server.makePerson(where, { role: 'admin' })
  const uses = () =>
    server.rows('select feature, day::text as day from feature_uses where organization_id = $1', [where.id])
  for (let n = 0; n < 3; n++) expect((await server.call(readReport, { report: 'hours' }, admin)).status).toBe(200)
  await expect.poll(uses).toEqual([{ feature: 'reports', day: wallAt(Date.now(), 'Pacific/Kiritimati').date }])
  const basic = await server.makeOrganization({ features_enabled: JSON.stringify({ reports: false }) })
  expect(
    (await server.call(readReport, { report: 'hours' }, await server.makePerson(basic, { role: 'admin' }))).status,
  ).toBe(403)
  expect(await server.rows('select from feature_uses where organization_id = $1', [basic.id])).toEqual([])
  // Use by vendor staff through support access does not count as the department's use.
  const visited = await server.makeOrganization()
  const own = await server.makePerson(visited, { role: 'admin' })
  const vendor = await server.makeSuperAdmin()
  const look = { organization_id: visited.id, reason: 'Their hours look wrong', may_write: false }
  expect((await server.call(startSupport, look, vendor)).status).toBe(200)
  const days = () => server.rows('select feature from feature_uses where organization_id = $1', [visited.id])
  expect((await server.call(readReport, { report: 'hours' }, vendor)).status).toBe(200)
  // Usage is recorded after the response; it would be there by the time ten more calls have been answered.
  for (let n = 0; n < 10; n++) await server.call(readReport, { report: 'hours' }, vendor)
  expect(await days()).toEqual([])
  expect((await server.call(readReport, { report: 'hours' }, own)).status).toBe(200)
  await expect.poll(days).toEqual([{ feature: 'reports' }])
})

describe('front-page claims and measured values', { meta: { shows: ['issue 4.8 claims'] } }, () => {
  test('lists every claim with the value computed from the raw rows', async () => {
    await keepAll()
    const { from, to, items } = (await server.call(readClaims, {}, person)).body
    const all = (await slowly()).filter(({ month }) => month >= from && month <= to)
    const recent = all.filter(({ month }) => monthsOf(from, to).slice(-3).includes(month))
    const { rate, median_minutes, required, filled } = fillingOf(all)
    const live = all.flatMap((row) => row.live_minutes ?? [])
    expect(monthsOf(from, to)).toHaveLength(12)
    expect(items).toEqual([
      { claim: 'fill_rate', measured: rate, of: required },
      { claim: 'time_to_fill', measured: median_minutes, of: filled },
      { claim: 'savings', measured: null, of: null },
      { claim: 'support', measured: null, of: null },
      {
        claim: 'departments',
        measured: new Set(recent.filter((r) => r.shifts_posted > 0).map((r) => r.organization_id)).size,
        of: null,
      },
      { claim: 'live', measured: middle(live), of: live.length },
    ])
  })
})

test('exports the table, refuses an impossible range with a message, and rejects everyone else', {
  meta: { shows: ['2 /super-admin/analytics'] },
}, async () => {
  const file = await server.call(exportAnalytics, { view: 'filling', by: 'tier', format: 'csv' }, person)
  const lines = (file.body as unknown as { text: string }).text.split('\r\n')
  expect(lines[0]).toContain('Tier,Fill rate (%),Time to fill (hours)')
  expect(lines.slice(1).join()).toContain('Enterprise')
  expect(file.headers.get('content-disposition')).toMatch(/vendor-fill-rates-by-tier-.*\.csv/)
  const bad = await server.call(readAnalytics, { view: 'filling', from: '2026-05', to: '2026-04' }, person)
  expect([bad.status, bad.error?.fields?.[0]]).toEqual([
    400,
    { field: 'to', message: "The end month can't be before the start month." },
  ])
  expect((await server.call(readAnalytics, { view: 'growth', feature: 'reports' }, person)).status).toBe(400)
  const admin = await server.makePerson(departments[0] as TestOrganization, { role: 'admin' })
  expect((await server.call(readAnalytics, { view: 'growth' }, admin)).status).toBe(404)
  expect((await server.call(exportAnalytics, { view: 'growth', format: 'csv' }, admin)).status).toBe(404)
  const reads = await server.rows(
    `select distinct call, reason from vendor_reads where call like 'analytics.%' order by 1`,
  )
  expect(reads.map(({ reason }) => reason)).toEqual(reads.map(() => 'to see figures for all organizations'))
})
