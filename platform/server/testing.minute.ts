import { vi } from 'vitest'

/**
 * Holds this process's clock while `work` runs. A limit per minute counts in windows, and the next one may begin between any two of
 * the calls.
 */
export const withinOneMinute = async (work: () => Promise<void>): Promise<void> => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}
