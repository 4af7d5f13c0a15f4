import type { FastifyInstance } from 'fastify'
import type { Database } from './db.ts'
import { createAccessCheck } from './live-access.ts'
import { createAway } from './live-away.ts'
import { createDelivery } from './live-delivery.ts'
import { createGathering, type Figures } from './live-gather.ts'
import { mountLive } from './live-open.ts'
import { pollOutbox } from './live-poll.ts'
import { createRegistry, type Registry } from './live-registry.ts'
import { isTrialOver, type Stream } from './live-stream.ts'
import { createOutboxReader, type Poke } from './outbox.ts'

const tickMs = 1_000
const heartbeatMs = 15_000

export type Live = {
  /** Called with each poke of audience `system`, in this process. */
  onSystem: (listener: (poke: Poke) => void) => void
  count: () => number
  /** How many pokes this process has read. */
  pokes: () => number
  /** Ends every stream; the clients come back and are judged again. */
  endAll: () => void
  /** Resolves after the first read of the outbox; no poke is missed after that. Let no one in before. */
  ready: Promise<void>
  close: () => Promise<void>
}

/** Mounts `GET /api/live`, reads the outbox, and closes each stream when its session ends. */
export const startLive = (
  app: FastifyInstance,
  database: Database,
  origin: string,
  log: (line: Record<string, unknown>) => void,
  figures: Figures = {},
): Live => {
  const listeners: ((poke: Poke) => void)[] = []
  const registry = createRegistry()
  const ask = createAccessCheck(database, registry)
  const onSystem = (poke: Poke) => {
    for (const listener of listeners) listener(poke)
  }
  const away = createAway()
  let closed = false
  mountLive(app, { database, origin, registry, away, closed: () => closed })
  const { deliver, spread } = createDelivery(registry, { ask, onSystem, gathering: () => gathering })
  const gathering = createGathering(database, { figures, crowd: registry.countIn, send: spread })
  let pokes = 0
  const outbox = createOutboxReader(database)
  const read = async () => {
    const found = await outbox()
    pokes += found.length
    return found
  }
  const tell = async (found: readonly Poke[]) => {
    away.hear(found)
    await deliver(found).finally(() => away.hear([]))
  }
  const endAll = () => {
    away.clear()
    registry.endAll()
  }
  const isIdle = () => registry.streams.size === 0 && away.size() === 0
  const poll = pollOutbox({ read, deliver: tell, log, isIdle, startOver: endAll })
  const tick = setInterval(() => checkTime(registry, ask), tickMs)
  const beat = setInterval(() => {
    sendHeartbeats(registry)
    away.sweep()
  }, heartbeatMs)
  return {
    onSystem: (listener) => listeners.push(listener),
    count: () => registry.streams.size,
    pokes: () => pokes,
    endAll,
    ready: poll.ready,
    close: async () => {
      closed = true
      poll.close()
      gathering.close()
      clearInterval(tick)
      clearInterval(beat)
      registry.endAll()
      await poll.stop()
    },
  }
}

/** Sessions and trials end by time alone, so no poke announces it. */
const checkTime = ({ streams, send }: Registry, ask: (stream: Stream) => void) => {
  const now = Date.now()
  for (const stream of streams) {
    if (stream.due || stream.ends_at.getTime() <= now) ask(stream)
    if (!isTrialOver(stream, now) || stream.told_end?.getTime() === stream.trial_ends_at?.getTime()) continue
    stream.told_end = stream.trial_ends_at
    send(stream, 'data: {"t":"organization","id":null}\n\n')
  }
}

/** Cuts streams that have accepted nothing since the last heartbeat. */
const sendHeartbeats = ({ streams, cut, send }: Registry) => {
  for (const stream of streams) {
    if (stream.stalled && stream.response.writableNeedDrain) {
      cut(stream)
      continue
    }
    stream.stalled = stream.response.writableNeedDrain
    send(stream, ': beat\n\n')
  }
}
