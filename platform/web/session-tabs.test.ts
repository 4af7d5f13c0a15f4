import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionOf } from './testing.screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const MINUTE = 60_000
/** A tab of a browser that heard from the server just now, and has the session's 30 minutes left. */
const openTab = async () => {
  vi.resetModules()
  const [ends, session, tabs] = await Promise.all([
    import('./session-ends.ts'),
    import('./session.ts'),
    import('./session-tabs.ts'),
  ])
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const client = new QueryClient()
  const answer = { now_at: at(0), idle_ends_at: at(30 * MINUTE), ends_at: at(720 * MINUTE) }
  client.setQueryData(['session.get'], sessionOf('officer', answer))
  ends.noteEnds(answer, ends.askedNow())
  session.listenToTabs(client)
  const left = () => ((ends.readEnds()?.idle ?? 0) - Date.now()) / MINUTE
  return { ...tabs, left }
}

test('input in one tab without a connection prolongs the session in the others too, never shortens it', {
  meta: { shows: ['issue 12 stored reads'] },
}, async () => {
  const channels: Channel[] = []
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor(name: string) {
      if (name === 'session') channels.push(this)
    }
    postMessage(data: unknown) {
      for (const one of channels) if (one !== this) one.onmessage?.({ data })
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  const [used, untouched] = [await openTab(), await openTab()]
  await used.prolongUntold(50 * MINUTE)
  expect(used.left()).toBeGreaterThan(49)
  expect(untouched.left()).toBeGreaterThan(49)
  await untouched.prolongUntold(10 * MINUTE)
  expect(used.left()).toBeGreaterThan(49)
  expect(untouched.left()).toBeGreaterThan(49)
})

test('what the server heard is stored too, for a page that opens later without a connection', {
  meta: { shows: ['issue 12 stored reads'] },
}, async () => {
  const tab = await openTab()
  const stored = await import('./stored.ts')
  const kept = vi.fn(async () => undefined)
  const nothing = async () => undefined
  stored.setStore(async () => ({
    ...{ saveSession: nothing, saveEnds: kept, loadEnds: nothing, hydrate: nothing, loadSession: async () => null },
  }))
  await stored.claimReads(sessionOf('officer', { now_at: '', idle_ends_at: '', ends_at: '' }) as never)
  const ends = await import('./session-ends.ts')
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
  tab.prolongSession({ now_at: at(0), idle_ends_at: at(30), ends_at: at(700) }, ends.askedNow())
  await vi.waitFor(() => expect(kept).toHaveBeenCalled())
})
