import type { BrowserContext, Page } from 'playwright-core'

/** For those who answer the first reads themselves: from now on, pages make them as if none had come with the document. */
export const withoutFirstReads = (where: BrowserContext | Page) =>
  where.addInitScript(() =>
    Object.defineProperty(globalThis, 'firstReads', { get: () => undefined, set: () => undefined }),
  )
