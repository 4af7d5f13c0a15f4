import type { Page } from 'playwright-core'

/** Every row of every database that the browser stores for the site. */
export const inDatabases = (page: Page) =>
  page.evaluate(async () => {
    const whole = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases: Record<string, unknown> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await whole(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        databases[`${name}/${store}`] = await whole(db.transaction(store).objectStore(store).getAll())
      db.close()
    }
    return databases
  })

/** Everything that the browser stores for the site, as text: IndexedDB, Cache Storage, local and session storage. */
export const atRest = async (page: Page) => {
  const databases = await inDatabases(page)
  const others = await page.evaluate(async () => {
    const files = await Promise.all(
      (await caches.keys()).map(async (name) =>
        Promise.all(
          (await (await caches.open(name)).matchAll()).map(async (kept) => [kept.url, await kept.text()] as const),
        ),
      ),
    )
    return { cached: Object.fromEntries(files.flat()), local: { ...localStorage }, session: { ...sessionStorage } }
  })
  return { databases, ...others }
}

/** Whether the text is anywhere in it. */
export const isAtRest = async (page: Page, text: string): Promise<boolean> =>
  JSON.stringify(await atRest(page)).includes(text)

/** Waits until the service worker controls the page, so that it has stored the application. */
export const installed = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        if (navigator.serviceWorker.controller) return resolve()
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      }),
  )
