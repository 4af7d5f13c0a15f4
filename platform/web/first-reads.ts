import type { FirstReads } from '#platform/shared/first-reads.ts'
import type { Asked } from './session-ends.ts'

/** Answers that came with the page, and when it was asked for and came; `apps/web/public/before-paint.js` puts them there. */
export const cameWithPage = (globalThis as { firstReads?: { reads: FirstReads; asked: Asked; arrived: Asked } }).firstReads

/** Each is given once, to the first call that asks for it. */
export const takeFirst = (url: string): FirstReads[string] | undefined => {
  const read = cameWithPage?.reads[url]
  delete cameWithPage?.reads[url]
  return read
}
