import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extraTimeKinds } from '#features/hours/extra-time/rules.ts'
import { fillOf, type PlaceEvent } from '#features/shifts/assignments/rules.fill.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { isoInstant, ms, plusDays, weekdayOf } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { exportReport, type ReportRow, type ReportValues, readReport } from './contract.ts'
import { routes } from './routes.ts'
import { groupsOf, hasZeros, metricsOf, type ReportGroup, type ReportName, reportNames } from './rules.ts'
import { countSlowly, type LedgerEntry } from './testing.equalization.ts'
import { groupWords } from './words.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const statuses = [
  'confirmed',
  'worked',
  'no_show',
  'called_off',
  'rejected',
  'withdrawn',
  'pending_approval',
  'released',
]
const states = ['approved', 'approved', 'locked', 'submitted', 'returned', 'open']
const claims = ['approved', 'locked', 'pending', 'returned', 'denied', 'withdrawn', 'expired']

type Raw = {
  officers: { id: string; name: string; role: string; unit: string | null; hourly_rate: string | null }[]
  assignments: {
    id: string
    kind: string
    status: string
    starts_at: Date
    published_at: Date
    required: number
    events: { at: Date; delta: 1 | -1 }[] | null
  }[]
  signups: {
    id: string
    assignment_id: string
    officer_id: string
    status: string
    starts_at: Date
    ends_at: Date
    called_off_at: Date | null
  }[]
  attendance: {
    assignment_id: string
    officer_id: string
    state: string
    scheduled_starts_at: Date
    worked_minutes: number | null
  }[]
  ledger: LedgerEntry[]
  claims: { officer_id: string; kind: string; status: string; starts_at: Date; minutes: number; submitted_at: Date }[]
}
type House = { admin: TestPerson; zone: string; from: string; to: string; raw: Raw }

/** A department with consecutive shifts around `day` in its zone, covering every outcome. */
const makeHouse = async (zone: string, day: string, seed: number): Promise<House> => {
  const house = await server.makeOrganization({ time_zone: zone })
  const of = { organization_id: house.id }
  const admin = await server.makePerson(house, { role: 'admin', name: 'Admin', unit: 'Staff' })
  const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T
  const dice = fc.sample(fc.array(fc.nat(100_000), { minLength: 12, maxLength: 12 }), { seed, numRuns: 90 })
  const officers: string[] = []
  for (let i = 0; i < 7; i++) {
    const rate = i % 3 === 2 ? null : 37_123_457 + i * 1_111_111
    const unit = pick(['Patrol', 'Traffic', null], i)
    const row = await server.insert('officers', {
      ...of,
      name: `Officer ${6 - i}`,
      approved: true,
      unit,
      hourly_rate: rate,
    })
    officers.push(String(row.id))
  }
  const begin = ms(startOfDayIn(zone, plusDays(day, -9)))
  for (const [n, d] of dice.entries()) {
    const roll = (i: number) => d[i] ?? 0
    const start = begin + n * 5 * 3_600_000 + (roll(0) % 60) * 60_000
    const times = { starts_at: isoInstant(start), ends_at: isoInstant(start + (60 + (roll(1) % 180)) * 60_000) }
    const kind = pick(assignmentKinds, roll(2))
    const assignment = await server.insert('assignments', {
      ...of,
      title: 'A',
      kind,
      time_zone: zone,
      status: pick(['published', 'closed', 'published', 'cancelled'], roll(3)),
      published_at: isoInstant(start - (600 + (roll(4) % 6000)) * 60_000),
      ...times,
    })
    const ids = { ...of, assignment_id: assignment.id }
    const post = await server.insert('posts', {
      ...ids,
      ...times,
      name: 'P',
      required_count: 1 + (roll(5) % 3),
      confirmed_count: 0,
    })
    for (let k = 0; k <= roll(6) % 2; k++) {
      const officer_id = pick(officers, roll(7) + k)
      const status = pick(statuses, roll(8 + k))
      if (roll(5) % 3 === 0 && k > 0) continue
      const signup = await server.insert('officer_assignments', {
        ...ids,
        post_id: post.id,
        officer_id,
        status,
        ...times,
        applied_at: isoInstant(start - (1 + (roll(9) % 8000)) * 60_000),
        called_off_at: isoInstant(start - pick([30, 1440, 1439, 4320, 4319, 9000], roll(10)) * 60_000),
      })
      if (!['confirmed', 'worked', 'no_show'].includes(status)) continue
      const state = pick(states, roll(11))
      await server.insert('attendance', {
        ...ids,
        signup_id: signup.id,
        officer_id,
        state,
        scheduled_starts_at: times.starts_at,
        scheduled_ends_at: times.ends_at,
        worked_minutes: state === 'open' ? null : roll(1) % 200,
        decided_by: ['approved', 'locked'].includes(state) ? admin.officer_id : null,
      })
    }
    if (roll(9) % 2 === 0) {
      const status = pick(claims, roll(10))
      const decided = !['pending', 'withdrawn', 'expired'].includes(status)
      await server.insert('overtime_requests', {
        ...of,
        officer_id: pick(officers, roll(7)),
        kind: pick(extraTimeKinds, roll(8)),
        docket_number: '1',
        court: 'C',
        status,
        starts_at: isoInstant(start + 4.2 * 3_600_000),
        ends_at: isoInstant(start + 4.2 * 3_600_000 + (1 + (roll(2) % 30)) * 60_000),
        minutes: 1 + (roll(2) % 30),
        submitted_at: isoInstant(Date.now() - (roll(3) % 2 === 0 ? 40 : 5) * 86_400_000),
        ...(decided ? { decided_by: admin.officer_id, decision_reason: 'x' } : {}),
      })
    }
  }
  return { admin, zone, from: plusDays(day, -6), to: plusDays(day, 5), raw: await readRaw(house.id) }
}

const readRaw = async (id: string): Promise<Raw> => ({
  officers: await server.rows('select * from officers where organization_id = $1', [id]),
  assignments: await server.rows(
    `select a.*, (select sum(required_count)::int from posts p where p.assignment_id = a.id) as required,
      (select json_agg(e order by e.at, e.id) from place_events e where e.assignment_id = a.id) as events
     from assignments a where organization_id = $1`,
    [id],
  ),
  signups: await server.rows('select * from officer_assignments where organization_id = $1', [id]),
  attendance: await server.rows('select * from attendance where organization_id = $1', [id]),
  ledger: await server.rows('select * from opportunities where organization_id = $1', [id]),
  claims: await server.rows('select * from overtime_requests where organization_id = $1', [id]),
})

/** A record as a report counts it, computed without SQL. */
type Fact = { officer: string | null; kind: string; at: Date; values: Record<string, number> }
const kindIn = (raw: Raw, id: string) => raw.assignments.find((a) => a.id === id)?.kind ?? ''
const among = (text: string, ...of: string[]) => (of.includes(text) ? 1 : 0)
const signupFact = (raw: Raw, s: Raw['signups'][number]): Fact => {
  const notice = s.called_off_at ? s.starts_at.getTime() - s.called_off_at.getTime() : 0
  const off = among(s.status, 'called_off')
  const hours = notice / 3_600_000
  return {
    officer: s.officer_id,
    kind: kindIn(raw, s.assignment_id),
    at: s.starts_at,
    values: {
      signups: 1,
      approvals: among(
        s.status,
        'confirmed',
        'calloff_requested',
        'worked',
        'no_show',
        'called_off',
        'released',
        'replaced',
      ),
      rejections: among(s.status, 'rejected'),
      withdrawals: among(s.status, 'withdrawn'),
      called_off_long: hours >= 72 ? off : 0,
      called_off_short: hours >= 24 && hours < 72 ? off : 0,
      called_off_late: hours < 24 ? off : 0,
      no_shows: among(s.status, 'no_show'),
    },
  }
}
const attendanceFact = (raw: Raw, t: Raw['attendance'][number]): Fact => ({
  officer: t.officer_id,
  kind: kindIn(raw, t.assignment_id),
  at: t.scheduled_starts_at,
  values: {
    worked: among(t.state, 'approved', 'locked') * (t.worked_minutes ?? 0),
    waiting: among(t.state, 'submitted', 'returned') * (t.worked_minutes ?? 0),
  },
})
const claimFact = (r: Raw['claims'][number]): Fact => {
  const old = r.status === 'pending' && Date.now() - r.submitted_at.getTime() > 30 * 86_400_000
  const approved = among(r.status, 'approved', 'locked')
  const waiting = old ? 0 : among(r.status, 'pending', 'returned')
  return {
    officer: r.officer_id,
    kind: r.kind,
    at: r.starts_at,
    values: {
      approved: approved * r.minutes,
      waiting: waiting * r.minutes,
      requests: 1,
      approved_requests: approved,
      denied_requests: among(r.status, 'denied'),
    },
  }
}
const paidFacts = (raw: Raw): Fact[] =>
  [
    ...raw.attendance.map((t) => ({ ...attendanceFact(raw, t), minutes: attendanceFact(raw, t).values.worked ?? 0 })),
    ...raw.claims.map((r) => ({ ...claimFact(r), kind: 'extra_time', minutes: claimFact(r).values.approved ?? 0 })),
  ]
    .filter(({ minutes }) => minutes > 0)
    .map(({ minutes, ...fact }) => ({ ...fact, values: { minutes } }))
const factsOf: Record<ReportName, (raw: Raw) => Fact[]> = {
  hours: (raw) => [
    ...raw.attendance.map((t) => attendanceFact(raw, t)),
    ...raw.signups
      .filter((s) => among(s.status, 'confirmed', 'calloff_requested', 'worked', 'no_show'))
      .map((s) => ({
        ...signupFact(raw, s),
        values: { scheduled: (s.ends_at.getTime() - s.starts_at.getTime()) / 60_000, shifts: 1 },
      })),
  ],
  fill: (raw) =>
    raw.assignments.flatMap((a) => {
      const events = (a.events ?? []).map((e): PlaceEvent => ({ delta: e.delta, at: isoInstant(new Date(e.at)) }))
      const shift = { ...a, events, starts_at: isoInstant(a.starts_at), posted_at: isoInstant(a.published_at) }
      const is = fillOf(shift, isoInstant(Date.now()))
      const timed: Record<string, number> = is?.minutes_to_fill == null ? {} : { minutes_to_fill: is.minutes_to_fill }
      return is
        ? [{ officer: null, kind: a.kind, at: a.starts_at, values: { required: is.required, held: is.held, ...timed } }]
        : []
    }),
  extra_time: (raw) => raw.claims.filter((r) => r.status !== 'withdrawn').map(claimFact),
  cost: paidFacts,
  signups: (raw) => raw.signups.map((s) => signupFact(raw, s)),
  equalization: (raw) =>
    countSlowly(raw.signups, raw.ledger).map((fact) => ({ ...fact, kind: kindIn(raw, fact.assignment_id) })),
}

const total = (facts: readonly Fact[], name: string) => facts.reduce((all, { values }) => all + (values[name] ?? 0), 0)
const sumsOf = (report: ReportName, facts: readonly Fact[], raw: Raw): ReportValues => {
  const rateOf = (fact: Fact) => raw.officers.find(({ id }) => id === fact.officer)?.hourly_rate ?? null
  if (report === 'cost') {
    const rated = facts.filter((fact) => rateOf(fact) !== null)
    const unrated = facts.filter((fact) => rateOf(fact) === null)
    return {
      // Written out as in a manual calculation: millionths of a currency unit per hour, 60 minutes, 100 cents.
      cost: rated.reduce((all, f) => all + Math.round(((f.values.minutes ?? 0) * Number(rateOf(f))) / 60 / 10_000), 0),
      minutes: total(rated, 'minutes'),
      unrated_minutes: total(unrated, 'minutes'),
      unrated_officers: new Set(unrated.map(({ officer }) => officer)).size,
    }
  }
  if (report === 'fill') {
    const times = facts.flatMap(({ values }) => values.minutes_to_fill ?? []).sort((a, b) => a - b)
    const [required, held] = [total(facts, 'required'), total(facts, 'held')]
    return {
      rate: required === 0 ? null : Math.floor((held / required) * 100 + 1e-9),
      required,
      held,
      shifts: facts.length,
      filled: times.length,
      median_minutes: times[Math.ceil(times.length / 2) - 1] ?? null,
    }
  }
  return Object.fromEntries(metricsOf[report].map(({ name }) => [name, total(facts, name)]))
}

type Narrow = { unit?: string; kind?: string; officer_id?: string }
const oracle = (house: House, report: ReportName, group: ReportGroup, narrow: Narrow) => {
  const { raw, zone, from, to } = house
  const dateOf = (fact: Fact) => wallOf(isoInstant(fact.at), zone).date
  const unitOf = (fact: Fact) => raw.officers.find(({ id }) => id === fact.officer)?.unit ?? ''
  const facts = factsOf[report](raw).filter(
    (fact) =>
      dateOf(fact) >= from &&
      dateOf(fact) <= to &&
      (narrow.kind === undefined || fact.kind === narrow.kind) &&
      (narrow.unit === undefined || unitOf(fact) === narrow.unit) &&
      (narrow.officer_id === undefined || fact.officer === narrow.officer_id),
  )
  const keyOf: Record<ReportGroup, (fact: Fact) => string> = {
    officer: (fact) => fact.officer ?? '',
    unit: unitOf,
    kind: (fact) => fact.kind,
    day: dateOf,
    week: (fact) => plusDays(dateOf(fact), -weekdayOf(dateOf(fact))),
    month: (fact) => `${dateOf(fact).slice(0, 7)}-01`,
  }
  const groups = Map.groupBy(facts, keyOf[group])
  // All officers of the house are active; its admin isn't one of them.
  for (const { id, unit, role } of hasZeros(report, group) ? raw.officers : [])
    if (
      role === 'officer' &&
      (narrow.unit ?? unit ?? '') === (unit ?? '') &&
      (narrow.officer_id ?? id) === id &&
      !groups.has(id)
    )
      groups.set(id, [])
  return {
    rows: new Map([...groups].map(([key, some]) => [key, sumsOf(report, some, raw)])),
    totals: sumsOf(report, facts, raw),
  }
}

const pagesOf = async (house: House, input: Narrow & { report: ReportName; group: ReportGroup; sort?: string }) => {
  const rows: ReportRow[] = []
  let first: Awaited<ReturnType<typeof ask>> | null = null
  let after: string | undefined
  const ask = async () =>
    (
      await server.call(
        readReport,
        { ...input, from: house.from, to: house.to, limit: 3, ...(after ? { after } : {}) },
        house.admin,
      )
    ).body
  do {
    const page = await ask()
    first ??= page
    rows.push(...page.items)
    after = page.next ?? undefined
  } while (after)
  return { first, rows }
}

const places: [zone: string, day: string][] = [
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['America/Havana', '2025-11-02'],
  ['Pacific/Kiritimati', '2026-06-01'],
  ['Pacific/Pago_Pago', '2026-06-30'],
]

describe('every figure equals a slow count over the raw rows', { meta: { shows: ['issue 3.5'] } }, () => {
  test.each(places)('%s around %s', async (zone, day) => {
    const house = await makeHouse(zone, day, ms(startOfDayIn(zone, day)) % 100_000)
    let counted = 0
    for (const report of reportNames) {
      const narrows: Narrow[] =
        report === 'fill'
          ? [{}, { kind: 'court' }]
          : [
              {},
              { unit: 'Patrol' },
              { unit: '' },
              { kind: 'court' },
              { officer_id: house.raw.officers.at(-1)?.id ?? '' },
            ]
      for (const group of groupsOf[report]) {
        for (const narrow of narrows) {
          const expected = oracle(house, report, group, narrow)
          const { first, rows } = await pagesOf(house, { report, group, ...narrow })
          const said = `${report} by ${group} of ${JSON.stringify(narrow)}`
          expect(Object.fromEntries(rows.map((row) => [row.key, row.values])), said).toEqual(
            Object.fromEntries(expected.rows),
          )
          expect(rows, said).toHaveLength(expected.rows.size)
          expect(first?.totals, said).toEqual(expected.totals)
          expect(first?.rows, said).toBe(expected.rows.size)
          counted += rows.length
        }
      }
    }
    expect(counted).toBeGreaterThan(150)
  })
})

describe('a report', { meta: { shows: ['issue 3.5'] } }, () => {
  let house: House
  beforeAll(async () => {
    house = await makeHouse('America/Chicago', '2026-11-01', 7)
  })
  const ask = (over: Record<string, unknown>, as: TestPerson | null = house.admin) =>
    server.call(readReport, { report: 'hours', ...over } as never, as)

  test('sorts by any figure, both ways, across pages; the chart shows periods in order and everything else largest first', async () => {
    for (const sort of ['-worked', 'worked', 'label', '-label', '-shifts']) {
      const { rows } = await pagesOf(house, { report: 'hours', group: 'officer', sort })
      const by = sort.replace(/^-/, '')
      const values = rows.map((row) => (by === 'label' ? row.label : Number(row.values[by])))
      const up = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(values).toEqual(sort.startsWith('-') ? up.toReversed() : up)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }
    const days = (await ask({ group: 'day', from: house.from, to: house.to })).body
    expect(days.chart.map(({ key }) => key)).toEqual(days.chart.map(({ key }) => key).toSorted())
    expect(days.chart).toHaveLength(days.rows)
    const officers = (await ask({ group: 'officer', from: house.from, to: house.to })).body.chart
    const worked = officers.map(({ values }) => Number(values.worked))
    expect(worked).toEqual(worked.toSorted((a, b) => b - a))
    expect((await ask({})).body.units).toEqual(['Patrol', 'Staff', 'Traffic'])
  })

  test('invalid ranges and values are refused by field; a hundred years return what exists; an empty range is empty', async () => {
    const fields = async (over: Record<string, unknown>) => {
      const answer = await ask(over)
      return [answer.status, answer.error?.fields?.map(({ field }) => field)]
    }
    expect(await fields({ from: '2026-02-02', to: '2026-02-01' })).toEqual([400, ['to']])
    expect(await fields({ from: '2026-02-30' })).toEqual([400, ['from']])
    expect(await fields({ group: 'rank' })).toEqual([400, ['group']])
    expect(await fields({ report: 'fill', group: 'officer' })).toEqual([400, ['group']])
    expect(await fields({ report: 'fill', unit: 'Patrol' })).toEqual([400, ['unit']])
    expect(await fields({ kind: 'holiday' })).toEqual([400, ['kind']])
    expect(await fields({ sort: 'salary' })).toEqual([400, ['sort']])
    const all = (await ask({ from: '1926-01-01', to: '2126-01-01', group: 'month' })).body
    expect(all.rows).toBeGreaterThan(0)
    expect(all.rows).toBeLessThan(4)
    const none = (await ask({ from: '1950-01-01', to: '1950-12-31' })).body
    expect(none).toMatchObject({ items: [], next: null, rows: 0, chart: [], totals: { worked: 0, shifts: 0 } })
    const empty = (await ask({ report: 'fill', from: '1950-01-01', to: '1950-12-31' })).body
    expect(empty.totals).toMatchObject({ rate: null, median_minutes: null, shifts: 0 })
  })

  test('covers the department’s last 30 days by default', async () => {
    const { from, to } = (await ask({})).body
    expect(to).toBe(wallOf(isoInstant(Date.now()), 'America/Chicago').date)
    expect(from).toBe(plusDays(to, -29))
    expect((await ask({ to: '2026-05-31' })).body).toMatchObject({ from: '2026-05-02', to: '2026-05-31' })
  })

  test('on another department’s officer is not found, like an unknown one, and needs the feature and the role', async () => {
    const stranger = await server.makePerson(await server.makeOrganization())
    const [theirs, nobody] = [
      await ask({ officer_id: stranger.officer_id }),
      await ask({ officer_id: '00000000-0000-4000-8000-000000000000' }),
    ]
    expect(theirs.status).toBe(404)
    expect(nobody.error?.code).toBe(theirs.error?.code)
    const file = await server.call(
      exportReport,
      { report: 'hours', format: 'csv', officer_id: stranger.officer_id },
      house.admin,
    )
    expect(file.status).toBe(404)
    expect((await ask({}, stranger)).error?.code).toBe('not_allowed')
    const off = await server.makeOrganization({ features_enabled: '{"reports": false}' })
    const admin = await server.makePerson(off, { role: 'admin' })
    expect((await ask({}, admin)).error).toMatchObject({ code: 'feature_not_available' })
    const refused = await server.call(exportReport, { report: 'hours', format: 'csv' }, admin)
    expect(refused.error?.code).toBe('feature_not_available')
  })

  test('exports everything shown on screen to a file named after the organization, report and dates', async () => {
    for (const [report, group] of [
      ['hours', 'officer'],
      ['cost', 'kind'],
      ['fill', 'week'],
      ['signups', 'unit'],
      ['extra_time', 'month'],
      ['equalization', 'officer'],
    ] as const) {
      const input = { report, group, from: house.from, to: house.to }
      const { rows } = await pagesOf(house, input)
      const answer = await server.call(exportReport, { ...input, format: 'csv' }, house.admin)
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
      expect(name).toMatch(
        new RegExp(
          `^department-[0-9a-f]{8}-[a-z-]+-by-${groupWords[group].toLowerCase()}-2026-10-26-to-2026-11-06\\.csv$`,
        ),
      )
      const [head, ...lines]: string[][] = parse(String(Object(answer.body).text), { bom: true })
      const metrics = metricsOf[report]
      const first = (head?.length ?? 0) - metrics.length
      expect(lines).toHaveLength(rows.length)
      for (const [n, line] of lines.entries()) {
        const values = rows[n]?.values ?? {}
        const shown = metrics.map(({ name: metric, as }) => {
          const value = values[metric]
          if (value === null || value === undefined) return ''
          return as === 'minutes' ? (value / 60).toFixed(2) : as === 'cents' ? (value / 100).toFixed(2) : String(value)
        })
        expect(line.slice(first)).toEqual(shown)
        if (group === 'officer') expect(line[0]).toBe(rows[n]?.label)
      }
    }
  })

  test('notice counts from the request if there was one, and later changes to the row don’t affect it', async () => {
    const row = (
      await server.rows<{ id: string }>(
        `select id from officer_assignments where organization_id = $1 and status = 'confirmed' limit 1`,
        [house.admin.organization_id],
      )
    )[0]
    const asked = '2026-10-01T10:00:00.000Z'
    const set = (text: string) => server.rows(`update officer_assignments set ${text} where id = $1`, [row?.id])
    const noted = async () =>
      (
        await server.rows<{ at: Date | null }>('select called_off_at as at from officer_assignments where id = $1', [
          row?.id,
        ])
      )[0]?.at
    await set(`status = 'calloff_requested', calloff_requested_at = '${asked}'`)
    expect(await noted()).toBeNull()
    await set(`status = 'called_off'`)
    expect((await noted())?.toISOString()).toBe(asked)
    await set(`status = 'called_off', reason = 'x'`)
    expect((await noted())?.toISOString()).toBe(asked)
  })
})
