import type { BrowserContext } from 'playwright-core'

/** For journeys that answer the first reads themselves: from now on, pages make them as if none had come with the document. */
export const withoutFirstReads = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(globalThis, 'firstReads', { get: () => undefined, set: () => undefined }),
  )
