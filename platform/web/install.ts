import { useSyncExternalStore } from 'react'

/** Whether and how this browser adds the application to the home screen, and whether the officer has answered the hint about it. */

type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }
/** `steps`: iOS has no prompt, so the page shows what to tap. `none`: this browser has no way, or has not said so yet. */
export type InstallWay = 'installed' | 'prompt' | 'steps' | 'none'
type Device = { standalone: boolean; userAgent: string; touches: number; prompt: boolean }

/** Only Safari itself: other browsers on iOS, and pages that open inside other apps, have menus of their own. */
const isSafariOnIos = ({ userAgent, touches }: Device): boolean =>
  (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touches > 1)) &&
  /\bVersion\/[\d.]+ .*\bSafari\//.test(userAgent) &&
  !/\b(CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA)\//.test(userAgent)

export const installWayOf = (device: Device): InstallWay => {
  if (device.standalone) return 'installed'
  if (device.prompt) return 'prompt'
  return isSafariOnIos(device) ? 'steps' : 'none'
}

let prompt: InstallPrompt | null = null
let installed = false
const listeners = new Set<() => void>()
const changed = () => {
  for (const told of listeners) told()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

/** From the start of the page, because the browser says only once that it can install. It shows nothing on its own. */
export const listenForInstall = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    changed()
  })
  window.addEventListener('appinstalled', () => {
    prompt = null
    installed = true
    changed()
  })
}

const isStandalone = (): boolean =>
  installed ||
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true
const readWay = (): InstallWay => {
  const { userAgent, maxTouchPoints: touches } = navigator
  return installWayOf({ standalone: isStandalone(), userAgent, touches, prompt: prompt !== null })
}
export const useInstallWay = (): InstallWay => useSyncExternalStore(subscribe, readWay)

/** Opens the browser's own question; true if the person installs. The browser lets a page ask once. */
export const askToInstall = async (): Promise<boolean> => {
  const asked = prompt
  prompt = null
  const outcome = asked ? (await asked.prompt()).outcome : 'dismissed'
  changed()
  return outcome === 'accepted'
}

const key = 'install-hint'
type Hint = 'due' | 'answered' | null
const readHint = (): Hint => {
  try {
    return localStorage.getItem(key) as Hint
  } catch {
    return null
  }
}
const keepHint = (next: 'due' | 'answered'): void => {
  try {
    localStorage.setItem(key, next)
  } catch {
    // Without storage the hint could not be dismissed for good, so it is not shown.
  }
  changed()
}
/** A shift was completed on this device: the hint is due, once. */
export const noteShiftCompleted = (): void => {
  if (readHint() === null) keepHint('due')
}
export const answerInstallHint = (): void => keepHint('answered')
/** How to install, while the hint is due on a phone or tablet; null otherwise. */
export const useInstallHint = (): 'prompt' | 'steps' | null => {
  const way = useInstallWay()
  const hint = useSyncExternalStore(subscribe, readHint)
  if (hint !== 'due' || !window.matchMedia('(pointer: coarse)').matches) return null
  return way === 'prompt' || way === 'steps' ? way : null
}
