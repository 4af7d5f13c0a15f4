import type { QueryClient } from '@tanstack/react-query'
import { signOut } from '#features/people/sessions/contract.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { native, type Unlocking } from '#platform/web/native-app.ts'
import { forgetSession } from '#platform/web/session.ts'
import { plugins } from './bridge.ts'
import { showLock } from './lock-screen.tsx'
import { dropSecret, hasSecret, loadSecret, readUnlock, secretNow, writeUnlock } from './vault.ts'

/** Locks the app at its start and after a minute in the background, for people who turned that on. */
const awayMs = MINUTE

let on = false
let locked = false
let gate: Promise<void> = Promise.resolve()
/** While locked, no call leaves the app. */
export const ready = (): Promise<void> => gate

const ask = (reason: string): Promise<void> =>
  plugins().BiometricAuthNative.internalAuthenticate({
    reason,
    cancelTitle: 'Cancel',
    // A face behind a mask, a wet finger: the phone's passcode opens it too.
    allowDeviceCredential: true,
    androidTitle: reason,
  })

/** Without the phone's owner, only signing out is left. Not through `call`, which waits for the lock. */
const leave = async (client: QueryClient): Promise<void> => {
  await loadSecret()
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    authorization: `Bearer ${secretNow()}`,
  }
  const url = (native.app?.origin ?? '') + signOut.path
  await fetch(url, { method: signOut.method, headers, body: '{}', credentials: 'omit' }).catch(() => undefined)
  await forgetSession(client, 'signed_out')
}

const lock = (client: QueryClient): void => {
  if (locked) return
  locked = true
  dropSecret()
  const unlock = async () => {
    await ask('Unlock Watchbill')
    await loadSecret()
  }
  gate = showLock(unlock, () => leave(client)).then(() => {
    locked = false
  })
}

/** Resolves when the person may go on. */
export const startLock = async (client: QueryClient): Promise<void> => {
  on = await readUnlock()
  let leftAt: number | null = null
  plugins().App.addListener('appStateChange', ({ isActive }) => {
    const away = leftAt === null ? 0 : Date.now() - leftAt
    leftAt = isActive ? null : Date.now()
    // A clock that was set back counts as away.
    if (isActive && on && secretNow() !== null && (away >= awayMs || away < 0)) lock(client)
  })
  if (on && (await hasSecret())) lock(client)
  else await loadSecret()
  await gate
}

export const unlocking: Unlocking = {
  possible: async () => {
    const { isAvailable, deviceIsSecure } = await plugins().BiometricAuthNative.checkBiometry()
    return isAvailable || deviceIsSecure
  },
  on: () => on,
  turn: async (next) => {
    await ask(next ? 'Turn on unlocking' : 'Turn off unlocking')
    await writeUnlock(next)
    on = next
  },
}
