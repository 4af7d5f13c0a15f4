import { describe, expect, it } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { type Facts, placesIn } from './rules.places.ts'
import { placeWords } from './words.ts'

const officer = (at: number, of: Partial<Facts> = {}): Facts => ({
  ...{
    officer_id: `o${at}`,
    hired_on: null,
    badge_number: null,
    unit: null,
    rank: null,
    applied_at: null,
    active: true,
  },
  ...{ minutes: {}, times: {}, last: {}, joined_on: '2010-01-01', absent: 0, unit_match: false, owed: false },
  ...of,
})
const hours = (at: number, minutes: number, of: Partial<Facts> = {}) =>
  officer(at, { minutes: { accepted: minutes }, times: { accepted: 1 }, ...of })
const placeIn = (by: AwardRule, all: readonly Facts[], id: string) => placesIn(by, all).get(id) ?? null
const rule: AwardRule = { ...plainRule, method: 'least_hours' }

describe('an officer’s place by a rule', () => {
  it('counts the active officers, and those with fewer hours come first', () => {
    const all = [hours(1, 600), hours(2, 60), hours(3, 300), hours(4, 0, { active: false })]
    expect(placeIn(rule, all, 'o3')).toEqual({ place: 2, of: 3, tied: 0, group: null })
    expect(placeIn(rule, all, 'o4')).toBeNull()
    expect(placeIn(rule, all, 'someone else')).toBeNull()
  })

  it('is shared by officers whom only a shift’s own tie-break would part', () => {
    const all = [hours(1, 60), hours(2, 300), hours(3, 300), hours(4, 300), hours(5, 600)]
    for (const ties of [['draw'], ['applied', 'badge']] as const)
      for (const id of ['o2', 'o3', 'o4'])
        expect(placeIn({ ...rule, ties }, all, id)).toMatchObject({ place: 2, of: 5, tied: 2 })
    const badges = all.map((one, at) => ({ ...one, badge_number: `${9 - at}` }))
    expect(placeIn({ ...rule, ties: ['badge'] }, badges, 'o2')).toMatchObject({ place: 4, tied: 0 })
    expect(placeIn({ ...rule, ties: ['badge'] }, badges, 'o4')).toMatchObject({ place: 2, tied: 0 })
  })

  it('is one within the officer’s priority group', () => {
    const grouped = { ...rule, groups: [{ name: 'Patrol', units: ['Patrol'], ranks: [], minutes: 60 }] }
    const all = [hours(1, 600, { unit: 'Patrol' }), hours(2, 60), hours(3, 300), hours(4, 900, { unit: 'Patrol' })]
    expect(placeIn(grouped, all, 'o1')).toEqual({ place: 1, of: 2, tied: 0, group: 'Patrol' })
    expect(placeIn(grouped, all, 'o3')).toEqual({ place: 2, of: 2, tied: 0, group: '' })
  })

  it('charges a newcomer as an award does, by the record of everyone on the roster', () => {
    const newcomers = { ...rule, newcomers: 'average' as const }
    const all = [hours(1, 600), hours(2, 200), officer(3, { absent: 1000 }), hours(4, 700, { active: false })]
    // The average is 500, with the suspended officer's hours in it.
    expect(placeIn(newcomers, all, 'o3')).toMatchObject({ place: 2, of: 3 })
  })
})

it('the place is said in one sentence', () => {
  const one = { method: 'least_hours', kinds: ['overtime'], place: 4, of: 18, tied: 0, group: null } as const
  const said = (of: object) => Object.values(placeWords({ ...one, kinds: [...one.kinds], ...of }))
  expect(said({})).toEqual(["You're 4th of 18", 'For overtime shifts, by fewest hours', null])
  expect(said({ kinds: ['court', 'extra_duty'], tied: 1, group: 'Patrol' })).toEqual([
    "You're 4th of 18",
    'For extra duty and court shifts, by fewest hours, within Patrol',
    'Tied with 1 other',
  ])
})
