import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBrowser, startPushService, type TestBrowser } from '#platform/server/testing.push.ts'
import type { Actor } from './actors.ts'

/** A push service for a stage of its own, with the environment by which the server knows it. */
export const startPushes = async () => {
  const service = await startPushService()
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-push-'))
  const ca = join(folder, 'push-service.pem')
  writeFileSync(ca, service.ca)
  return {
    ...service,
    env: { PUSH_SERVICE_URL: service.origin, PUSH_SERVICE_CA: ca },
    close: () => {
      service.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type Manager = {
  pushManagerOfTest: (asked: 'subscribe' | 'look' | 'unsubscribe') => Promise<TestBrowser['target'] | null>
}

/** Runs in each page before its scripts: `PushManager` asks the test. */
const install = () => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  const ask = (window as unknown as Manager).pushManagerOfTest
  const subscriptionOf = (target: TestBrowser['target'] | null) =>
    target && {
      toJSON: () => ({ endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } }),
      unsubscribe: async () => (await ask('unsubscribe')) === null,
    }
  Object.assign(PushManager.prototype, {
    subscribe: async () => subscriptionOf(await ask('subscribe')),
    getSubscription: async () => subscriptionOf(await ask('look')),
  })
}

/**
 * This browser subscribes at the service of the test: a headless one has neither a push service nor notifications. As in a real one, the
 * subscription outlives the page, and each new one has an address of its own.
 */
export const subscribeAt = async ({ context }: Actor, origin: string) => {
  const state: { browser: TestBrowser | null } = { browser: null }
  await context.grantPermissions(['notifications'])
  await context.exposeBinding('pushManagerOfTest', (_, asked: 'subscribe' | 'look' | 'unsubscribe') => {
    if (asked === 'subscribe') state.browser ??= makeBrowser(origin)
    if (asked === 'unsubscribe') state.browser = null
    return state.browser?.target ?? null
  })
  await context.addInitScript(install)
  return state
}
