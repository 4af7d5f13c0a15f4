import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '#platform/web/api.ts'
import { forgetSession, isSignedIn, keepSession, prolongSession } from '#platform/web/session.ts'
import { endOf, readEnds, serverNow, useEnds } from '#platform/web/session-ends.ts'
import { extendSession, getSession } from './contract.ts'
import { type Clocks, guardPhase, hasJumped, isExtendable, isHeartbeatDue } from './rules.ts'

const lookEvery = 1000
/** After a heartbeat that did not arrive, the next input tries again, but not at once. */
const retryAfter = 5000

const clocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() })

/** Nothing of the old screen is seen while it is not known whether the session lives. */
const veil = (on: boolean): void => {
  document.documentElement.toggleAttribute('data-veiled', on)
}

/** Asks the server; where it does not answer, the clock that is known decides. */
const verify = async (client: QueryClient): Promise<void> => {
  try {
    if (!navigator.onLine) throw new ApiError(0, { code: 'offline' })
    keepSession(client, await call(getSession, {}, { signal: AbortSignal.timeout(4000) }))
  } catch {
    // A refusal has ended it already; what did not arrive leaves the question to the clock.
    const ends = readEnds()
    if (isSignedIn(client) && ends && guardPhase(ends, serverNow()) === 'ended') await forgetSession(client, endOf())
  }
}

/** Where the session stands, looked at every second and whenever the page is seen again: timers are not trusted. */
export const useGuardPhase = (): { phase: 'active' | 'warning' | 'ended'; minutes: number; extendable: boolean } => {
  const client = useQueryClient()
  const ends = useEnds()
  const [, redraw] = useState('')
  const before = useRef<Clocks | null>(null)
  const asking = useRef(false)
  const ask = async (hidden: boolean) => {
    if (asking.current) return
    asking.current = true
    if (hidden) veil(true)
    await verify(client)
    veil(false)
    asking.current = false
  }
  const look = useEffectEvent(() => {
    const known = readEnds()
    const now = clocks()
    const jumped = before.current !== null && hasJumped(before.current, now)
    before.current = now
    if (!known) return
    const phase = guardPhase(known, serverNow())
    const seen = document.visibilityState === 'visible'
    if (phase === 'ended' || (jumped && seen)) void ask(phase === 'ended')
    redraw(`${phase} ${minutesTo(known)}`)
  })
  useEffect(() => {
    const timer = setInterval(() => look(), lookEvery)
    const again = () => look()
    document.addEventListener('visibilitychange', again)
    window.addEventListener('pageshow', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('pageshow', again)
      veil(false)
    }
  }, [])
  if (!ends) return { phase: 'active', minutes: 0, extendable: true }
  return { phase: guardPhase(ends, serverNow()), minutes: minutesTo(ends), extendable: isExtendable(ends) }
}

const minutesTo = (ends: { idle: number; last: number }): number =>
  Math.max(1, Math.ceil((Math.min(ends.idle, ends.last) - serverNow()) / 60_000))

/** Moves the idle end, for every tab. */
export const extendNow = async (): Promise<void> => prolongSession(await call(extendSession, {}))

const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/** Tells the server of a person's own input, at most once a minute. What the page does by itself is no input. */
export const useHeartbeat = (): void => {
  useEffect(() => {
    let under_way = false
    let failedAt = Number.NEGATIVE_INFINITY
    const beat = async (event: Event) => {
      const ends = readEnds()
      if (!event.isTrusted || under_way || !ends || !isHeartbeatDue(ends, serverNow())) return
      if (Date.now() - failedAt < retryAfter) return
      // The warning's own button says more than that somebody is there.
      if (event.target instanceof Element && event.target.closest('[data-session-warning], [data-sonner-toast]')) return
      under_way = true
      await extendNow().catch(() => {
        failedAt = Date.now()
      })
      under_way = false
    }
    for (const input of inputs) window.addEventListener(input, beat, { capture: true, passive: true })
    return () => {
      for (const input of inputs) window.removeEventListener(input, beat, { capture: true })
    }
  }, [])
}
