import { beforeEach, expect, test } from 'vitest'
import { createAway } from './live-away.ts'
import type { Stream } from './live-stream.ts'
import type { Poke } from './outbox.ts'

let time = 0
let away: ReturnType<typeof createAway>
const token = Buffer.from('one')
const stream = (more: Partial<Stream> = {}) =>
  ({
    user_id: 'user',
    officer_id: 'officer',
    organization_id: 'organization',
    role: 'officer',
    ends_at: new Date(600_000),
    token,
    held: null,
    due: false,
    ...more,
  }) as Stream
const poke = (more: Partial<Poke>) =>
  ({
    organization_id: 'organization',
    topic: 'signups',
    thing_id: 'thing',
    officer_id: null,
    audience: 'all',
    ...more,
  }) as Poke
const back = () => away.find(token)?.user_id ?? null

beforeEach(() => {
  time = 0
  away = createAway(() => time)
})

test('someone whose stream was lost comes back as who they were, for a minute', () => {
  expect(back()).toBeNull()
  away.leave(stream())
  time = 59_999
  expect([back(), back()]).toEqual(['user', 'user'])
  time = 60_000
  expect(back()).toBeNull()
  away.sweep()
  expect(away.size()).toBe(0)
})

test.each([
  ['the person’s own account', poke({ audience: 'user', thing_id: 'user', topic: 'session' })],
  ['the department', poke({ topic: 'organization' })],
  ['the officer', poke({ topic: 'officers', officer_id: 'officer' })],
])('a poke about %s makes the server ask again', (_name, one) => {
  away.leave(stream())
  away.hear([one])
  expect(back()).toBeNull()
})

test.each([
  ['another account', poke({ audience: 'user', thing_id: 'another' })],
  ['another department', poke({ topic: 'organization', organization_id: 'another' })],
  ['another officer', poke({ topic: 'officers', officer_id: 'another' })],
  ['a sign-up', poke({ officer_id: 'officer' })],
])('a poke about %s does not', (_name, one) => {
  away.leave(stream())
  away.hear([one])
  expect(back()).toBe('user')
})

test('a stream that ends while such a poke is being delivered is not remembered', () => {
  away.hear([poke({}), poke({ audience: 'user', thing_id: 'user' })])
  away.leave(stream())
  away.hear([])
  expect(back()).toBeNull()
  away.leave(stream())
  expect(back()).toBe('user')
})

test.each([
  ['while the database was being asked who it is', { held: [] }],
  ['when it was due to be asked', { due: true }],
  ['of the vendor’s staff', { role: 'super_admin' }],
  ['whose session has ended by time', { ends_at: new Date(0) }],
])('a stream %s is not remembered', (_name, more) => {
  away.leave(stream(more))
  expect(back()).toBeNull()
})
