import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quietUntil } from '#features/department/notifications/rules.quiet.ts'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { dueStep, type Facts, forecast, problemsOfSteps, type Step } from './rules.ts'

const at = (clock: string, day = 20) => `2026-11-${day}T${clock}:00.000Z`
const step = (kind: Step['kind'], clock: Step['clock'], minutes: number, units: string[] = []): Step => ({
  kind,
  clock,
  minutes,
  units,
})
const plan: Step[] = [
  step('group', 'after_publish', 60, ['Patrol']),
  step('all', 'after_publish', 240),
  step('neighbours', 'after_publish', 480, ['Traffic']),
  step('order_in', 'before_start', 360),
]
const facts = (over: Partial<Facts> = {}): Facts => ({
  steps: plan,
  published_at: at('08:00'),
  starts_at: at('22:00'),
  emergency: false,
  paused_at: null,
  paused_minutes: 0,
  taken: [],
  volunteer_minutes: 60,
  ...over,
})
const loud = { quiet: null, zone: 'UTC' }
const times = (of: Facts, now: string, house = loud) => forecast(of, house, now).map((one) => one.at)

describe('step timing', { meta: { shows: ['issue 5.5 escalator'] } }, () => {
  it('counts minutes after publishing and before the start, and shows when it will order in', () => {
    expect(times(facts(), at('08:00'))).toEqual([at('09:00'), at('12:00'), at('16:00'), at('16:15')])
    expect(forecast(facts(), loud, at('08:00')).at(-1)).toMatchObject({ state: 'to_come', decides_at: at('17:15') })
    expect(dueStep(facts(), loud, '2026-11-20T08:59:59.999Z')).toBeNull()
    expect(dueStep(facts(), loud, at('09:00'))?.kind).toBe('group')
  })
  it('for a shift posted late, runs the first steps at once, and the order-in if the department wants it', () => {
    const late = facts({ published_at: at('17:00') })
    expect(times(late, at('17:00'))).toEqual([at('16:00'), at('17:15'), at('17:30'), at('17:45')])
    expect(dueStep(late, loud, at('17:00'))?.kind).toBe('group')
  })
  it('catches up on missed steps one by one, at least 15 minutes apart', () => {
    // The server was down from 08:30 to 20:00.
    const [first] = forecast(facts(), loud, at('20:00'))
    expect(first?.at).toBe(at('09:00'))
    const once = facts({ taken: [{ position: 0, at: at('20:00') }] })
    expect(dueStep(once, loud, at('20:14'))).toBeNull()
    expect(dueStep(once, loud, at('20:15'))?.kind).toBe('all')
  })
  it('pausing stops everything and delays steps timed from publishing, and resuming continues', () => {
    expect(forecast(facts({ paused_at: at('10:00') }), loud, at('13:00')).map((one) => one.state)).toEqual(
      Array(4).fill('paused'),
    )
    expect(dueStep(facts({ paused_at: at('08:30') }), loud, at('21:00'))).toBeNull()
    const resumed = facts({ paused_minutes: 90, taken: [{ position: 0, at: at('09:00') }] })
    expect(times(resumed, at('10:00')).slice(1)).toEqual([at('13:30'), at('16:00'), at('16:15')])
  })
  it('reports steps that are too late and never runs them', () => {
    const last = facts({ steps: [step('order_in', 'before_start', 5)] })
    expect(forecast(last, loud, at('08:00'))[0]?.state).toBe('too_late')
    expect(dueStep(last, loud, at('21:56'))).toBeNull()
    expect(dueStep(facts({ steps: [step('all', 'before_start', 30)] }), loud, at('22:00'))).toBeNull()
  })
})

describe('quiet hours apply except in an emergency', { meta: { shows: ['issue 5.5 quiet hours'] } }, () => {
  const night = { quiet: { from: '22:00', to: '06:00' }, zone: 'America/Chicago' }
  it('a step inside them waits until they end', () => {
    const one = facts({
      steps: [step('all', 'after_publish', 30)],
      published_at: at('05:00'),
      starts_at: at('05:00', 22),
    })
    expect(forecast(one, night, at('05:00'))[0]).toMatchObject({ at: at('12:00'), waits_for_quiet: true })
    expect(dueStep(one, night, at('11:59'))).toBeNull()
    expect(dueStep(one, night, at('12:00'))?.kind).toBe('all')
    expect(dueStep({ ...one, emergency: true }, night, at('05:30'))?.kind).toBe('all')
  })
  it('a step missed by day is not run at night', () => {
    const one = facts({
      steps: [step('all', 'after_publish', 30)],
      published_at: at('15:00'),
      starts_at: at('05:00', 22),
    })
    expect(dueStep(one, night, at('05:00', 21))).toBeNull()
    expect(dueStep(one, night, at('12:00', 21))?.kind).toBe('all')
  })
})

describe('minute by minute', { meta: { shows: ['issue 5.5 escalator'] } }, () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('group' as const, 'all' as const, 'neighbours' as const),
      clock: fc.constantFrom('after_publish' as const, 'before_start' as const),
      minutes: fc.integer({ min: 0, max: 900 }),
      units: fc.constant(null).map(() => ['Patrol']),
    }),
    { minLength: 1, maxLength: 4 },
  )
  it('each step runs once, in order, spaced apart, by day, and when forecast', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 30, max: 1500 }), fc.boolean(), (some, length, emergency) => {
        const house = { quiet: { from: '22:00', to: '06:00' }, zone: 'America/Chicago' }
        const all = [...some, step('order_in', 'before_start', 120)]
        const starts = ms(at('08:00')) + length * 60_000
        const of = facts({ steps: all, starts_at: isoInstant(starts), emergency })
        const said = forecast(of, house, of.published_at)
        const taken: { position: number; at: string }[] = []
        for (let now = ms(of.published_at); now < starts + 60_000; now += 60_000) {
          const instant = isoInstant(now)
          const due = dueStep({ ...of, taken }, house, instant)
          if (!due) continue
          expect(due.position).toBe(taken.length)
          const last = taken.at(-1)
          if (last) expect(now - ms(last.at)).toBeGreaterThanOrEqual(15 * 60_000)
          if (!emergency) expect(quietUntil(instant, house.quiet, house.zone)).toBeNull()
          taken.push({ position: due.position, at: instant })
        }
        const expected = said.filter((one) => one.state === 'to_come')
        expect(taken.map((one) => one.position)).toEqual(expected.map((one) => one.position))
        for (const [index, one] of expected.entries())
          expect(taken[index]?.at).toBe(isoInstant(Math.max(ms(one.at ?? ''), ms(of.published_at))))
      }),
      { numRuns: 60, seed: 55 },
    )
  })
  it('names the problems of a plan', () => {
    expect(problemsOfSteps(plan)).toEqual([])
    const order = step('order_in', 'before_start', 60)
    expect(problemsOfSteps([order, step('all', 'after_publish', 0), step('all', 'after_publish', 9)])).toEqual([
      { index: 0, message: 'order_in_last' },
      { index: 2, message: 'twice' },
    ])
    expect(problemsOfSteps([step('group', 'after_publish', 0), step('all', 'after_publish', 0, ['A'])])).toEqual([
      { index: 0, message: 'units_missing' },
      { index: 1, message: 'units_not_asked' },
    ])
  })
})
