import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Job, type SignupStatus, signupStatuses } from '#features/shifts/signups/rules.ts'
import { busyOf, mergeSpans, type Span } from './rules.spans.ts'
import {
  codesAgainst,
  type Facts,
  firstStanding,
  noWorkRules,
  reasonsAgainst,
  reasonsOfWork,
  type Work,
  type WorkRules,
  workBook,
} from './rules.ts'

const zone = 'America/Chicago'
const work = (starts_at: string, ends_at: string, more: Partial<Work> = {}): Work => ({
  kind: 'tour',
  starts_at: `${starts_at}:00.000Z`,
  ends_at: `${ends_at}:00.000Z`,
  ...more,
})
const rules = (over: Partial<WorkRules>): WorkRules => ({ ...noWorkRules, ...over })
const against = (job: Work, others: readonly Work[], over: Partial<WorkRules>) =>
  reasonsOfWork(job, others, rules(over), zone).map(({ code, details, possible_from }) => ({
    code,
    minutes: details && 'minutes' in details ? details.minutes : undefined,
    possible_from,
  }))

describe('rolling windows', { meta: { shows: ['issue 5.2 hours'] } }, () => {
  // 14:00-24:00 and 00:00-10:00 in Chicago: two calendar days with 10 h each, and 20 h in 24.
  const evening = work('2026-11-20T20:00', '2026-11-21T06:00')
  const night = work('2026-11-21T06:00', '2026-11-21T16:00', { kind: 'overtime' })

  it('14:00-24:00 plus 00:00-10:00 is 20 h in 24, whatever the calendar days', {
    meta: { shows: ['issue 5.2'] },
  }, () => {
    expect(against(night, [evening], { windows: [{ hours: 24, max_minutes: 16 * 60 }] })).toEqual([
      { code: 'rolling_window', minutes: 1200, possible_from: '2026-11-21T14:00:00.000Z' },
    ])
    expect(against(night, [evening], { windows: [{ hours: 24, max_minutes: 1200 }] })).toEqual([])
    expect(against(night, [evening], { windows: [{ hours: 24, max_minutes: 1199 }] })).toHaveLength(1)
  })

  it('checks each of several windows separately', () => {
    const windows = [24, 48, 72].map((hours) => ({ hours, max_minutes: hours === 48 ? 2000 : 1000 }))
    expect(against(night, [evening], { windows }).map(({ code }) => code)).toEqual(['rolling_window', 'rolling_window'])
  })

  it('a shift longer than the limit is never possible', () => {
    expect(against(night, [], { windows: [{ hours: 24, max_minutes: 540 }] })[0]?.possible_from).toBeNull()
    expect(against(night, [], { max_consecutive_minutes: 540 })[0]?.possible_from).toBeNull()
    expect(
      against(night, [], { caps: [{ kinds: 'all', per: 'month', max_minutes: 240 }] })[0]?.possible_from,
    ).toBeNull()
  })

  it('counts a minute covered by two rows once', () => {
    const twice = [evening, { ...evening, kind: 'court' as const }]
    expect(against(night, twice, { windows: [{ hours: 24, max_minutes: 960 }] })[0]?.minutes).toBe(1200)
  })
})

describe('rest, stretches, days and caps', { meta: { shows: ['issue 5.2 hours'] } }, () => {
  it('reports 3 h 10 min less rest than required, possible for a start at 06:10 or later', {
    meta: { shows: ['issue 5.2 rest'] },
  }, () => {
    const tour = work('2026-11-20T12:00', '2026-11-20T22:10')
    const job = work('2026-11-21T03:00', '2026-11-21T07:00', { kind: 'overtime' })
    expect(against(job, [tour], { rest_minutes: 480 })).toEqual([
      { code: 'rest', minutes: 290, possible_from: '2026-11-21T06:10:00.000Z' },
    ])
  })

  it('counts rest before the next tour too, and needs none between back-to-back work', {
    meta: { shows: ['issue 5.2 rest'] },
  }, () => {
    const tour = work('2026-11-21T12:00', '2026-11-21T20:00')
    const early = work('2026-11-21T02:00', '2026-11-21T08:00', { kind: 'overtime' })
    expect(against(early, [tour], { rest_minutes: 480 })).toMatchObject([
      // The job may end right when the tour begins.
      { code: 'rest', minutes: 240, possible_from: '2026-11-21T06:00:00.000Z' },
    ])
    const after = work('2026-11-21T20:00', '2026-11-22T00:00', { kind: 'holdover' })
    expect(against(after, [tour], { rest_minutes: 480 })).toEqual([])
    const pause = { ...after, starts_at: '2026-11-21T20:20:00.000Z' }
    expect(against(pause, [tour], { rest_minutes: 480 })).toHaveLength(1)
    expect(against(pause, [tour], { rest_minutes: 480, break_minutes: 30 })).toEqual([])
  })

  it('a gap shorter than a break does not interrupt the stretch', {
    meta: { shows: ['issue 5.2 consecutive'] },
  }, () => {
    const tour = work('2026-11-21T12:00', '2026-11-21T20:00')
    const job = work('2026-11-21T20:20', '2026-11-22T05:00', { kind: 'overtime' })
    expect(against(job, [tour], { max_consecutive_minutes: 960, break_minutes: 30 })).toEqual([
      { code: 'consecutive_hours', minutes: 1020, possible_from: '2026-11-21T20:30:00.000Z' },
    ])
    expect(against(job, [tour], { max_consecutive_minutes: 960, break_minutes: 20 })).toEqual([])
  })

  it('uses the department’s days, and a night counts for both', { meta: { shows: ['issue 5.2 consecutive'] } }, () => {
    const days = [16, 17, 18].map((day) => work(`2026-11-${day}T14:00`, `2026-11-${day}T22:00`))
    // 23:00 on the 19th to 03:00 on the 20th in Chicago.
    const night = work('2026-11-20T05:00', '2026-11-20T09:00', { kind: 'overtime' })
    const [found] = reasonsOfWork(night, days, rules({ max_consecutive_days: 4 }), zone)
    expect(found).toMatchObject({ code: 'consecutive_days', details: { days: 5, limit_days: 4 } })
    // From midnight on it covers a single day, and the 19th is a day off.
    expect(found?.possible_from).toBe('2026-11-20T06:00:00.000Z')
  })

  it('counts the named kinds per week or month, each period separately', { meta: { shows: ['issue 5.2 cap'] } }, () => {
    const caps = [{ kinds: ['overtime', 'court'] as const, per: 'week' as const, max_minutes: 600 }]
    const court = work('2026-11-20T15:00', '2026-11-20T21:00', { kind: 'court' })
    const tour = work('2026-11-19T15:00', '2026-11-19T23:00')
    // Saturday 20:00 to Sunday 02:00 in Chicago: four hours in the old week, two in the new.
    const job = work('2026-11-22T02:00', '2026-11-22T08:00', { kind: 'overtime' })
    expect(against(job, [court, tour], { caps })).toEqual([])
    const longer = { ...job, starts_at: '2026-11-22T01:59:00.000Z' }
    expect(against(longer, [court, tour], { caps })).toEqual([
      { code: 'cap', minutes: 601, possible_from: '2026-11-22T02:00:00.000Z' },
    ])
    expect(against({ ...longer, kind: 'training' }, [court, tour], { caps })).toEqual([])
  })

  it('gives no earliest start beyond the known data', () => {
    const job = work('2026-11-21T03:00', '2026-11-21T07:00', { kind: 'overtime' })
    const [reason] = reasonsOfWork(job, [job], noWorkRules, zone, '2026-11-21T06:59:00.000Z')
    expect(reason).toMatchObject({ code: 'overlaps', possible_from: null, overridable: false })
  })

  it('worked minutes of a span equal those of its blocks, whatever the rows', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
      .map(([a, n]): Span => [a, a + n])
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), span, (rows, asked) => {
        let worked = 0
        for (let m = asked[0]; m < asked[1]; m++) if (rows.some(([from, to]) => from <= m && m < to)) worked++
        expect(busyOf(rows).within(...asked)).toBe(worked)
        expect(mergeSpans(mergeSpans(rows))).toEqual(mergeSpans(rows))
      }),
    )
  })
})

const now = '2026-11-20T00:00:00.000Z'
const job = (over: Partial<Job> = {}): Job & { kind: 'overtime' } => ({
  id: 'job',
  kind: 'overtime',
  status: 'published',
  starts_at: '2026-11-21T03:00:00.000Z',
  ends_at: '2026-11-21T07:00:00.000Z',
  publish_at: null,
  signup_opens_at: null,
  signup_closes_at: null,
  required_count: 1,
  confirmed_count: 0,
  ...over,
})
const facts = (officer: Partial<Facts['officer']> = {}, others: readonly Work[] = [], set = noWorkRules): Facts => ({
  officer: { approved: true, suspended_at: null, signups: [], ...officer },
  book: workBook(others, set, zone),
  zone,
})
const asks = (requirements: NonNullable<Job['requirements']>, officer: Partial<Facts['officer']>) =>
  reasonsAgainst(job({ requirements }), facts(officer), 'sign_up', now)

describe('certification, service and leave', { meta: { shows: ['issue 5.2 person'] } }, () => {
  it('a certification must be valid on the day of the last minute, and an expired one is named', {
    meta: { shows: ['issue 5.2 certification'] },
  }, () => {
    const held = (expires_on: string | null, verified = true) => ({
      certifications: [{ type: 'CPR and first aid', expires_on, verified }],
    })
    const asked = { certifications: ['cpr and First Aid '] }
    expect(asks(asked, {})).toMatchObject([
      { code: 'certification_required', details: { accepted: asked.certifications }, possible_from: null },
    ])
    expect(asks(asked, held(null))).toEqual([])
    // 21:00 on the 20th to 01:00 on the 21st in Chicago.
    expect(asks(asked, held('2026-11-21'))).toEqual([])
    expect(asks(asked, held('2026-11-20'))).toMatchObject([
      { code: 'certification_expires', details: { expires_on: '2026-11-20' } },
    ])
    const untilMidnight = job({ ends_at: '2026-11-21T06:00:00.000Z', requirements: asked })
    expect(reasonsAgainst(untilMidnight, facts(held('2026-11-20')), 'sign_up', now)).toEqual([])
    expect(asks(asked, held(null, false))).toMatchObject([
      { code: 'certification_required', details: { unverified: true } },
    ])
  })

  it('service is reached on its day, and an unknown hire date is named', {
    meta: { shows: ['issue 5.2 service'] },
  }, () => {
    const asked = { service_months: 12 }
    expect(asks(asked, { hired_on: '2025-11-20' })).toEqual([])
    expect(asks(asked, { hired_on: '2025-11-22' })).toMatchObject([
      { code: 'service_required', possible_from: '2026-11-22T06:00:00.000Z' },
    ])
    expect(asks(asked, { hired_on: null })).toMatchObject([
      { code: 'service_required', details: { hired_on: null, months: 12 }, possible_from: null },
    ])
  })

  it('leave blocks until it ends, or indefinitely', { meta: { shows: ['issue 5.2 leave'] } }, () => {
    const leave = (starts_at: string, ends_at: string | null) => ({ starts_at, ends_at })
    const until = (leaves: { starts_at: string; ends_at: string | null }[]) =>
      reasonsAgainst(job(), facts({ leaves }), 'fill', now).map(({ code, possible_from }) => [code, possible_from])
    const day = '2026-11-21T06:00:00.000Z'
    expect(until([leave('2026-11-20T06:00:00Z', day)])).toEqual([['on_leave', day]])
    expect(until([leave('2026-11-20T06:00:00Z', day), leave(day, null)])).toEqual([['on_leave', null]])
    expect(until([leave('2026-11-21T07:00:00Z', null)])).toEqual([])
  })

  it('when assigning a spot, the officer’s pending sign-up is not an obstacle, but a confirmed or removed one is', {
    meta: { shows: ['issue 5.2'] },
  }, () => {
    const own = (status: SignupStatus) => {
      const { starts_at, ends_at } = job()
      const signups = [{ assignment_id: 'job', status, starts_at, ends_at, offer_expires_at: '2026-11-20T12:00:00Z' }]
      return reasonsAgainst(job(), facts({ signups }), 'fill', now).map(({ code }) => code)
    }
    const told = Object.fromEntries(signupStatuses.map((status) => [status, own(status).join(' ')]))
    expect(Object.entries(told).filter(([, codes]) => codes !== '')).toEqual([
      ['confirmed', 'already_signed_up'],
      ['calloff_requested', 'already_signed_up'],
      ['released', 'turned_down'],
      ['rejected', 'turned_down'],
      ['worked', 'already_signed_up'],
    ])
  })

  it('the next start satisfies every rule at once for the whole length, and is no squeeze before the next shift', () => {
    const set = rules({ rest_minutes: 480, break_minutes: 60 })
    const from = (others: readonly Work[], more: Partial<Facts['officer']> = {}) => [
      ...new Set(reasonsAgainst(job(), facts(more, others, set), 'sign_up', now).map((one) => one.possible_from)),
    ]
    // On duty at 07:00 the next morning: a start at 02:01 would end 59 minutes before, less than a break but no rest.
    const [evening, ordered] = [
      work('2026-11-20T20:00', '2026-11-21T00:00'),
      work('2026-11-21T13:00', '2026-11-21T21:00'),
    ]
    expect(from([evening, ordered])).toEqual(['2026-11-21T09:00:00.000Z'])
    // Right before the order it would overlap leave, and the rest after the order counts too.
    const leaves = [{ starts_at: '2026-11-21T10:00:00.000Z', ends_at: '2026-11-22T04:00:00.000Z' }]
    expect(from([evening, ordered], { leaves })).toEqual(['2026-11-22T05:00:00.000Z'])
    expect(from([evening, ordered], { leaves: [{ starts_at: '2026-11-21T06:00:00.000Z', ends_at: null }] })).toEqual([
      null,
    ])
    // Nothing is promised to an officer of another unit.
    const asked = job({ requirements: { units: ['K9'] } })
    const told = reasonsAgainst(asked, facts({}, [evening], set), 'sign_up', now)
    expect(told.map((one) => one.possible_from ?? null)).toEqual([null, null])
  })

  it('returns every reason at once', { meta: { shows: ['issue 5.2'] } }, () => {
    const officer = {
      unit: 'Patrol',
      leaves: [{ starts_at: '2026-11-20T06:00:00Z', ends_at: null }],
      signups: [
        {
          assignment_id: 'other',
          status: 'confirmed' as const,
          starts_at: '2026-11-21T01:00:00Z',
          ends_at: '2026-11-21T04:00:00Z',
        },
      ],
    }
    const others = [work('2026-11-21T01:00', '2026-11-21T04:00', { assignment_id: 'other' })]
    const asked = job({
      confirmed_count: 1,
      requirements: { units: ['K9'], certifications: ['K-9 handler'], service_months: 1 },
    })
    const told = facts(officer, others, rules({ windows: [{ hours: 24, max_minutes: 300 }] }))
    const found = reasonsAgainst(asked, told, 'sign_up', now)
    expect(found.map((r) => r.code)).toEqual([
      'full',
      'overlaps',
      'unit_required',
      'certification_required',
      'service_required',
      'on_leave',
      'rolling_window',
    ])
    expect(found[1]?.possible_from).toBeNull()
    // Where only the codes are read, no later start is looked for.
    const never = () => expect.unreachable('looks for a later start')
    const book = { ...told.book, against: never, freeFrom: never }
    expect([...codesAgainst(asked, { ...told, book }, 'sign_up', now)].sort()).toEqual(found.map((r) => r.code).sort())
    // With an override reason given, only reasons that cannot be overridden remain.
    expect(firstStanding(found, 'We need them')?.code).toBe('full')
    expect(firstStanding(found.slice(2), 'We need them')).toBeNull()
    expect(firstStanding(found.slice(2), '  ')?.code).toBe('unit_required')
  })

  it('an override passes window and unit, never spots or standing; of two overlapping pending ones, one is approved', {
    meta: { shows: ['issue 5.2'] },
  }, () => {
    const first = (
      over: Partial<Job>,
      officer: Parameters<typeof facts>[0],
      override: string | null = 'Short-handed',
    ) => firstStanding(reasonsAgainst(job(over), facts(officer), 'sign_up', now), override)?.code ?? null
    const closed = { signup_closes_at: now, requirements: { units: ['K9'] } }
    expect(first(closed, {}, null)).toBe('window_closed')
    expect(first(closed, {})).toBeNull()
    expect(first({ ...closed, confirmed_count: 1 }, {})).toBe('full')
    expect(first(closed, { suspended_at: now })).toBe('suspended')
    const { starts_at, ends_at } = job()
    const waits = (status: SignupStatus) => ({ signups: [{ assignment_id: 'other', status, starts_at, ends_at }] })
    const given = (status: SignupStatus) =>
      firstStanding(reasonsAgainst(job({ signup_closes_at: now }), facts(waits(status)), 'fill', now), 'x')?.code ??
      null
    expect([given('pending_approval'), given('confirmed')]).toEqual([null, 'overlaps'])
  })
})
