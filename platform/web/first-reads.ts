import type { FirstRead } from '#platform/shared/first-reads.ts'
import type { Asked } from './session-ends.ts'

type CameWithPage = { reads: Map<string, FirstRead>; asked: Asked; arrived: Asked }
/** Answers that came with the page, by address, and when it was asked for and came; `apps/web/public/before-paint.js` puts them there. */
export const cameWithPage = (globalThis as { firstReads?: CameWithPage }).firstReads

/** Each is given once, to the first call that asks for it. */
export const takeFirst = (url: string): FirstRead | undefined => {
  const read = cameWithPage?.reads.get(url)
  cameWithPage?.reads.delete(url)
  return read
}

/** Something has changed, perhaps who is signed in: what nothing has asked for yet is left to the server. */
export const leaveFirst = (): void => cameWithPage?.reads.clear()
