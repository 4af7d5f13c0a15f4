import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, makePhone } from '#platform/web/testing.phone.ts'
import { sessionOf } from '#platform/web/testing.screen.tsx'

const MINUTE = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
let answer: () => Promise<Response>
let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, () => answer())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A tab of an officer whose session ends in this many minutes without input; the stored reads work as on a device. */
const openTab = async (minutes: number) => {
  await phone.openTab(null)
  const { reportInput, verify } = await import('./client.ts')
  const [ends, stored, reads] = await Promise.all([
    import('#platform/web/session-ends.ts'),
    import('#platform/web/stored.ts'),
    import('#platform/web/stored-reads.ts'),
  ])
  const session = sessionOf('officer', { now_at: at(0), idle_ends_at: at(minutes), ends_at: at(720) })
  stored.setStore(async () => reads)
  ends.noteEnds(session, ends.askedNow())
  await stored.claimReads(session)
  const queries = new QueryClient()
  queries.setQueryData(['session.get'], session)
  const left = () => ((ends.readEnds()?.idle ?? 0) - Date.now()) / MINUTE
  return { reportInput, verify, ...stored, queries, left }
}
const refusal = (status: number, code: string) => async () =>
  json({ error: { code, message: '', details: {} } }, status)

test.each([
  ['no connection', true, () => Promise.reject(new TypeError('no connection'))],
  ['a server that is too busy', true, refusal(503, 'busy')],
  ['a server that fails', true, refusal(500, 'internal')],
  ['a server that asks for fewer calls', true, refusal(429, 'rate_limited')],
  ['a refusal', false, refusal(403, 'forbidden')],
])(
  'with %s, input prolongs the session on this device: %s',
  {
    meta: { shows: ['issue 12 stored reads'] },
  },
  async (_, prolongs, send) => {
    answer = send
    const tab = await openTab(5)
    await expect(tab.reportInput()).rejects.toBeInstanceOf(Error)
    expect(tab.left() > 29).toBe(prolongs)
  },
)

test('a tab that slept while another one was used does not end the session that the other has prolonged', {
  meta: { shows: ['issue 12 stored reads'] },
}, async () => {
  answer = () => Promise.reject(new TypeError('no connection'))
  const slept = await openTab(-1)
  const used = await openTab(5)
  await expect(used.reportInput()).rejects.toBeInstanceOf(Error)
  await slept.verify(slept.queries)
  expect(slept.queries.getQueryData(['session.get'])).not.toBeNull()
  expect([slept.left() > 29, slept.mayBeStored()]).toEqual([true, true])
})

test('a session that no tab has prolonged ends, and its stored reads are deleted', {
  meta: { shows: ['issue 12 stored reads'] },
}, async () => {
  answer = () => Promise.reject(new TypeError('no connection'))
  const tab = await openTab(-1)
  await tab.verify(tab.queries)
  expect(tab.queries.getQueryData(['session.get'])).toBeNull()
  expect(tab.mayBeStored()).toBe(false)
})
