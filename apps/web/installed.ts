import { useSyncExternalStore } from 'react'
import { HOUR } from '#platform/shared/time.ts'

/** Registers the service worker (worker.ts) and follows its versions. */

type ScriptPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptPolicy
}

const script = '/worker.js'
const lookEvery = HOUR

/** How long the version before may keep a new one from taking over: the browser first lets it finish what it is doing. */
const takesOverWithin = 20_000

let registered: ServiceWorkerRegistration | null = null
let offered = false
const listeners = new Set<() => void>()
const setOffered = (next: boolean) => {
  if (offered === next) return
  offered = next
  for (const told of listeners) told()
}

/** The page's policy takes only marked addresses for scripts. */
const scriptUrl = (): string => {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  return types
    ? types.createPolicy('worker', { createScriptURL: (url) => (url === script ? url : '') }).createScriptURL(script)
    : script
}

const follow = (registration: ServiceWorkerRegistration): void => {
  registered = registration
  const container = navigator.serviceWorker
  // The first version takes over on its own; a later one waits to be asked.
  const first = container.controller === null
  let older = false
  const look = () => setOffered(older || (container.controller !== null && registration.waiting !== null))
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  // Another tab, or closing the last tab of the version before, activates a version that this page was not loaded with.
  container.addEventListener('controllerchange', () => {
    older ||= !first
    look()
  })
  watch(registration.installing)
  watch(registration.waiting)
  look()
  const check = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined)
  }
  setInterval(check, lookEvery)
  document.addEventListener('visibilitychange', check)
  window.addEventListener('online', check)
}

let started = false
/** Once per page, in builds only: the development server's files have no versions. */
export const keepShell = async (): Promise<void> => {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  started = true
  try {
    follow(await navigator.serviceWorker.register(scriptUrl(), { updateViaCache: 'none' }))
  } catch {
    // Private windows and blocked storage: the application works with a connection.
    started = false
  }
}

const takenOver = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, takesOverWithin)
    // Not when it claims the page: that is part of its activation, and a reload during it can hang.
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    })
    worker.postMessage('take_over')
  })

/** Activates the waiting version, if it still waits, and reloads the page. A version that could not take over yet does so later. */
export const takeNewVersion = async (): Promise<void> => {
  // Asked now: the one that waited when the page looked may have taken over since, and would never answer.
  const waiting = registered?.waiting ?? null
  if (waiting) await takenOver(waiting)
  location.reload()
}

export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    (told) => {
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },
    () => offered,
  )
