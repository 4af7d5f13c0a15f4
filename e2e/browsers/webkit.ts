import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { freePort } from '#platform/server/testing.port.ts'
import type { Engine, Size } from './engine.ts'

/** The key under which WebDriver puts the reference to an element. */
const reference = 'element-6066-11e4-a52e-4f735466cecf'
type Answer = { value: unknown }
type Reference = { [reference]: string }

/** `WebKitWebDriver` on a free port; `call` sends it a command of the W3C WebDriver protocol. */
const startDriver = async (path: string) => {
  const port = await freePort()
  const child = spawn(path, [`--port=${port}`], {
    stdio: ['ignore', 'ignore', 'ignore'],
    // Its sandbox needs namespaces, which containers do not give.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', TZ: 'America/Chicago' },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', command: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${command}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(value)}`)
    return value as T
  }
  process.once('exit', () => child.kill('SIGTERM'))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const isReady = () => call<{ ready: boolean }>('GET', '/status').then(({ ready }) => ready)
  await expect.poll(isReady).toBe(true)
  return { call, close }
}

/** Keeps the errors of the page from here on: WebDriver does not report them. */
const collectFaults = `if (!window.faults) {
  window.faults = []
  addEventListener('error', (event) => window.faults.push(event.message))
  addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)))
  addEventListener('securitypolicyviolation', (event) => window.faults.push(event.violatedDirective + ' ' + event.blockedURI))
  const said = console.error
  console.error = (...words) => { window.faults.push(words.join(' ')); said(...words) }
}`

/** WebKit, as the MiniBrowser of WebKitGTK, without a toolbar: the page is as large as the window. */
export const openWebKit = async (driverPath: string, miniBrowser: string, size: Size): Promise<Engine> => {
  const driver = await startDriver(driverPath)
  const { call } = driver
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', '--full-screen', '--dark-mode'] },
      },
    },
  })
  const at = `/session/${sessionId}`
  await call('POST', `${at}/window/rect`, size)
  const run = <T>(script: string) => call<T>('POST', `${at}/execute/sync`, { script, args: [] })
  const element = async (expression: string): Promise<string> => {
    const found = await run<Reference | null>(`return ${expression}`)
    if (!found) throw new Error('the element is gone')
    return found[reference]
  }
  return {
    goto: async (url) => {
      await call('POST', `${at}/url`, { url })
      await run(collectFaults)
    },
    value: (expression) => run(`return ${expression}`),
    press: async (expression) => {
      await call('POST', `${at}/element/${await element(expression)}/click`, {})
    },
    type: async (expression, text) => {
      await call('POST', `${at}/element/${await element(expression)}/value`, { text })
    },
    picture: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    faults: () => run('return window.faults ?? []'),
    // The driver ends its browser with the session.
    close: () => call('DELETE', at).then(driver.close, driver.close),
  }
}
