import { option, table } from '../ground.ts'
import { faultsOf, figuresOf } from './measure.ts'
import { play } from './play.ts'
import { policies } from './policies.ts'
import { makeYear } from './year.ts'

/**
 * Usage: node tools/run.mjs bench/simulation/run.ts [--seed 1] [--days 365]. Simulates a department of 120 officers over a year
 * under each rule, as shown in docs/simulation.md. Every rule runs on the same year.
 */
const seed = Number(option('seed') ?? 1)
const days = Number(option('days') ?? 365)
const year = makeYear(seed, days)
const percent = (hundredths: number) => `${(hundredths / 100).toFixed(1)} %`
const hours = (minutes: number) => `${Math.round(minutes / 60)} h`
const toFill = (minutes: number) => (minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`)

const rows = policies.map((policy) => {
  const result = play(year, policy)
  const faults = faultsOf(year, result, policy)
  if (faults.length > 0) throw new Error(`${policy.name}: ${faults.length} faults, the first: ${faults[0]}`)
  const one = figuresOf(year, result)
  return [
    policy.name,
    percent(one.filled),
    percent(one.volunteered),
    toFill(one.median_to_fill),
    String(one.orders),
    String(one.nobody),
    hours(one.hours.range_minutes),
    (one.hours.gini / 10_000).toFixed(2),
    `${one.forced.fewest} to ${one.forced.most}`,
  ]
})
const places = year.demands.reduce((sum, demand) => sum + demand.places, 0)
process.stdout.write(
  `${places} places of ${year.demands.length} jobs in ${days} days, seed ${seed}\n${table(
    [
      'rule',
      'filled',
      'by volunteers',
      'median to fill',
      'orders',
      'nobody left',
      'hours, max-min',
      'Gini',
      'orders each',
    ],
    rows,
  )}\n`,
)
