import { describe, expect, test } from 'vitest'
import { faultsOf, figuresOf } from './measure.ts'
import { play } from './play.ts'
import { policies } from './policies.ts'
import { makeYear } from './year.ts'

const year = makeYear(3, 50)
const [firstCome, ...others] = policies
if (firstCome === undefined) throw new Error('no policy to play')

describe('a simulated year', { meta: { shows: ['issue 5.7'] } }, () => {
  test('is deterministic for a seed and differs with another seed', () => {
    expect(makeYear(3, 50)).toEqual(year)
    expect(makeYear(4, 50)).not.toEqual(year)
    expect(play(year, firstCome).jobs.map((job) => job.held)).toEqual(play(year, firstCome).jobs.map((job) => job.held))
  })

  test.each(policies.map((policy) => [policy.name, policy] as const))(
    '%s: no officer exceeds a limit, and no shift is overfilled',
    (_, policy) => {
      const result = play(year, policy)
      expect(faultsOf(year, result, policy)).toEqual([])
      const { filled, volunteered, places } = figuresOf(year, result)
      expect(places).toBe(year.demands.reduce((sum, demand) => sum + demand.places, 0))
      expect(filled).toBeGreaterThanOrEqual(volunteered)
      // The officer ordered in had no more orders than any other eligible officer.
      for (const job of result.jobs) expect(new Set(job.held.map((one) => one.officer)).size).toBe(job.held.length)
    },
  )

  test('flags assignments that break the limits', () => {
    const result = play(year, firstCome)
    const strict = { ...firstCome, limits: { ...firstCome.limits, windows: [{ hours: 168, max_minutes: 36 * 60 }] } }
    expect(faultsOf(year, result, strict).length).toBeGreaterThan(0)
    const [job] = result.jobs.filter((one) => one.held.length > 0)
    const twice = result.jobs.map((one) => (one === job ? { ...one, held: [...one.held, ...one.held] } : one))
    expect(faultsOf(year, { ...result, jobs: twice }, firstCome)).toContain('more held than places')
  })

  test('the rule matters: fewest hours is more even than first come', () => {
    const [gini] = [others[0]].flatMap((policy) => (policy ? [figuresOf(year, play(year, policy)).hours.gini] : []))
    expect(gini).toBeLessThan(figuresOf(year, play(year, firstCome)).hours.gini)
  })
})
