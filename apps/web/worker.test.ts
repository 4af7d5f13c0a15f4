import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The service worker with a server whose release changes under it: what is stored and shown is always of one version. */

type Release = { version: string; page: string; files: Record<string, string> }
const release = (version: string, extra: string[] = []): Release => {
  const names = [`/assets/app-${version}.js`, '/assets/shared.js', ...extra]
  const page = names.map((name) => `<script src="${name}"></script>`).join('')
  return { version, page, files: Object.fromEntries(names.map((name) => [name, `${name} of ${version}`])) }
}

/** What the server answers now; null while there is no connection. */
let server: Release | null
let stores: Map<string, Map<string, Response>>

const pathOf = (request: string | Request) => (typeof request === 'string' ? request : new URL(request.url).pathname)
const storeOf = (name: string) => {
  const kept = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, kept)
  return {
    put: async (file: string, response: Response) => void kept.set(file, response),
    match: async (file: string) => kept.get(file)?.clone(),
  }
}
const caches = {
  open: async (name: string) => storeOf(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (file: string) =>
    [...stores.values()]
      .find((kept) => kept.has(file))
      ?.get(file)
      ?.clone(),
}
const fetched = async (request: string | Request) => {
  const path = pathOf(request)
  if (!server) throw new TypeError('no connection')
  if (path === '/app' || path.startsWith('/officer/')) return new Response(server.page)
  const text = server.files[path]
  return text === undefined ? new Response('', { status: 404 }) : new Response(text)
}

beforeEach(() => {
  stores = new Map()
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'https://watchbill.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

type Handler = (event: Record<string, unknown>) => void
/** A worker as the build makes it for this release. */
const workerOf = async ({ version, files }: Release) => {
  const handlers = new Map<string, Handler>()
  const worker = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: vi.fn(async () => undefined),
    clients: { claim: async () => undefined },
  }
  vi.stubGlobal('self', worker)
  vi.stubGlobal('FILES', Object.keys(files))
  vi.stubGlobal('VERSION', version)
  vi.resetModules()
  await import('./worker.ts')
  // The module reads these when it is called, so each worker gets its own again.
  const as = <T>(act: () => T): T => {
    vi.stubGlobal('FILES', Object.keys(files))
    vi.stubGlobal('VERSION', version)
    return act()
  }
  const during = async (name: string, more: object = {}) => {
    let work: Promise<unknown> = Promise.resolve()
    as(() => handlers.get(name)?.({ waitUntil: (lasting: Promise<unknown>) => (work = lasting), ...more }))
    await work
  }
  return {
    install: () => during('install'),
    activate: () => during('activate'),
    message: (data: unknown) => during('message', { data }),
    skipWaiting: worker.skipWaiting,
    /** The text of the answer; null if the worker leaves the request to the browser. */
    get: async (path: string, mode = 'no-cors'): Promise<string | null> => {
      let answer: Promise<Response> | null = null
      const request = { method: 'GET', url: `https://watchbill.example${path}`, mode }
      as(() => handlers.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) }))
      return answer === null ? null : (await (answer as Promise<Response>)).text()
    },
  }
}
const installed = async (of: Release) => {
  server = of
  const worker = await workerOf(of)
  await worker.install()
  await worker.activate()
  return worker
}
const [one, two, three] = [release('1'), release('2'), release('3')]

test('an update in the middle of a shift changes nothing until the officer reloads: page and files stay of one version', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const old = await installed(one)
  server = two
  const next = await workerOf(two)
  await next.install()
  expect(next.skipWaiting).not.toHaveBeenCalled()
  for (const connection of [two, null]) {
    server = connection
    expect(await old.get('/officer/dashboard', 'navigate')).toBe(one.page)
    expect(await old.get('/assets/app-1.js')).toBe(one.files['/assets/app-1.js'])
  }
  await next.message('take_over')
  expect(next.skipWaiting).toHaveBeenCalledOnce()
  await next.activate()
  expect(await next.get('/officer/dashboard', 'navigate')).toBe(two.page)
  expect(await next.get('/assets/app-2.js')).toBe(two.files['/assets/app-2.js'])
  // A tab that is still open with the version before finds its files, without a connection too.
  expect(await next.get('/assets/app-1.js')).toBe(one.files['/assets/app-1.js'])
})

test('a version is stored whole or not at all', { meta: { shows: ['issue 12 installed'] } }, async () => {
  const old = await installed(one)
  const broken = release('2', ['/assets/late.js'])
  server = { ...broken, files: two.files }
  await expect((await workerOf(broken)).install()).rejects.toThrow('/assets/late.js: 404')
  server = null
  await expect((await workerOf(two)).install()).rejects.toThrow('no connection')
  expect([...stores.keys()]).toEqual(['shell 1'])
  expect(await old.get('/officer/dashboard', 'navigate')).toBe(one.page)
})

test('a server that is replaced while a version is being stored leaves nothing of either', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  // The worker is of the second release, the page already of the third.
  server = { ...three, files: { ...two.files, ...three.files } }
  await expect((await workerOf(two)).install()).rejects.toThrow('the page is of another version: /assets/app-3.js')
  expect([...stores.keys()]).toEqual([])
})

test('only the version before is kept', { meta: { shows: ['issue 12 installed'] } }, async () => {
  for (const of of [one, two, three]) await installed(of)
  expect([...stores.keys()]).toEqual(['shell 2', 'shell 3'])
})

test('a tab that is open while two versions come one after the other keeps its files', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  await installed(one)
  server = two
  // It waits, and the next release replaces it before anyone reloads.
  await (await workerOf(two)).install()
  const last = await installed(three)
  server = null
  expect(await last.get('/assets/app-1.js')).toBe(one.files['/assets/app-1.js'])
  expect([...stores.keys()]).toEqual(['shell 1', 'shell 3'])
})

test('a page that another server of the network gave is not stored', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  server = { ...one, page: '<h1>Sign in to the network</h1>' }
  await expect((await workerOf(one)).install()).rejects.toThrow('the page is of another version')
  expect([...stores.keys()]).toEqual([])
})

test('the worker leaves the API and writes to the browser', { meta: { shows: ['issue 12 installed'] } }, async () => {
  const worker = await installed(one)
  expect(await worker.get('/api/session')).toBeNull()
  expect(await worker.get('/logo/department.png')).toBeNull()
})
