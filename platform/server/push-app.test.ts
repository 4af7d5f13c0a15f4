import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Push } from './push.ts'
import { createApns } from './push-apns.ts'
import { createAppSenders } from './push-app.ts'
import { createFcm } from './push-fcm.ts'
import { type AppAnswer, makeToken, startApns, startFcm, unregistered } from './testing.push-app.ts'

/** Both senders against push services on this machine that check each signature. */
const shows = { meta: { shows: ['issue 12 push'] } }
const push: Push = {
  ...{ ttlSeconds: 600, urgent: true, topic: 'a'.repeat(32), id: 'an-id' },
  ...{ title: 'Watchbill', text: 'You have an offer. Open to answer.' },
}
const closing: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})
const fcm = async (answer?: (token: string) => AppAnswer) => {
  const service = await startFcm(answer)
  closing.push(service.close)
  return { ...service, send: createFcm(service.config) }
}
const apns = async (answer?: (token: string) => AppAnswer) => {
  const service = await startApns(answer)
  closing.push(service.close)
  return { ...service, send: createApns(service.config) }
}
/** Only the clock: the sockets keep their own timers. */
const later = (minutes: number) => {
  const at = Date.now() + minutes * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: at })
}
const each = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

describe('to Android', shows, () => {
  test('a push says no more than its text, and replaces an earlier one of its topic', async () => {
    const { send, received } = await fcm()
    const token = makeToken.android()
    expect(await send(token, push)).toEqual({ kind: 'sent' })
    await send(token, { ...push, urgent: false, ttlSeconds: 0 })
    expect(received[0]?.body).toEqual({
      token,
      notification: { title: 'Watchbill', body: push.text },
      data: { id: 'an-id' },
      android: {
        ...{ priority: 'HIGH', ttl: '600s', collapse_key: push.topic },
        notification: { channel_id: 'shifts', tag: push.topic, default_sound: true },
      },
    })
    expect(received[1]?.body.android).toMatchObject({ priority: 'NORMAL', ttl: '0s' })
  })

  test('one access token serves all pushes, until shortly before it expires', async () => {
    const { send, received, state } = await fcm()
    await Promise.all(each(20, () => send(makeToken.android(), push)))
    expect([received.length, state.asked]).toEqual([20, 1])
    later(57)
    await send(makeToken.android(), push)
    expect(state.asked).toBe(1)
    later(2)
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'sent' })
    expect(state.asked).toBe(2)
  })

  test('a token that Google refuses is replaced for the next try', async () => {
    const { send, state, forget } = await fcm()
    await send(makeToken.android(), push)
    forget()
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'again', status: 401 })
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'sent' })
    expect([state.asked, state.refused]).toEqual([2, 1])
  })

  test.each<[string, AppAnswer, unknown]>([
    ['gone after UNREGISTERED', unregistered, { kind: 'gone' }],
    ['not gone when the project is not found', { status: 404 }, { kind: 'refused', status: 404 }],
    ['refused for good', { status: 400, body: { error: { details: 'odd' } } }, { kind: 'refused', status: 400 }],
    ['tried again after 429', { status: 429 }, { kind: 'again', status: 429 }],
    ['tried again after 503', { status: 503, body: null }, { kind: 'again', status: 503 }],
  ])('a device is %s', async (_name, answer, result) => {
    const { send } = await fcm(() => answer)
    expect(await send(makeToken.android(), push)).toEqual(result)
  })

  test('without an access token nothing is sent, and a failure is not remembered', async () => {
    const { send, state, received } = await fcm()
    state.tokenStatus = 503
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'again', status: 503 })
    state.tokenStatus = 403
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'refused', status: 403 })
    expect(received).toEqual([])
    state.tokenStatus = 200
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'sent' })
  })

  test('another account’s key is refused', async () => {
    const [mine, other] = [await fcm(), await startFcm()]
    closing.push(other.close)
    const send = createFcm({ ...mine.config, key: other.config.key })
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'refused', status: 400 })
  })

  test('is tried again when Google can’t be reached', async () => {
    const { send, close } = await fcm()
    close()
    expect(await send(makeToken.android(), push)).toEqual({ kind: 'again', status: 0 })
  })
})

describe('to iOS', shows, () => {
  test('a push says no more than its text, and replaces an earlier one of its topic', async () => {
    const { send, received } = await apns()
    const token = makeToken.ios()
    expect(await send(token, push)).toEqual({ kind: 'sent' })
    await send(token, { ...push, urgent: false, ttlSeconds: 0 })
    expect(received[0]).toEqual({
      token,
      headers: {
        ...{ 'apns-topic': 'org.example.watchbill', 'apns-push-type': 'alert', 'apns-priority': '10' },
        ...{ 'apns-expiration': expect.stringMatching(/^\d{10}$/), 'apns-collapse-id': push.topic },
      },
      body: { aps: { alert: { title: 'Watchbill', body: push.text }, sound: 'default' }, id: 'an-id' },
    })
    const left = Number(received[0]?.headers['apns-expiration']) - Date.now() / 1000
    expect(Math.abs(left - 600)).toBeLessThan(60)
    expect(received[1]?.headers).toMatchObject({ 'apns-priority': '5', 'apns-expiration': '0' })
  })

  test('many pushes share a connection and a signature, which is made again after 50 minutes', async () => {
    const { send, received, state, providers } = await apns()
    const sent = await Promise.all(each(150, () => send(makeToken.ios(), push)))
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['sent']))
    expect([received.length, state.connections, providers.size]).toEqual([150, 1, 1])
    later(49)
    await send(makeToken.ios(), push)
    expect(providers.size).toBe(1)
    later(2)
    expect(await send(makeToken.ios(), push)).toEqual({ kind: 'sent' })
    expect(providers.size).toBe(2)
  })

  test.each(['hangUp', 'cut'] as const)(
    'a connection that Apple or the network ended is made again: %s',
    async (end) => {
      const { send, state, ...service } = await apns()
      await send(makeToken.ios(), push)
      service[end]()
      await expect.poll(async () => [(await send(makeToken.ios(), push)).kind, state.connections]).toEqual(['sent', 2])
      state.silent = true
      expect(await send(makeToken.ios(), push)).toEqual({ kind: 'again', status: 0 })
    },
  )

  test.each<[string, AppAnswer, unknown]>([
    ['gone after 410', { status: 410, body: { reason: 'Unregistered' } }, { kind: 'gone' }],
    ['gone after BadDeviceToken', { status: 400, body: { reason: 'BadDeviceToken' } }, { kind: 'gone' }],
    [
      'kept when the bundle is wrong',
      { status: 400, body: { reason: 'DeviceTokenNotForTopic' } },
      { kind: 'refused', status: 400 },
    ],
    ['tried again after 429', { status: 429, body: { reason: 'TooManyRequests' } }, { kind: 'again', status: 429 }],
    ['tried again after 503', { status: 503 }, { kind: 'again', status: 503 }],
  ])('a device is %s', async (_name, answer, result) => {
    const { send } = await apns(() => answer)
    expect(await send(makeToken.ios(), push)).toEqual(result)
  })

  test('a signature that Apple calls expired is made again', async () => {
    let expired = true
    const { send, providers } = await apns(() =>
      expired ? { status: 403, body: { reason: 'ExpiredProviderToken' } } : { status: 200 },
    )
    expect(await send(makeToken.ios(), push)).toEqual({ kind: 'again', status: 403 })
    expired = false
    expect(await send(makeToken.ios(), push)).toEqual({ kind: 'sent' })
    expect(providers.size).toBe(2)
  })

  test('another team’s key is refused', async () => {
    const [mine, other] = [await apns(), await startApns()]
    closing.push(other.close)
    const send = createApns({ ...mine.config, key: other.config.key })
    expect(await send(makeToken.ios(), push)).toEqual({ kind: 'refused', status: 403 })
    expect([mine.state.refused, mine.received]).toEqual([1, []])
  })

  test('is tried again when Apple can’t be reached', async () => {
    const { send, close } = await apns()
    close()
    expect(await send(makeToken.ios(), push)).toEqual({ kind: 'again', status: 0 })
  })
})

test('a platform without access has no sender', shows, async () => {
  const { config } = await fcm()
  const { ios, android } = createAppSenders({ ios: null, android: config })
  expect([ios, typeof android]).toEqual([null, 'function'])
})
