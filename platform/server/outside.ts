import { MINUTE } from '#platform/shared/time.ts'
import { inSpan } from './tracing.ts'

/** Calls other people's servers so that nothing they do can hurt this one. */

export class OutsideError extends Error {}

export type OutsideLimits = {
  /** Milliseconds for the whole response. */
  timeoutMs: number
  /** Longer responses are cut off and refused. */
  mostBytes: number
  /** After this many failures in a row, calls stop for a while. */
  failures: number
  restMs: number
  /** Maximum calls per minute. */
  perMinute: number
}

const readBounded = async (response: Response, mostBytes: number): Promise<string> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) throw new OutsideError('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/**
 * Fetches JSON: one overall timeout, no redirects, a bounded response, and a circuit breaker that rests after several failures in
 * a row, then lets a single call through. Any failure is an OutsideError.
 */
export const createAsker = (limits: OutsideLimits, clock: () => number = Date.now) => {
  let failures = 0
  let restsUntil = 0
  let minute = { at: 0, asked: 0 }

  const ask = async (url: URL): Promise<unknown> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    try {
      if (response.status !== 200) throw new OutsideError(`answered ${response.status}`)
      if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) throw new OutsideError('no JSON')
      return JSON.parse(await readBounded(response, limits.mostBytes))
    } finally {
      // An unread body would keep the connection open.
      await response.body?.cancel().catch(() => undefined)
    }
  }

  return async (url: URL): Promise<unknown> => {
    const now = clock()
    if (now < restsUntil) throw new OutsideError('resting after failures')
    if (now - minute.at >= MINUTE) minute = { at: now, asked: 0 }
    if (++minute.asked > limits.perMinute) throw new OutsideError('asked too often')
    // No one else tries until this call has been answered.
    if (failures >= limits.failures) restsUntil = now + limits.restMs
    try {
      const answer = await inSpan('ask the weather', {}, () => ask(url))
      failures = 0
      restsUntil = 0
      return answer
    } catch (error) {
      if (++failures >= limits.failures) restsUntil = clock() + limits.restMs
      throw error instanceof OutsideError
        ? error
        : new OutsideError(error instanceof Error ? error.message : String(error))
    }
  }
}
