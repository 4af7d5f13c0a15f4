import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
const open = async (storage: object | undefined) => {
  vi.resetModules()
  vi.stubGlobal('navigator', { storage })
  return import('./outbox-kept.ts')
}

test('a browser that does not promise to keep what waits says so, before and after it was asked', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const persist = vi.fn(async () => false)
  const privately = await open({ persist, persisted: async () => false })
  expect(await privately.isKept()).toBe(false)
  for (const _twice of [1, 2]) privately.askToKeep()
  expect([await privately.isKept(), persist.mock.calls.length]).toEqual([false, 1])
  const installed = await open({ persist: async () => true, persisted: async () => false })
  installed.askToKeep()
  expect(await installed.isKept()).toBe(true)
})

test('a browser that can’t be asked, or fails, warns of nothing', async () => {
  const fail = () => Promise.reject(new TypeError('not allowed'))
  for (const storage of [undefined, {}, { persist: fail, persisted: fail }]) {
    const { askToKeep, isKept } = await open(storage)
    expect(await isKept()).toBe(true)
    askToKeep()
    expect(await isKept()).toBe(true)
  }
})
