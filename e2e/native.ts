import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { copyPages } from '#apps/mobile/page.ts'
import { type Actor, openBrowser, phone } from './actors.ts'
import type { Stage } from './stage.ts'

/**
 * A phone with the native app: the page as it is in the app, at the app's own origin, with a bridge that answers as the plugins do.
 * What the phone keeps and what it was asked for stays here, outside the page.
 */
type Options = Readonly<Record<string, unknown>> | null
type Bridge = { phone: (plugin: string, method: string, options: Options) => Promise<unknown> }
type Listening = { tell: (plugin: string, event: string, data: unknown) => void }

/** Runs in the page before its scripts. */
const installBridge = () => {
  const listeners = new Map<string, ((data: unknown) => void)[]>()
  const pluginOf = (plugin: string) =>
    new Proxy(
      {},
      {
        get: (_, method: string) =>
          method === 'addListener'
            ? (event: string, listen: (data: unknown) => void) => {
                const key = `${plugin} ${event}`
                listeners.set(key, [...(listeners.get(key) ?? []), listen])
              }
            : (options?: Options) => (window as unknown as Bridge).phone(plugin, method, options ?? null),
      },
    )
  Object.assign(window, {
    Capacitor: {
      isNativePlatform: () => true,
      getPlatform: () => 'android',
      Plugins: new Proxy({}, { get: (_, plugin: string) => pluginOf(plugin) }),
    },
    tell: (plugin: string, event: string, data: unknown) => {
      for (const listen of listeners.get(`${plugin} ${event}`) ?? []) listen(data)
    },
  })
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Serves the app's files as Capacitor does: an address without an ending is the application's page. */
const serveApp = async ({ context }: Actor, folder: string) => {
  await context.route('https://localhost/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const ending = extname(pathname)
    const file = join(folder, ending === '' ? 'index.html' : pathname)
    await route.fulfill({ body: readFileSync(file), contentType: types[ending] ?? 'text/html' })
  })
}

export const openNativeApp = async (stage: Stage) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-app-'))
  copyPages(join(import.meta.dirname, '../dist/web'), folder, {
    ...{ server: stage.base, tiles: [], name: 'Watchbill', googleServices: '{}' },
  })
  const actor = await openBrowser(stage, phone, { base: 'https://localhost' })
  const kept = new Map<string, string>()
  const state = {
    ...{ launch: '', owner: true, bars: [] as string[], browser: [] as string[], calls: [] as string[] },
    /** What the person answers, and the token that the phone gives the app. */
    ...{ pushes: 'denied', token: '', unregistered: [] as string[] },
  }
  const tell = (plugin: string, event: string, data: unknown) =>
    actor.page.evaluate(
      ([one, two, three]) => (window as unknown as Listening).tell(one as string, two as string, three),
      [plugin, event, data],
    )
  const answers: Readonly<Record<string, (options: Record<string, string>) => unknown>> = {
    'App getLaunchUrl': () => (state.launch === '' ? undefined : { url: state.launch }),
    'Network getStatus': () => ({ connected: true }),
    'SystemBars setStyle': ({ style = '' }) => void state.bars.push(style),
    'Browser open': ({ url = '' }) => void state.browser.push(url),
    'SecureStorage internalGetItem': ({ prefixedKey = '' }) => ({ data: kept.get(prefixedKey) ?? null }),
    'SecureStorage internalSetItem': ({ prefixedKey = '', data = '' }) => void kept.set(prefixedKey, data),
    'SecureStorage internalRemoveItem': ({ prefixedKey = '' }) => ({ success: kept.delete(prefixedKey) }),
    'SecureStorage internalClearItemsWithPrefix': () => kept.clear(),
    'PushNotifications checkPermissions': () => ({ receive: state.pushes }),
    'PushNotifications requestPermissions': () => ({ receive: state.pushes }),
    // The token comes as an event of its own.
    'PushNotifications register': () => void tell('PushNotifications', 'registration', { value: state.token }),
    'PushNotifications unregister': () => void state.unregistered.push(state.token),
    'BiometricAuthNative checkBiometry': () => ({ isAvailable: true, deviceIsSecure: true }),
    'BiometricAuthNative internalAuthenticate': () => {
      if (!state.owner) throw new Error('not the owner')
    },
  }
  await actor.context.exposeBinding('phone', (_, plugin: string, method: string, options: Record<string, string>) => {
    state.calls.push(`${plugin} ${method}`)
    return answers[`${plugin} ${method}`]?.(options)
  })
  await actor.context.addInitScript(installBridge)
  await serveApp(actor, folder)
  // Chromium takes the app's page for one of the internet; a browser too old to know the permission does not ask for it.
  await actor.context.grantPermissions(['local-network-access'], { origin: actor.base }).catch(() => undefined)
  return {
    ...actor,
    kept,
    state,
    tell,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
