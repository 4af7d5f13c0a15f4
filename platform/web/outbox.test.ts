import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** The queue of a phone, with a server that remembers keys; apps/server/saved-writes.pg.test.ts has the real one. */

const note = endpoint({
  ...{ name: 'records.note', summary: 'A note.', method: 'POST', path: '/api/records/:id/note', who: 'officer' },
  ...{ input: z.object({ id: z.string(), note: z.string() }), queued: 'Note', output: z.object({}), errors: {} },
})
const pressOf = (name: 'shifts.in' | 'shifts.out', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, out] = [pressOf('shifts.in', 'Check-in'), pressOf('shifts.out', 'Check-out')]
const [ann, bo] = [holderOf('ann', 'd1'), holderOf('bo', 'd1')]
const annElsewhere = holderOf('ann', 'd2')

let effects: Sent[]
let answer: (sent: Sent) => Promise<Response>
let phone: ReturnType<typeof makePhone>
const remember = async (sent: Sent) => {
  if (!effects.some(({ key }) => key === sent.key)) effects.push(sent)
  return json({})
}
beforeEach(() => {
  // A tab that a test has closed never wakes up again.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  effects = []
  answer = remember
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, (sent) => answer(sent))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

type Tab = Awaited<ReturnType<typeof phone.openTab>>
const write = (tab: Tab, n: number) => tab.press(note, { id: String(n), note: `Note ${n}` }, crypto.randomUUID())
/** Pressed without a connection; each is saved before the next. */
const save = async (tab: Tab, count: number) => {
  phone.setOnline(false)
  for (let n = 1; n <= count; n++) await expect(write(tab, n)).rejects.toMatchObject({ code: 'saved' })
}
const written = () => effects.map(({ body }) => (JSON.parse(body) as { note: string }).note)
const notes = (count: number) => Array.from({ length: count }, (_, i) => `Note ${i + 1}`)

test('20 saved actions, with the tab closed at the 11th answer and each sent ten times over, have 20 effects in order', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  await save(await phone.openTab(ann), 20)
  expect(await phone.rows()).toHaveLength(20)
  phone.setOnline(true)
  const first = await phone.openTab(ann)
  const lost = new Promise<void>((reached) => {
    answer = async (sent) => {
      const done = await remember(sent)
      if (effects.length < 11) return done
      reached()
      return new Promise<Response>(() => undefined)
    }
  })
  void first.drain()
  await lost
  expect(await phone.rows()).toHaveLength(10)
  answer = async (sent) => (await Promise.all(Array.from({ length: 10 }, () => remember(sent))))[0] as Response
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(notes(20))
  expect(await phone.rows()).toEqual([])
})

test('two tabs that send at once send each action once', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  await save(await phone.openTab(ann), 5)
  phone.setOnline(true)
  let calls = 0
  answer = async (sent) => {
    calls += 1
    return remember(sent)
  }
  const [one, two] = [await phone.openTab(ann), await phone.openTab(ann)]
  await Promise.all([one.drain(), two.drain(), one.drain()])
  expect([calls, written()]).toEqual([5, notes(5)])
})

test('a new release sends what the first one saved', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  // Frozen as the first release with an outbox wrote it. A row in another shape needs a test next to this one.
  await phone.plant({
    owner: 'ann d1',
    call: 'attendance.check_in',
    what: 'Check-in',
    body: '{"signup_id":"5b1","device_at":"2026-11-23T18:02:00.000Z","clock":null,"position":null}',
    at: Date.now() - 3_600_000,
    refused: null,
    request: {
      method: 'POST',
      url: '/api/attendance/check-in',
      body: '{"signup_id":"5b1","device_at":"2026-11-23T18:02:00.000Z","clock":null,"position":null}',
      key: '4c0b7f0e-6f0a-4a1b-9a57-0c8a1d2e3f40',
    },
  })
  const tab = await phone.openTab(ann)
  await tab.refreshSaved()
  expect(tab.readSaved()).toMatchObject([{ what: 'Check-in', refused: null }])
  await tab.drain()
  expect(effects).toMatchObject([
    { url: '/api/attendance/check-in', key: '4c0b7f0e-6f0a-4a1b-9a57-0c8a1d2e3f40', as: 'ann d1' },
  ])
  expect(await phone.rows()).toEqual([])
})

test('nothing is seen or sent by another person, or in another department', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  await save(await phone.openTab(ann), 3)
  phone.setOnline(true)
  for (const other of [bo, annElsewhere, null]) {
    const tab = await phone.openTab(other)
    await tab.refreshSaved()
    await tab.drain()
    expect([tab.readSaved(), effects]).toEqual([[], []])
  }
  expect(await phone.rows()).toHaveLength(3)
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(notes(3))
  expect(effects.map(({ as }) => as)).toEqual(['ann d1', 'ann d1', 'ann d1'])
})

test('a refusal stays in the list and lets the next action go', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  await save(await phone.openTab(ann), 3)
  phone.setOnline(true)
  answer = async (sent) =>
    sent.body.includes('Note 2') ? json({ error: { code: 'attendance_decided', details: {} } }, 409) : remember(sent)
  const tab = await phone.openTab(ann)
  await tab.drain()
  await tab.refreshSaved()
  expect(written()).toEqual(['Note 1', 'Note 3'])
  expect(tab.readUnsent()).toMatchObject([{ what: 'Note', refused: { status: 409, code: 'attendance_decided' } }])
  await tab.removeSaved(tab.readUnsent()[0]?.id ?? 0)
  expect(await phone.rows()).toEqual([])
})

test('an answer of a failing server keeps the action and everything after it', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  await save(await phone.openTab(ann), 2)
  phone.setOnline(true)
  for (const status of [500, 503, 401, 429]) {
    answer = async () => json({ error: { code: 'internal' } }, status)
    await (await phone.openTab(ann)).drain()
  }
  expect(await phone.rows()).toHaveLength(2)
  answer = remember
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(notes(2))
})

test('without storage a press works with a connection, and says so without one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  phone.setStorage(false)
  const tab = await phone.openTab(ann)
  await write(tab, 1)
  expect(written()).toEqual(['Note 1'])
  phone.setOnline(false)
  await expect(write(tab, 2)).rejects.toMatchObject({ code: 'offline' })
  await expect(tab.saveFor('ann d1', out, { signup_id: 's1', clock: null })).rejects.toThrow()
})

test('without storage, a page of the network in between is no answer', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  phone.setStorage(false)
  const tab = await phone.openTab(ann)
  for (const [body, status] of [
    ['<h1>Welcome to our Wi-Fi</h1>', 200],
    ['{"ok":true}', 200],
    ['{"error":{"code":"forbidden"}}', 403],
  ] as const) {
    answer = async () => new Response(body, { status })
    await expect(write(tab, 1)).rejects.toMatchObject({ code: 'unreachable' })
  }
  answer = async () => json({ error: { code: 'not_allowed' } }, 403)
  await expect(write(tab, 1)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('with full storage a press works with a connection, and says so without one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await write(tab, 1)
  expect(written()).toEqual(['Note 1'])
  phone.setOnline(false)
  await expect(write(tab, 2)).rejects.toMatchObject({ code: 'offline' })
  vi.restoreAllMocks()
})

test('a connection to the storage that the browser dropped is opened again', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  await save(tab, 1)
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  await expect(write(tab, 2)).rejects.toMatchObject({ code: 'saved' })
  vi.restoreAllMocks()
  phone.setOnline(true)
  await tab.drain()
  expect(written()).toEqual(notes(2))
})

describe('a press whose position is still being looked for', { meta: { shows: ['issue 12 outbox'] } }, () => {
  const bodies = () => effects.map(({ body }) => JSON.parse(body) as object)
  const place = { position: 'gate' } as object
  /** Pressed in this tab; `find` answers the question for the position. */
  const pressing = (tab: Tab) => {
    let find: (part: object) => void = () => undefined
    const part = new Promise<object>((resolve) => {
      find = resolve
    })
    const done = tab.press(into, { signup_id: 's1' }, crypto.randomUUID(), () => part as Promise<never>)
    done.catch(() => undefined)
    return { find, done }
  }

  test('is on the device at once, and is sent with the position', async () => {
    const tab = await phone.openTab(ann)
    const { find, done } = pressing(tab)
    await expect.poll(phone.rows).toHaveLength(1)
    // Not before: the same key must always carry the same bytes.
    await tab.drain()
    expect(effects).toEqual([])
    find(place)
    await done
    expect(bodies()).toEqual([{ signup_id: 's1', ...place }])
    expect(await phone.rows()).toEqual([])
  })

  test('counts without it if the tab is closed in between, in the order of the presses', async () => {
    const { find } = pressing(await phone.openTab(ann))
    await expect.poll(phone.rows).toHaveLength(1)
    const next = await phone.openTab(ann)
    await next.press(out, { signup_id: 's1' }, crypto.randomUUID())
    expect(effects.map(({ url }) => url)).toEqual(['/api/shifts.in', '/api/shifts.out'])
    // The tab that was closed has nothing to add any more.
    find(place)
    expect(bodies()).toEqual([{ signup_id: 's1' }, { signup_id: 's1' }])
    expect(await phone.rows()).toEqual([])
  })

  test('holds back what is pressed after it', async () => {
    const tab = await phone.openTab(ann)
    const first = pressing(tab)
    await expect.poll(phone.rows).toHaveLength(1)
    const second = tab.press(out, { signup_id: 's1' }, crypto.randomUUID())
    await expect.poll(phone.rows).toHaveLength(2)
    first.find(place)
    await Promise.all([first.done, second])
    expect(effects.map(({ url }) => url)).toEqual(['/api/shifts.in', '/api/shifts.out'])
  })

  test('is known to a sign-out', async () => {
    const tab = await phone.openTab(ann)
    const { find, done } = pressing(tab)
    await expect.poll(async () => (await tab.idsOfSaved()).length).toBe(1)
    expect(tab.readSaved()).toEqual([])
    find(place)
    await done
    expect(await tab.idsOfSaved()).toEqual([])
  })

  test('counts without its position if storage is full by the time it is found', async () => {
    const tab = await phone.openTab(ann)
    phone.setOnline(false)
    const { find, done } = pressing(tab)
    await expect.poll(phone.rows).toHaveLength(1)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    find(place)
    await expect(done).rejects.toMatchObject({ code: 'saved' })
    vi.restoreAllMocks()
    await tab.refreshSaved()
    expect(tab.readSaved()).toHaveLength(1)
    phone.setOnline(true)
    await (await phone.openTab(ann)).drain()
    expect(bodies()).toEqual([{ signup_id: 's1' }])
  })

  test('is on the device at once on the locked screen too', async () => {
    const locked = await phone.openTab(null)
    let find: (part: object) => void = () => undefined
    const part = () => new Promise<object>((resolve) => (find = resolve))
    await locked.saveFor('ann d1', out, { signup_id: 's1', clock: null }, part as () => Promise<never>)
    expect(await phone.rows()).toHaveLength(1)
    find(place)
    await expect.poll(async () => JSON.stringify(await phone.rows())).toContain('gate')
    await (await phone.openTab(ann)).drain()
    expect(bodies()).toEqual([{ signup_id: 's1', clock: null, ...place }])
  })
})

test('an answer that the server did not write keeps the action', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  await save(await phone.openTab(ann), 1)
  phone.setOnline(true)
  // The sign-in page of a hotel's network, and the refusal of a proxy.
  for (const status of [200, 403, 404, 407]) {
    answer = async () => new Response('<h1>Welcome to our Wi-Fi</h1>', { status })
    await (await phone.openTab(ann)).drain()
    expect(await phone.rows()).toMatchObject([{ refused: null }])
  }
  // Also one that writes JSON, with an id of its own making, or passes ours on over a page of its own.
  const id = { 'x-request-id': crypto.randomUUID() }
  for (const [body, status, headers] of [
    ['{"ok":true}', 200, {}],
    ['{"ok":true}', 200, { 'x-request-id': '7f3a' }],
    ['{"error":{"code":"forbidden"}}', 403, {}],
    ['<h1>Welcome to our Wi-Fi</h1>', 200, id],
  ] as const) {
    answer = async () => new Response(body, { status, headers })
    await (await phone.openTab(ann)).drain()
    expect(await phone.rows()).toMatchObject([{ refused: null }])
  }
  answer = remember
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(notes(1))
})

test('an officer who is no longer approved sees what is saved; it is sent once approved again', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  await save(await phone.openTab(ann), 2)
  phone.setOnline(true)
  const tab = await phone.openTab({ ...ann, officer: { approved: false } })
  await tab.refreshSaved()
  expect(tab.readSaved()).toHaveLength(2)
  await tab.drain()
  expect(written()).toEqual([])
  // A sign-out asks about them, and deletes them.
  const [first = 0] = await tab.idsOfSaved()
  await tab.clearSaved([first])
  expect(await phone.rows()).toHaveLength(1)
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(['Note 2'])
})

test('the browser is asked once to keep what waits', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  const persist = vi.fn(async () => true)
  Object.assign(navigator, { storage: { persist } })
  const tab = await phone.openTab(ann)
  await write(tab, 1)
  expect(persist).not.toHaveBeenCalled()
  await save(tab, 2)
  expect(persist).toHaveBeenCalledTimes(1)
})

test('a sign-out deletes what it asked about, not what was saved since', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  await save(tab, 1)
  const asked = await tab.idsOfSaved()
  expect(asked).toHaveLength(1)
  await expect(write(tab, 2)).rejects.toMatchObject({ code: 'saved' })
  await tab.clearSaved(asked)
  phone.setOnline(true)
  await (await phone.openTab(ann)).drain()
  expect(written()).toEqual(['Note 2'])
})

test('a clock that was wrong at the press makes nothing too old, on the locked screen or set back since the last answer', {
  meta: { shows: ['issue 12 outbox', 'issue 12 locked'] },
}, async () => {
  const week = 7 * 86_400_000
  const now = Date.now()
  const at = new Date(now).toISOString()
  const heard = async () => {
    const { askedNow, noteEnds } = await import('./session-ends.ts')
    noteEnds({ now_at: at, idle_ends_at: at, ends_at: at }, askedNow())
  }
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - week)
  const note = { ahead_ms: week, heard_at: at, since_ms: null }
  await (await phone.openTab(null)).saveFor('ann d1', out, { signup_id: 's1', clock: note })
  clock.mockReturnValue(now)
  const tab = await phone.openTab(ann)
  await heard()
  clock.mockReturnValue(now - week)
  await save(tab, 1)
  clock.mockReturnValue(now)
  await heard()
  expect((await phone.rows()).map((row) => Math.abs(Number(row.at) + Number(row.ahead) - now) < 1000)).toEqual([
    true,
    true,
  ])
  phone.setOnline(true)
  await tab.drain()
  vi.restoreAllMocks()
  expect(effects).toHaveLength(2)
  expect(await phone.rows()).toEqual([])
})

test('an action that the person removes while it is being refused stays removed', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  await save(tab, 1)
  phone.setOnline(true)
  let reached: () => void = () => undefined
  const sent = new Promise<void>((resolve) => (reached = resolve))
  let refuse: () => void = () => undefined
  answer = () => {
    reached()
    return new Promise((resolve) => {
      refuse = () => resolve(Response.json({ error: { code: 'not_found', message: '' } }, { status: 404 }))
    })
  }
  const drained = tab.drain()
  await sent
  const [row] = await phone.rows()
  await tab.removeSaved(Number(row?.id))
  refuse()
  await drained
  expect(await phone.rows()).toEqual([])
})

test('a clock that was wrong at the press and right later does not make the action too old', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const year = 365 * 86_400_000
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - year)
  const heard = async () => {
    const { askedNow, noteEnds } = await import('./session-ends.ts')
    const at = (ms: number) => new Date(now + ms).toISOString()
    noteEnds({ now_at: at(0), idle_ends_at: at(60_000), ends_at: at(60_000) }, askedNow())
  }
  const tab = await phone.openTab(ann)
  await heard()
  await save(tab, 1)
  clock.mockReturnValue(now)
  phone.setOnline(true)
  const next = await phone.openTab(ann)
  await heard()
  await next.drain()
  vi.restoreAllMocks()
  expect(written()).toEqual(notes(1))
})

test('a clock that is corrected as the connection returns is asked about before an action counts as too old', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const week = 7 * 86_400_000
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - week)
  const tab = await phone.openTab(ann)
  const { askedNow, noteEnds } = await import('./session-ends.ts')
  const hear = async () => {
    const now_at = new Date(now).toISOString()
    noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, askedNow())
  }
  await hear()
  await save(tab, 1)
  clock.mockReturnValue(now)
  phone.setOnline(true)
  let asked = 0
  const stop = tab.startOutbox(
    async () => undefined,
    async () => {
      asked += 1
      throw new Error('no answer')
    },
  )
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await phone.rows()).toMatchObject([{ refused: null }])
  stop()
  const again = tab.startOutbox(async () => undefined, hear)
  await expect.poll(written).toEqual(notes(1))
  again()
  vi.restoreAllMocks()
})

test('what waits is sent once the connection is back, and once the page becomes visible', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const nothing = async () => undefined
  const tab = await phone.openTab(ann)
  const stop = tab.startOutbox(nothing, nothing)
  await tab.drain()
  await save(tab, 1)
  phone.setOnline(true)
  phone.window.dispatchEvent(new Event('online'))
  await expect.poll(phone.rows).toEqual([])
  await save(tab, 2)
  phone.setOnline(true)
  phone.document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(phone.rows).toEqual([])
  expect(written()).toEqual([...notes(1), ...notes(2)])
  stop()
})

test('what waits in another department is counted, not listed', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  await save(await phone.openTab(ann), 2)
  await save(await phone.openTab(bo), 1)
  phone.setOnline(true)
  const tab = await phone.openTab(annElsewhere)
  await tab.refreshSaved()
  expect([tab.readSaved(), tab.readSavedElsewhere()]).toEqual([[], 2])
})

test('a check-out saved for an officer who is signed out waits for that officer, behind what was saved before', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  await save(await phone.openTab(ann), 1)
  const locked = await phone.openTab(null)
  const at = await locked.saveFor('ann d1', out, { signup_id: 's1', clock: null })
  // Pressed again, in this tab or another.
  expect(await locked.saveFor('ann d1', out, { signup_id: 's1', clock: null })).toBe(at)
  expect(await (await phone.openTab(null)).saveFor('ann d1', out, { signup_id: 's1', clock: null })).toBe(at)
  expect(await phone.rows()).toHaveLength(2)
  phone.setOnline(true)
  await (await phone.openTab(bo)).drain()
  expect(effects).toEqual([])
  await (await phone.openTab(ann)).drain()
  expect(effects.map(({ url, as }) => [url, as])).toEqual([
    ['/api/records/1/note', 'ann d1'],
    ['/api/shifts.out', 'ann d1'],
  ])
})

test('a second check-out after another check-in is an action of its own', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const call of [out, into])
    await expect(tab.press(call, { signup_id: 's1' }, crypto.randomUUID())).rejects.toMatchObject({ code: 'saved' })
  await (await phone.openTab(null)).saveFor('ann d1', out, { signup_id: 's1', clock: null })
  expect((await phone.rows()).map(({ what }) => what)).toEqual(['Check-out', 'Check-in', 'Check-out'])
})

test('removing a person from the device deletes what was asked about in every department, and nothing of others', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  for (const [holder, count] of [
    [ann, 2],
    [annElsewhere, 1],
    [bo, 1],
  ] as const)
    await save(await phone.openTab(holder), count)
  const tab = await phone.openTab(ann)
  const asked = await tab.idsOfPerson('ann')
  expect(asked).toHaveLength(3)
  // Pressed in another tab while the question is open.
  await save(await phone.openTab(ann), 1)
  await tab.clearSaved(asked)
  expect((await phone.rows()).map(({ owner }) => owner)).toEqual(['bo d1', 'ann d1'])
})

test('a device that cannot read what is saved says so to a removal and a sign-out, and lists what it had; one that stores nothing has nothing', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  const tab = await phone.openTab(ann)
  await save(tab, 1)
  const lost = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('lost', 'UnknownError')
  })
  await expect(tab.idsOfPerson('ann')).rejects.toThrow('lost')
  // What was there stays in the list, and a sign-out asks about it.
  await tab.refreshSaved()
  expect(tab.readUnsent()).toHaveLength(1)
  expect(await tab.idsOfSaved()).toEqual([tab.readUnsent()[0]?.id])
  const next = await phone.openTab(ann)
  await next.refreshSaved()
  // No id of any action.
  expect(await next.idsOfSaved()).toEqual([0])
  lost.mockRestore()
  expect(await tab.idsOfPerson('ann')).toHaveLength(1)
  phone.setStorage(false)
  const blocked = await phone.openTab(ann)
  expect([await blocked.idsOfPerson('ann'), await blocked.idsOfSaved()]).toEqual([[], []])
})
