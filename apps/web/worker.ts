/**
 * The service worker: keeps the application's own files, all of one version, so that the application opens without a connection.
 * It answers nothing under `/api` and keeps nothing that anyone has read or typed.
 */

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetched = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Pushed = Lasting & { data: { json: () => unknown } | null }
type Clicked = Lasting & { notification: Notification }
type Tab = { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type ShellWorker = {
  addEventListener: ((name: 'install' | 'activate', listen: (event: Lasting) => void) => void) &
    ((name: 'push', listen: (event: Pushed) => void) => void) &
    ((name: 'notificationclick', listen: (event: Clicked) => void) => void) &
    ((name: 'message', listen: (event: Lasting & { data: unknown }) => void) => void) &
    ((name: 'fetch', listen: (event: Fetched) => void) => void)
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (of: { type: 'window' }) => Promise<readonly Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
}
/** Filled in by the build (tools/worker.ts) and, for the version, by the server (platform/server/worker.ts). */
declare const FILES: readonly string[]
declare const VERSION: string

const worker = self as unknown as ShellWorker
const prefix = 'shell '
const shell = prefix + VERSION
/** The application's page is the same at every address of the application. */
const page = '/app'
const known = new Set(FILES)

const fetched = async (file: string): Promise<Response> => {
  // A hashed name always has the same contents, so the version before or the browser's own cache may have the file already.
  const hashed = file.startsWith('/assets/')
  const had = hashed ? await caches.match(file, { ignoreVary: true }) : undefined
  const response = had ?? (await fetch(file, { cache: hashed ? 'default' : 'reload', credentials: 'omit' }))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response
}

/** All files or none: a page that names other files comes from another version, so this one is not installed. */
const store = async (): Promise<void> => {
  const answers = await Promise.all([page, ...FILES].map(async (file) => [file, await fetched(file)] as const))
  const html = await answers[0]?.[1].clone().text()
  const named = [...(html?.matchAll(/"(\/assets\/[^"]+)"/g) ?? [])]
  const foreign = named.find(([, file = '']) => !known.has(file))
  // A page that names none was not written by this server.
  if (!named[0] || foreign) throw new Error(`the page is of another version: ${foreign?.[1]}`)
  const cache = await caches.open(shell)
  await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)))
}

/** In the store of a version that took over. */
const used = '/used'
/**
 * Also keeps the version that was used before: a tab that is still open with it may need more of its files. One that only waited, until
 * the next came, is not needed.
 */
const clean = async (): Promise<void> => {
  await (await caches.open(shell)).put(used, new Response())
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const before = names.slice(0, names.indexOf(shell))
  const marks = await Promise.all(before.map(async (name) => (await caches.open(name)).match(used)))
  // Earlier releases left no mark: then the last one.
  const kept = before.at(marks.findLastIndex(Boolean))
  await Promise.all(before.filter((name) => name !== kept).map((name) => caches.delete(name)))
}

const own = async (file: string): Promise<Response | undefined> =>
  (await caches.open(shell)).match(file, { ignoreVary: true })

const file = async (request: Request, path: string): Promise<Response> =>
  (await own(path)) ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(request)

/** Addresses that the server always answers with the application's page. */
const isApplication = (path: string): boolean => /^\/(app|notifications)$|^\/(officer|admin|super-admin)\//.test(path)
/** These have pages of their own, which the application cannot show. */
const isVisitors = (path: string): boolean => /^\/(landing|terms|privacy)?$/.test(path)

const visit = async (request: Request, path: string): Promise<Response> => {
  if (isApplication(path)) return (await own(page)) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (error) {
    if (isVisitors(path)) return Response.redirect(page)
    const kept = await own(page)
    if (kept) return kept
    throw error
  }
}

worker.addEventListener('install', (event) => event.waitUntil(store()))
worker.addEventListener('activate', (event) => event.waitUntil(clean().then(() => worker.clients.claim())))
// A new version waits until the person chooses to reload, or all tabs are closed.
worker.addEventListener('message', (event) => {
  if (event.data === 'take_over') event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(visit(request, pathname))
  else if (known.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request, pathname))
})

/** A push doesn't name a shift or a person. The signed-in officer reads the details in the application. */
const show = async (pushed: unknown): Promise<void> => {
  const { id, text, title } = (pushed ?? {}) as { id?: unknown; text?: unknown; title?: unknown }
  // A push that is sent again replaces the first one on the screen.
  const tag = typeof id === 'string' ? id : 'notification'
  const body = typeof text === 'string' ? text : 'You have a new notification.'
  const heading = typeof title === 'string' ? title : 'Notification'
  await worker.registration.showNotification(heading, { body, tag, icon: '/icons/192.png' })
}

const list = '/notifications'
const openList = async (): Promise<void> => {
  const tabs = await worker.clients.matchAll({ type: 'window' })
  const [tab] = tabs.filter(({ url }) => isApplication(new URL(url).pathname))
  if (!tab) return void (await worker.clients.openWindow(list))
  await tab.focus()
  await tab.navigate(list)
}

worker.addEventListener('push', (event) => {
  let pushed: unknown = null
  try {
    pushed = event.data?.json()
  } catch {
    // Not from this server's version: shown without a text of its own.
  }
  // Browsers revoke the permission of a worker that shows nothing.
  event.waitUntil(show(pushed))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openList())
})

// A module for the compiler; the build removes this line, since the browser runs the file as a script.
export {}
