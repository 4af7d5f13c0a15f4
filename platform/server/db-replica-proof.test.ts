import { expect, test } from 'vitest'
import { asUserOf } from './db-hosts.ts'
import { type Identity, refuseReplica } from './db-replica-proof.ts'

const clock = new Date('2026-03-08T08:00:00Z')
const primary: Identity = {
  system: '7',
  database: '5',
  role: 'watchbill_app',
  privileged: false,
  recovering: false,
  version: 'a',
  isolation: 'read committed',
  row_security: 'on',
  clock,
}
const judge = (over: Partial<Identity>, at = 0) =>
  refuseReplica({ identity: primary, at: 0 }, { identity: { ...primary, recovering: true, ...over }, at })

test.each([
  [{}, null],
  [{ recovering: false }, 'primary'],
  [{ system: '8', recovering: false }, 'another database'],
  [{ database: '6' }, 'another database'],
  [{ role: 'postgres' }, 'the role postgres'],
  [{ privileged: true }, 'the role watchbill_app'],
  [{ row_security: 'off' }, 'row security is off'],
  [{ version: 'b' }, 'another version of the schema'],
  [{ isolation: 'repeatable read' }, 'transactions are repeatable read'],
  [{ clock: new Date(clock.getTime() - 3_000) }, 'its clock is off by -3 s'],
] as const)('a host that says %o of itself: %s', (over, why) => {
  expect(judge(over)).toBe(why)
})

test('its clock is judged by when it was asked', () => {
  expect(judge({ clock: new Date(clock.getTime() + 9_000) }, 9_000)).toBeNull()
  expect(judge({}, 9_000)).toBe('its clock is off by -9 s')
})

test.each([
  ['postgres://owner:a@b:6432/watchbill', 'postgres://app:p%40ss@c/watchbill'],
  ['postgres://owner@b/watchbill?sslmode=require', 'postgresql:///watchbill?host=/run/pg&user=app&password=p%40ss'],
  ['postgresql:///watchbill?host=/run/b&user=owner', 'postgres://app:p%40ss@c,d/watchbill'],
])('%s as the user of %s', (host, other) => {
  const url = new URL(asUserOf(host, other))
  expect([url.searchParams.get('user'), url.searchParams.get('password')]).toEqual(['app', 'p@ss'])
  expect(url.host).toBe(new URL(host).host)
  expect(url.searchParams.get('sslmode')).toBe(new URL(host).searchParams.get('sslmode'))
})
