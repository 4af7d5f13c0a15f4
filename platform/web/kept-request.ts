import { deviceClockHeader, writeDeviceClock } from '#platform/shared/device-clock.ts'
import { type Endpoint, type InputOf, sentAsHeader } from '#platform/shared/endpoint.ts'
import { bodyOf, fillPath, refuse, send, toError } from './api.ts'

/** Calls that this device has saved. */

/** A write as it goes over the wire. */
export type KeptRequest = { method: string; url: string; body: string; key: string }
/** By this page's steady clock, when it made each write. */
const madeAt = new Map<string, number>()
export const requestOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>, key: string): KeptRequest => {
  const { url, rest } = fillPath(endpoint.path, input)
  madeAt.set(key, performance.now())
  return { method: endpoint.method, url, body: JSON.stringify(rest), key }
}
/** The same write goes on under another key. */
export const giveKey = (from: string, to: string): void => {
  const made = madeAt.get(from)
  if (made !== undefined) madeAt.set(to, made)
}
/** Sends a write that this device saved, as the person who saved it. Throws `ApiError` like any call. */
export const sendKept = async (kept: KeptRequest, as: string, signal: AbortSignal): Promise<unknown> => {
  const made = madeAt.get(kept.key)
  const clock = { now_ms: Date.now(), made_ms: made === undefined ? null : performance.now() - made }
  const answer = await send(kept.url, {
    method: kept.method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': kept.key,
      [sentAsHeader]: as,
      [deviceClockHeader]: writeDeviceClock(clock),
    },
    body: kept.body,
    signal,
  })
  const body = bodyOf(answer)
  return answer.status < 300 ? body : refuse(toError(answer.status, body))
}
