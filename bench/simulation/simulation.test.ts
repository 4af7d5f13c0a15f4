import { describe, expect, test } from 'vitest'
import { faultsOf, figuresOf } from './measure.ts'
import { play } from './play.ts'
import { policies } from './policies.ts'
import { makeYear } from './year.ts'

const year = makeYear(3, 50)
const [firstCome, ...others] = policies
if (firstCome === undefined) throw new Error('no policy to play')

describe('[issue 5.7] a simulated year', () => {
  test('is the same every time, and another one by another seed', () => {
    expect(makeYear(3, 50)).toEqual(year)
    expect(makeYear(4, 50)).not.toEqual(year)
    expect(play(year, firstCome).jobs.map((job) => job.held)).toEqual(play(year, firstCome).jobs.map((job) => job.held))
  })

  test.each(policies.map((policy) => [policy.name, policy] as const))(
    '%s: nobody beyond the limits, no place too many',
    (_, policy) => {
      const result = play(year, policy)
      expect(faultsOf(year, result, policy)).toEqual([])
      const { filled, volunteered, places } = figuresOf(year, result)
      expect(places).toBe(year.demands.reduce((sum, demand) => sum + demand.places, 0))
      expect(filled).toBeGreaterThanOrEqual(volunteered)
      // Whoever was ordered had as few orders as anybody whom nothing stood against.
      for (const job of result.jobs) expect(new Set(job.held.map((one) => one.officer)).size).toBe(job.held.length)
    },
  )

  test('what breaks the limits is found', () => {
    const result = play(year, firstCome)
    const strict = { ...firstCome, limits: { ...firstCome.limits, windows: [{ hours: 168, max_minutes: 36 * 60 }] } }
    expect(faultsOf(year, result, strict).length).toBeGreaterThan(0)
    const [job] = result.jobs.filter((one) => one.held.length > 0)
    const twice = result.jobs.map((one) => (one === job ? { ...one, held: [...one.held, ...one.held] } : one))
    expect(faultsOf(year, { ...result, jobs: twice }, firstCome)).toContain('more held than places')
  })

  test('the rule matters: the fewest hours are more even than first come', () => {
    const [gini] = [others[0]].flatMap((policy) => (policy ? [figuresOf(year, play(year, policy)).hours.gini] : []))
    expect(gini).toBeLessThan(figuresOf(year, play(year, firstCome)).hours.gini)
  })
})
