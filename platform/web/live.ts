import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { invalidateTopics } from './reads.ts'
import { renewSession } from './session.ts'

/** One stream per browser: the tab that holds the lock reads it and relays every poke to the other tabs. A poke is a topic
 * and an id; the screen reads again through the fence. */

export type LiveState = 'live' | 'connecting' | 'offline'
type Poke = { t: string; id: string | null }
type Relay =
  | { kind: 'poke'; poke: Poke }
  | { kind: 'caught_up' }
  | { kind: 'state'; state: LiveState }
  | { kind: 'who' }

const lockName = 'live'
const silentFor = 40_000
const backoffTop = 10_000
const coalesceFor = 80
/** A stream that ends sooner than this counts as a failed try. */
const worthyAfter = 5_000

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()
const setState = (next: LiveState) => {
  if (state === next) return
  state = next
  for (const told of listeners) told()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state)

/** Splits a stream of `data:` lines into pokes; comments (`: beat`) only show that the stream lives. */
export const makeParser = (onPoke: (poke: Poke) => void) => {
  let rest = ''
  return (chunk: string): void => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      try {
        const poke: unknown = JSON.parse(line.slice(5))
        if (typeof poke === 'object' && poke !== null && 't' in poke && typeof poke.t === 'string')
          onPoke({ t: poke.t, id: 'id' in poke && typeof poke.id === 'string' ? poke.id : null })
      } catch {
        // A line cut by a proxy: the next catch-up brings what it said.
      }
    }
  }
}

/** Gives the first poke of a quiet time at once and gathers those that follow within 80 ms into one. */
export const makeCoalescer = (flush: (topics: ReadonlySet<string>) => void) => {
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  const tick = () => {
    timer = null
    if (waiting.size === 0) return
    const topics = waiting
    waiting = new Set()
    timer = setTimeout(tick, coalesceFor)
    flush(topics)
  }
  return (topic: string): void => {
    waiting.add(topic)
    if (timer === null) tick()
  }
}

/** The delay before try n (0 first): doubling to 10 s, with jitter so that a thousand browsers do not come back at once. */
export const backoff = (tries: number, chance: number): number =>
  Math.min(backoffTop, 500 * 2 ** Math.min(tries, 8)) * (0.5 + chance / 2)

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

type Hooks = { onOpen: () => void; onPoke: (poke: Poke) => void; onState: (state: LiveState) => void }

/** Reads one stream until it ends or falls silent. Returns the HTTP status that it opened with. */
const readStream = async (hooks: Hooks, signal: AbortSignal): Promise<number> => {
  const cut = new AbortController()
  const stop = () => cut.abort()
  signal.addEventListener('abort', stop)
  // A connection that is known to be gone is not waited for.
  window.addEventListener('offline', stop)
  let guard = setTimeout(stop, silentFor)
  try {
    const response = await fetch('/api/live', {
      headers: { accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: cut.signal,
    })
    if (!response.ok || !response.body) return response.status
    hooks.onOpen()
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

/** Keeps a stream open until told to stop, or until the server says that nobody is signed in. */
const lead = async (hooks: Hooks, signal: AbortSignal): Promise<void> => {
  let tries = 0
  while (!signal.aborted) {
    let openedAt: number | null = null
    hooks.onState(navigator.onLine ? 'connecting' : 'offline')
    const opened = {
      ...hooks,
      onOpen: () => {
        openedAt = Date.now()
        hooks.onState('live')
        hooks.onOpen()
      },
    }
    const status = await readStream(opened, signal).catch(() => 0)
    if (signal.aborted) return
    if (openedAt !== null && Date.now() - openedAt > worthyAfter) tries = 0
    if (status === 401 || status === 403) return hooks.onPoke({ t: 'session', id: null })
    hooks.onState(navigator.onLine ? 'connecting' : 'offline')
    await pause(backoff(tries, Math.random()), signal)
    tries += 1
  }
}

/** Runs `body` while this tab holds the lock; without Web Locks every tab leads its own stream. */
const whileLeading = async (signal: AbortSignal, body: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return body()
  await navigator.locks.request(lockName, { signal }, body).catch(() => undefined)
}

/** Starts following live changes; returns a function that stops. `onSession` is called for a poke of topic `session`. */
export const startLive = (client: QueryClient, onSession: () => void): (() => void) => {
  const stop = new AbortController()
  const channel = new BroadcastChannel('live')
  const tell = (relay: Relay) => channel.postMessage(relay)
  let leading = false
  const take = makeCoalescer((topics) => {
    if (topics.has('session')) onSession()
    void invalidateTopics(client, topics)
  })
  const catchUp = () => void client.invalidateQueries()
  channel.onmessage = (event: MessageEvent<Relay>) => {
    const relay = event.data
    if (relay.kind === 'poke') take(relay.poke.t)
    else if (relay.kind === 'caught_up') catchUp()
    else if (relay.kind === 'state') setState(relay.state)
    else if (leading) tell({ kind: 'state', state })
  }
  const hooks: Hooks = {
    onOpen: () => {
      catchUp()
      tell({ kind: 'caught_up' })
    },
    onPoke: (poke) => {
      take(poke.t)
      tell({ kind: 'poke', poke })
    },
    onState: (next) => {
      setState(next)
      tell({ kind: 'state', state: next })
    },
  }
  tell({ kind: 'who' })
  void whileLeading(stop.signal, () => {
    leading = true
    return lead(hooks, stop.signal)
  })
  return () => {
    stop.abort()
    channel.close()
    setState('connecting')
  }
}

/** Follows live changes while somebody is signed in and the frame is open. */
export const useFollowLive = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    return startLive(client, () => void renewSession(client))
  }, [client, signedIn])
}
