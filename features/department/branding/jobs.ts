import type { Sweep } from '#platform/server/jobs.ts'
import { inThread, turns } from '#platform/server/thread.ts'
import { imageKind, type LogoProblem } from './rules.ts'
import { type Drawn, deleteReplaced } from './store.ts'

type Said = { refused: LogoProblem } | { webp: Uint8Array; png: Uint8Array; width: number; height: number }

const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: 10_000, megabytes: 128 }
/** At most two files are processed at once; others wait in a queue. */
const inTurn = turns({ atOnce: 2, mayWait: Number.POSITIVE_INFINITY })

let ready: Promise<void> | null = null
/**
 * sharp can read many formats, but only three are allowed. The setting is global to the process, so set it once, before any
 * thread starts: when each thread set it, a starting thread briefly disabled the formats while another was reading.
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

/** Re-encodes the file in its own thread, with limits; or returns why it cannot be a logo. */
export const drawLogo = async (bytes: Buffer): Promise<Drawn | { refused: LogoProblem }> => {
  const kind = imageKind(bytes)
  if (typeof kind === 'object') return kind
  await letThreeKindsIn()
  const said = await inTurn(() => inThread<Said>(script, new Uint8Array(bytes), limits)).catch(() => null)
  if (said === null) return { refused: 'logo_broken' }
  if ('refused' in said) return said
  return { ...said, webp: Buffer.from(said.webp), png: Buffer.from(said.png) }
}

/** Deletes logos that were replaced long ago. */
export const sweeps: readonly Sweep[] = [
  { name: 'prune_logos', everySeconds: 3600, run: async (db) => void (await deleteReplaced(db)) },
]
