import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IDLE_MINUTES } from '#platform/shared/session-length.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { ApiError, call, isUndecided } from '#platform/web/api.ts'
import { forgetSession, isSignedIn, keepSession } from '#platform/web/session.ts'
import { askedNow, endOf, readEnds, serverNow, useEnds } from '#platform/web/session-ends.ts'
import { prolongSession, prolongUntold } from '#platform/web/session-tabs.ts'
import { readKeptEnds } from '#platform/web/stored.ts'
import { extendSession, getSession } from './contract.ts'
import { type Clocks, guardPhase, hasJumped, isExtendable, isHeartbeatDue } from './rules.ts'

const lookEvery = 1000
/** Longest wait for the device's storage before a session ends. */
const storageWithin = 1000
/** Minimum delay before input triggers another try after a failed heartbeat. */
const retryAfter = 5000

const clocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() })

/** Hides the old screen while it is unknown whether the session is still active. */
const veil = (on: boolean): void => {
  document.documentElement.toggleAttribute('data-veiled', on)
}

/** Asks the server; if it does not answer, the last known clock decides. */
export const verify = async (client: QueryClient): Promise<void> => {
  try {
    if (!navigator.onLine) throw new ApiError(0, { code: 'offline' })
    const asked = askedNow()
    keepSession(client, await call(getSession, {}, { signal: AbortSignal.timeout(4000) }), asked)
  } catch {
    // A refusal has already ended the session; after a network failure the clock decides, with what another tab has kept.
    const limit = new Promise((resolve) => setTimeout(resolve, storageWithin))
    await Promise.race([readKeptEnds().catch(() => undefined), limit])
    const ends = readEnds()
    if (isSignedIn(client) && ends && guardPhase(ends, serverNow()) === 'ended') await forgetSession(client, endOf())
  }
}

/** The session's phase, checked every second and whenever the page becomes visible, since timers are unreliable. */
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
  Math.max(1, Math.ceil((Math.min(ends.idle, ends.last) - serverNow()) / MINUTE))

/** Extends the idle deadline for every tab. */
export const extendNow = async (): Promise<void> => {
  const asked = askedNow()
  prolongSession(await call(extendSession, {}), asked)
}

/** The same for the person's own input, which counts on this device if the server can't be told. Rejects if it wasn't. */
export const reportInput = (): Promise<void> =>
  extendNow().catch(async (error: unknown) => {
    if (isUndecided(error)) await prolongUntold(IDLE_MINUTES * MINUTE)
    throw error
  })

const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/** Reports the person's own input to the server at most once a minute. Automatic page activity does not count. */
export const useHeartbeat = (): void => {
  useEffect(() => {
    let under_way = false
    let failedAt = Number.NEGATIVE_INFINITY
    const beat = async (event: Event) => {
      const ends = readEnds()
      if (!event.isTrusted || under_way || !ends || !isHeartbeatDue(ends, serverNow())) return
      if (Date.now() - failedAt < retryAfter) return
      // The warning's own button extends the session explicitly.
      if (event.target instanceof Element && event.target.closest('[data-session-warning], [data-sonner-toast]')) return
      under_way = true
      await reportInput().catch(() => {
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
