import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { native } from '#platform/web/native-app.ts'
import { followLinks } from './links.ts'
import { startLock, unlocking } from './lock.ts'
import { correctWebView, followNetwork, followTheme, forgetFiles, shareFile } from './phone.ts'
import { reachServer } from './reach.ts'
import { beginEmptyIfNew, keepSecret } from './vault.ts'

/** The server's address, written into the page when the app was made (apps/mobile). */
const serverOf = (): string => {
  const origin = document.querySelector<HTMLMetaElement>('meta[name="server"]')?.content ?? ''
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new Error('the page names no server')
  return origin
}

/** However the session ends on this device, every tab is told so, and so is this (platform/web/session.ts). */
const forgetWithSession = (): void => {
  new BroadcastChannel('session').onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
    if (data.kind === 'ended') void Promise.all([keepSecret(null), forgetFiles()])
  }
}

/** Everything that only the native app does. Loaded only there, before the application is drawn. */
export const startNative = async (client: QueryClient, history: RouterHistory): Promise<void> => {
  const origin = serverOf()
  followTheme()
  correctWebView()
  await Promise.all([beginEmptyIfNew(), followNetwork(), forgetFiles()])
  reachServer(origin)
  native.app = {
    origin,
    keepFile: shareFile,
    unlocking,
  }
  forgetWithSession()
  await followLinks(history, origin)
  await startLock(client)
}
