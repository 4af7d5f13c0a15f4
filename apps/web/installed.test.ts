import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The page's side of an update: whatever became of the version that waited, "Reload" reloads. */

class FakeWorker extends EventTarget {
  state = 'installed'
  asked: unknown[] = []
  postMessage(said: unknown) {
    this.asked.push(said)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  update = async () => undefined
}

let container: EventTarget & { controller: FakeWorker | null; register: () => Promise<FakeRegistration> }
let registration: FakeRegistration
let page: { keepShell: () => Promise<void>; takeNewVersion: () => Promise<void> }
const reload = vi.fn()

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  reload.mockClear()
  registration = new FakeRegistration()
  container = Object.assign(new EventTarget(), { controller: new FakeWorker(), register: async () => registration })
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { reload })
  vi.resetModules()
  page = await import('./installed.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The browser makes it the page's version. */
const takeOver = (worker: FakeWorker) => {
  registration.waiting = null
  container.controller = worker
  container.dispatchEvent(new Event('controllerchange'))
  worker.become('activated')
}
const waitingVersion = async () => {
  const next = new FakeWorker()
  registration.waiting = next
  await page.keepShell()
  return next
}

test('the waiting version takes over before the page reloads', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const next = await waitingVersion()
  const done = page.takeNewVersion()
  expect([next.asked, reload.mock.calls.length]).toEqual([['take_over'], 0])
  // It claims the page first, and is activated after that.
  container.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).not.toHaveBeenCalled()
  takeOver(next)
  await done
  expect(reload).toHaveBeenCalledOnce()
})

test('a version that another tab activated since is loaded at once', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  takeOver(await waitingVersion())
  await page.takeNewVersion()
  expect(reload).toHaveBeenCalledOnce()
})

test('a version that is kept from taking over does not leave the button without effect', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const next = await waitingVersion()
  void page.takeNewVersion()
  await vi.runOnlyPendingTimersAsync()
  expect([next.asked, reload.mock.calls.length]).toEqual([['take_over'], 1])
})

test('a version that is replaced by a later one while it waits does not either', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const next = await waitingVersion()
  const done = page.takeNewVersion()
  next.become('redundant')
  await done
  expect(reload).toHaveBeenCalledOnce()
})
