import { describe, expect, it } from 'vitest'
import { inRosterOrder } from './client.roster.ts'
import type { Roster, RosterSignup } from './contract.ts'
import { awayWords, placeWords } from './words.ts'

const posts = [{ id: 'gate' }, { id: 'bar' }] as Roster['posts']
/** As the roster is read: in order of application. */
const signup = (officer_id: string, status: RosterSignup['status'], post_id = 'gate') =>
  ({ id: officer_id, officer_id, status, post_id }) as RosterSignup
const order = (signups: RosterSignup[], rounds: Parameters<typeof inRosterOrder>[1] = null) =>
  inRosterOrder({ signups, posts }, rounds).map(({ id, place }) => (place === null ? id : `${id} ${place}`))

describe('the roster of a shift', () => {
  it('lists spots, then offers, requests, and each waitlist by position, no matter who signed up first', () => {
    const signups = [
      signup('leaves', 'calloff_requested'),
      signup('confirmed', 'confirmed', 'bar'),
      signup('bar first', 'waitlisted', 'bar'),
      signup('gate first', 'waitlisted'),
      signup('offered', 'offered'),
      signup('gate second', 'waitlisted'),
      signup('bar second', 'waitlisted', 'bar'),
      signup('asks', 'pending_approval', 'bar'),
      signup('asks later', 'pending_approval'),
      signup('left', 'withdrawn'),
    ]
    expect(order(signups)).toEqual([
      'leaves',
      'confirmed',
      'offered',
      'asks',
      'asks later',
      'gate first 1',
      'gate second 2',
      'bar first 1',
      'bar second 2',
      'left',
    ])
  })

  it('lists the waitlist of an awarded shift by rank in the latest award, and who joined since at the end', () => {
    const signups = [
      signup('since', 'waitlisted'),
      signup('a', 'waitlisted'),
      signup('won', 'confirmed'),
      signup('b', 'waitlisted'),
    ]
    const round = (purpose: 'award' | 'waitlist' | 'order', post_id: string, ...ids: string[]) => ({
      purpose,
      post_id,
      receipts: ids.map((officer_id, n) => ({ officer_id, rank: n + 1 })),
    })
    const rounds = [
      round('order', 'gate', 'a', 'since'),
      round('waitlist', 'bar', 'since', 'a', 'b'),
      round('waitlist', 'gate', 'b', 'a'),
      round('award', 'gate', 'won', 'a', 'b'),
    ]
    expect(order(signups, rounds)).toEqual(['won', 'b 1', 'a 2', 'since'])
    expect(order(signups, [])).toEqual(['won', 'since', 'a', 'b'])
  })

  it('says the place in words', () => {
    expect(placeWords(2, false)).toBe('2nd on the waitlist')
    expect(placeWords(3, true)).toBe('Ranked 3rd in the latest award')
  })
})

it('names the officers who hold a spot and are on leave', () => {
  expect(awayWords(['Dana Fox'])).toBe(
    '1 officer with a spot is on leave during this shift: Dana Fox. Replace or remove them in the roster.',
  )
  expect(awayWords(['Dana Fox', 'Lee Cho'])).toMatch(
    /^2 officers with a spot are on leave during this shift: Dana Fox and Lee Cho\./,
  )
})
