import type { Sweep } from '#platform/server/jobs.ts'
import { inThread, turns } from '#platform/server/thread.ts'
import { imageKind, type LogoProblem } from './rules.ts'
import { type Drawn, deleteReplaced } from './store.ts'

type Said = { refused: LogoProblem } | { webp: Uint8Array; png: Uint8Array; width: number; height: number }

const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: 10_000, megabytes: 128 }
/** Two files are drawn at once; further ones stand in line. */
const inTurn = turns({ atOnce: 2, mayWait: Number.POSITIVE_INFINITY })

let ready: Promise<void> | null = null
/**
 * Of all that sharp can read three kinds are let in. That holds for the whole process, so it is said once and before any thread: said by
 * each thread for itself, one that began took the kinds for a moment from under another that was reading.
 */
const letThreeKindsIn = (): Promise<void> => {
  ready ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  })
  return ready
}

/** Draws the file anew in a thread of its own, with limits; or says why it cannot be a logo. */
export const drawLogo = async (bytes: Buffer): Promise<Drawn | { refused: LogoProblem }> => {
  const kind = imageKind(bytes)
  if (typeof kind === 'object') return kind
  await letThreeKindsIn()
  const said = await inTurn(() => inThread<Said>(script, new Uint8Array(bytes), limits)).catch(() => null)
  if (said === null) return { refused: 'logo_broken' }
  if ('refused' in said) return said
  return { ...said, webp: Buffer.from(said.webp), png: Buffer.from(said.png) }
}

/** Drops logos that were replaced long ago. */
export const sweeps: readonly Sweep[] = [
  { name: 'prune_logos', everySeconds: 3600, run: async (db) => void (await deleteReplaced(db)) },
]
