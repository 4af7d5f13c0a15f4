import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant } from '#platform/shared/time.ts'
import {
  type Candidate,
  callOffMode,
  holdsPlace,
  isLive,
  type Job,
  may,
  overlapping,
  reasonsNotToSignUp,
  refuseSignupAction,
  signupActions,
  signupStatuses,
} from './rules.ts'

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
const job: Job = {
  id: 'job',
  status: 'published',
  starts_at: at(600),
  ends_at: at(1080),
  publish_at: null,
  signup_opens_at: null,
  signup_closes_at: null,
  required_count: 3,
  confirmed_count: 0,
}
const me: Candidate = { approved: true, suspended_at: null, signups: [] }
const other = {
  assignment_id: 'other',
  title: 'Court',
  status: 'confirmed',
  starts_at: at(0),
  ends_at: at(600),
} as const

describe('signing up', () => {
  it.each<[string, Partial<Job>, Partial<Candidate>, number]>([
    ['', {}, {}, 0],
    ['not_approved', {}, { approved: false }, 0],
    ['not_approved', {}, { left_on: '2026-01-01' }, 0],
    ['suspended', {}, { suspended_at: at(0) }, 0],
    ['not_published', { status: 'draft' }, {}, 0],
    ['not_published', { publish_at: at(5) }, {}, 4],
    ['', { publish_at: at(5) }, {}, 5],
    ['cancelled', { status: 'cancelled' }, {}, 0],
    ['', {}, {}, 599.98],
    ['started window_closed', {}, {}, 600],
    ['not_open_yet', { signup_opens_at: at(5) }, {}, 4],
    ['window_closed', { signup_closes_at: at(5) }, {}, 5],
    ['full', { confirmed_count: 3 }, {}, 0],
    ['full', { confirmed_count: 2, held_count: 3 }, {}, 0],
    ['already_signed_up', { confirmed_count: 3 }, { signups: [{ ...other, assignment_id: 'job' }] }, 0],
    ['turned_down', {}, { signups: [{ ...other, assignment_id: 'job', status: 'released' }] }, 0],
    ['', {}, { signups: [{ ...other, assignment_id: 'job', status: 'withdrawn' }] }, 0],
    ['', {}, { signups: [other] }, 0],
    ['overlaps', {}, { signups: [{ ...other, ends_at: at(601) }] }, 0],
    ['', {}, { signups: [{ ...other, ends_at: at(601), status: 'pending_approval' }] }, 0],
    ['unit_required', { requirements: { units: ['K9'] } }, { unit: 'Court' }, 0],
  ])('%s', (wanted, jobChange, meChange, now) => {
    const reasons = reasonsNotToSignUp({ ...job, ...jobChange }, { ...me, ...meChange }, at(now))
    expect(reasons.map((r) => r.code).join(' ')).toBe(wanted)
  })

  it('gives a later group its turn while sign-up is open, and only the end once it is over', {
    meta: { shows: ['issue 5.1 groups'] },
  }, () => {
    const step = (name: string, units: string[], minute: number) => ({ name, units, ranks: [], opens_at: at(minute) })
    const stepped = { ...job, signup_closes_at: at(50), group_steps: [step('K9', ['K9'], 0), step('All', [], 60)] }
    const codes = (now: number) => reasonsNotToSignUp(stepped, me, at(now)).map((one) => [one.code, one.from])
    expect(codes(10)).toEqual([['group_first', at(60)]])
    expect(codes(50)).toEqual([['window_closed', undefined]])
  })

  it('says when sign-up opens and what it overlaps', () => {
    const closed = { ...job, signup_opens_at: at(5) }
    expect(reasonsNotToSignUp(closed, me, at(0))).toEqual([{ code: 'not_open_yet', from: at(5) }])
    const busy = { ...other, ends_at: at(700) }
    const { status: _, ...details } = busy
    expect(reasonsNotToSignUp(job, { ...me, signups: [busy] }, at(0))).toEqual([{ code: 'overlaps', details }])
  })

  it('of 200 officers for the last 3 spots, exactly 3 get one, whatever the lock order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 200 }), (places, rivals) => {
        const taken: string[] = []
        for (let i = 0; i < rivals; i++) {
          const full = { ...job, required_count: places, confirmed_count: taken.length }
          const reasons = reasonsNotToSignUp(full, me, at(0))
          if (reasons.length === 0) taken.push(`${i}`)
          else expect(reasons).toEqual([{ code: 'full' }])
        }
        expect(taken).toHaveLength(Math.min(places, rivals))
      }),
    )
  })

  it('overlap matches a minute-by-minute count: held spots only, half-open', () => {
    const range = fc.tuple(fc.nat(12), fc.nat(5)).map(([start, length]) => [start, start + length] as const)
    let hits = 0
    fc.assert(
      fc.property(
        range,
        range,
        fc.constantFrom(...signupStatuses),
        fc.nat(20),
        fc.nat(20),
        (a, b, status, expiry, now) => {
          const minutes = ([start, end]: readonly [number, number]) =>
            Array.from({ length: end - start }, (_, i) => start + i)
          const shared = minutes(a).some((m) => minutes(b).includes(m))
          const held =
            ['confirmed', 'calloff_requested', 'worked'].includes(status) || (status === 'offered' && now < expiry)
          const s = { ...other, status, starts_at: at(b[0]), ends_at: at(b[1]), offer_expires_at: at(expiry) }
          const found = overlapping(
            { id: 'job', starts_at: at(a[0]), ends_at: at(a[1]) },
            { ...me, signups: [s] },
            at(now),
          )
          expect(found.length === 1).toBe(shared && held)
          if (found.length > 0) hits += 1
        },
      ),
      { numRuns: 3000 },
    )
    expect(hits).toBeGreaterThan(30)
  })
})

describe('sign-up actions', () => {
  const s = { status: 'confirmed', officer_id: 'me', starts_at: at(3000) } as const
  const mine = { officer_id: 'me', notice_minutes: 1440 }
  it('nobody decides on their own sign-up or gives up someone else’s', () => {
    for (const action of signupActions)
      for (const status of signupStatuses) {
        const offer = { ...s, status, offer_expires_at: at(99) }
        const decides = ['approve', 'reject', 'release', 'decide_calloff'].includes(action)
        expect(refuseSignupAction(action, offer, decides ? mine : { ...mine, officer_id: 'you' }, at(0))).toBe(
          decides ? 'own_signup' : 'not_own_signup',
        )
        const right = refuseSignupAction(action, offer, decides ? { ...mine, officer_id: 'you' } : mine, at(0))
        expect(right === null).toBe(may(action, offer))
      }
  })
  it('call-off is free up to the minute of the notice, then a request, then too late', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.nat(3000), fc.boolean(), (now, notice, free_calloff) => {
        const wanted = now >= 3000 ? 'too_late' : free_calloff || now + notice <= 3000 ? 'free' : 'request'
        expect(callOffMode({ starts_at: at(3000), free_calloff }, notice, at(now))).toBe(wanted)
        const ordered = callOffMode({ starts_at: at(3000), free_calloff, ordered: true }, notice, at(now))
        expect(ordered).toBe(now >= 3000 ? 'too_late' : 'request')
      }),
      {
        examples: [
          [1560, 1440, false],
          [1561, 1440, false],
          [3000, 0, false],
          [2999, 0, false],
        ],
      },
    )
    // The three notice periods, to the minute; an ordered-in officer can only request, and also has to call the desk near the
    // start.
    const bands = (ordered: boolean) =>
      [1440, 1441, 2880, 2881, 2999, 3000].map((now) =>
        callOffMode({ starts_at: at(3000), ordered }, 1560, at(now), 120),
      )
    expect(bands(false)).toEqual(['free', 'request', 'request', 'desk', 'desk', 'too_late'])
    expect(bands(true)).toEqual(['request', 'request', 'request', 'desk', 'desk', 'too_late'])
    expect(refuseSignupAction('request_calloff', s, { ...mine, desk_minutes: 120 }, at(2881))).toBe('call_desk')
    expect(refuseSignupAction('call_off', s, mine, at(1561))).toBe('notice_passed')
    expect(refuseSignupAction('request_calloff', s, mine, at(1561))).toBeNull()
    expect(refuseSignupAction('request_calloff', s, mine, at(3000))).toBe('started')
  })
  it('an offer expires by the clock, not by its stored status', () => {
    const offer = { status: 'offered', offer_expires_at: at(5) } as const
    expect([holdsPlace(offer, at(4)), isLive(offer, at(4)), holdsPlace(offer, at(5)), isLive(offer, at(5))]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(holdsPlace({ status: 'no_show' }, at(0))).toBe(false)
  })
})
