import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { catchUpHeader, readSinceHeader } from '#platform/shared/live.ts'
import { type LiveState, liveState, setLiveState } from './connection.ts'
import { backoff, catchUpAfter, makeCoalescer, makeParser, type Poke } from './live-gather.ts'
import { invalidateTopics, patchTopic } from './reads.ts'
import { renewSession, sessionReadAt } from './session.ts'

/**
 * One stream per browser: the tab that holds the lock reads it and relays every poke to the other tabs. A poke is a topic
 * and an id; screens read the data again through the fence. Some bring figures that are the same for everybody: screens patch what they have.
 */

type Relay =
  | { kind: 'poke'; poke: Poke }
  | { kind: 'caught_up' }
  | { kind: 'state'; state: LiveState }
  | { kind: 'who' }

const lockName = 'live'
const silentFor = 40_000
/** A stream that ends sooner than this counts as a failed attempt. */
const worthyAfter = 5_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

type Hooks = {
  /** What the page's own reads may have missed: everything, or only what comes as events. */
  onOpen: (catchUpWithin: string | null, missed: 'all' | 'listed') => void
  onPoke: (poke: Poke) => void
  onState: (state: LiveState) => void
}

/** Reads one stream until it ends or falls silent. Returns the HTTP status it opened with. */
const readStream = async (hooks: Hooks, since: string | null, signal: AbortSignal): Promise<number> => {
  const cut = new AbortController()
  const stop = () => cut.abort()
  signal.addEventListener('abort', stop)
  // Do not wait for a connection known to be gone.
  window.addEventListener('offline', stop)
  let guard = setTimeout(stop, silentFor)
  try {
    const response = await fetch('/api/live', {
      headers: { accept: 'text/event-stream', ...(since === null ? {} : { [readSinceHeader]: since }) },
      cache: 'no-store',
      signal: cut.signal,
    })
    // Not our server's: the page of a network in between.
    if (!response.headers.has('x-request-id')) return 0
    if (!response.ok || !response.body) return response.status
    hooks.onOpen(response.headers.get(catchUpHeader), response.headers.has(readSinceHeader) ? 'listed' : 'all')
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parse = makeParser(hooks.onPoke)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return response.status
      clearTimeout(guard)
      guard = setTimeout(stop, silentFor)
      parse(value)
    }
  } finally {
    clearTimeout(guard)
    signal.removeEventListener('abort', stop)
    window.removeEventListener('offline', stop)
  }
}

/** Keeps a stream open until stopped, or until the server says that no one is signed in. */
const lead = async (hooks: Hooks, since: string | null, signal: AbortSignal): Promise<void> => {
  let tries = 0
  let asks = since
  // A browser on a network without internet still says that it is online; a request that got no answer knows better.
  let unreachable = false
  const without = (): LiveState => (navigator.onLine && !unreachable ? 'connecting' : 'offline')
  while (!signal.aborted) {
    let openedAt: number | null = null
    hooks.onState(without())
    const opened = {
      ...hooks,
      onOpen: (...said: Parameters<Hooks['onOpen']>) => {
        openedAt = Date.now()
        asks = null
        hooks.onState('live')
        hooks.onOpen(...said)
      },
    }
    const status = await readStream(opened, asks, signal).catch(() => 0)
    if (signal.aborted) return
    if (openedAt !== null && Date.now() - openedAt > worthyAfter) tries = 0
    if (status === 401 || status === 403) return hooks.onPoke({ t: 'session', id: null })
    unreachable = status === 0 && openedAt === null
    hooks.onState(without())
    await pause(backoff(tries, Math.random()), signal)
    tries += 1
  }
}

/** Runs `body` while this tab holds the lock; without Web Locks every tab opens its own stream. */
const whileLeading = async (signal: AbortSignal, body: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return body()
  await navigator.locks.request(lockName, { signal }, body).catch(() => undefined)
}

/** Stored on the device before this page was opened, or read long before its session: what it missed is not listed. */
const isOlder = (updatedAt: number, sessionAt: number) => updatedAt > 0 && updatedAt < sessionAt - 15_000

/** Starts following live changes; returns a function that stops it. `onSession` is called on pokes of topic `session`. */
const startLive = (client: QueryClient, onSession: () => void): (() => void) => {
  const stop = new AbortController()
  const channel = new BroadcastChannel('live')
  const tell = (relay: Relay) => channel.postMessage(relay)
  let leading = false
  const coalesce = makeCoalescer((topics) => {
    if (topics.has('session')) onSession()
    void invalidateTopics(client, topics)
  })
  const take = ({ t, w, d }: Poke) => coalesce(d === undefined ? t : patchTopic(client, t, d), w)
  const catchUp = () => void client.invalidateQueries()
  let readAt = 0
  let catchingUp: ReturnType<typeof setTimeout> | undefined
  channel.onmessage = (event: MessageEvent<Relay>) => {
    const relay = event.data
    if (relay.kind === 'poke') take(relay.poke)
    else if (relay.kind === 'caught_up') catchUp()
    else if (relay.kind === 'state') setLiveState(relay.state)
    else if (leading) tell({ kind: 'state', state: liveState() })
  }
  const hooks: Hooks = {
    onOpen: (within, missed) => {
      clearTimeout(catchingUp)
      const all = () => {
        if (missed === 'all') catchUp()
        else void client.invalidateQueries({ predicate: ({ state }) => isOlder(state.dataUpdatedAt, readAt) })
        tell({ kind: 'caught_up' })
      }
      const after = catchUpAfter(within, Math.random())
      if (after === 0) all()
      else catchingUp = setTimeout(all, after)
    },
    onPoke: (poke) => {
      take(poke)
      tell({ kind: 'poke', poke })
    },
    onState: (next) => {
      setLiveState(next)
      tell({ kind: 'state', state: next })
    },
  }
  tell({ kind: 'who' })
  void whileLeading(stop.signal, () => {
    leading = true
    const { since, at } = sessionReadAt(client)
    readAt = at
    return lead(hooks, since, stop.signal)
  })
  return () => {
    stop.abort()
    clearTimeout(catchingUp)
    channel.close()
    setLiveState('connecting')
  }
}

/** Follows live changes while someone is signed in and the frame is open. */
export const useFollowLive = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    return startLive(client, () => void renewSession(client))
  }, [client, signedIn])
}
