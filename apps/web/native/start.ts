import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { type NativePushes, native } from '#platform/web/native-app.ts'
import { pageFact } from '#platform/web/page-facts.ts'
import { followLinks } from './links.ts'
import { startLock, unlocking } from './lock.ts'
import { correctWebView, followNetwork, followTheme, forgetFiles, shareFile } from './phone.ts'
import { followTaps, preparePushes } from './pushes.ts'
import { reachServer } from './reach.ts'
import { beginEmptyIfNew, keepSecret } from './vault.ts'

/** The server's address, written into the page when the app was made (apps/mobile). */
const serverOf = (): string => {
  const origin = pageFact('server')
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new Error('the page names no server')
  return origin
}

/** However the session ends on this device, every tab is told so, and so is this (platform/web/session.ts). */
const forgetWithSession = (pushes: NativePushes | null): void => {
  new BroadcastChannel('session').onmessage = ({ data }: MessageEvent<{ kind: string; why?: string }>) => {
    if (data.kind !== 'ended') return
    void Promise.all([keepSecret(null), forgetFiles()])
    // Also without a connection, when the server still has the token. After a lapse, orders go on reaching the phone.
    if (data.why === 'signed_out') void pushes?.turnOff()
  }
}

/** Everything that only the native app does. Loaded only there, before the application is drawn. */
export const startNative = async (client: QueryClient, history: RouterHistory): Promise<void> => {
  const origin = serverOf()
  followTheme()
  correctWebView()
  await Promise.all([beginEmptyIfNew(), followNetwork(), forgetFiles()])
  reachServer(origin)
  const pushes = preparePushes()
  native.app = { origin, keepFile: shareFile, unlocking, pushes }
  forgetWithSession(pushes)
  await followLinks(history, origin)
  followTaps(history)
  await startLock(client)
}
