import pg from 'pg'
import { type Allowed, askAsSystem, type Moment, type Position, positionSince } from './db-position.ts'
import type { Reading } from './db-read.ts'
import { Replica, type ReplicaSettings, type ReplicaState } from './db-replica.ts'
import type { Known } from './db-replica-proof.ts'
import type { Log } from './log.ts'

type Row = pg.QueryResultRow
type Read = Pick<Reading, 'entries' | 'statement' | 'settings' | 'turn'>

/** By what the reads of screens were answered, and why not by a replica. */
export type ReplicaReads = {
  replica: number
  /** None could be read from. */
  away: number
  /** None came as far as the primary in time. */
  late: number
  /** The replica failed. */
  failed: number
}

export type ReplicaFigures = {
  reads: ReplicaReads
  replicas: readonly { state: ReplicaState; lagMs: number }[]
}

type Primary = {
  read: <R extends Row>(reading: Read) => Promise<R[]>
  known: () => Promise<Known>
  position: () => Promise<Position>
}

const markMs = 1_000

/** The primary is none at the moment, so it has no position. */
const isRecovering = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55000'

const leastBusy = (all: readonly Replica[]): Replica | undefined =>
  all.toSorted((one, other) => one.running - other.running)[0]

/** So that it is known how far each is behind, also while nobody reads. */
const markAll = async (replicas: readonly Replica[], primary: Primary): Promise<void> => {
  if (!replicas.some(({ state }) => state === 'reading' || state === 'behind')) return
  const position = await primary.position()
  for (const replica of replicas) replica.lag.mark(position)
}

/**
 * Reads of screens on replicas. The primary first checks the session, says where its log ends, and whether the caller could know of
 * anything newer than what the replica is known to have. If so, the replica must come as far as the primary was; whatever does not work
 * out is read on the primary. So nobody is shown anything older than an own write or a poke, in whatever process.
 */
export const connectReplicas = (all: readonly ReplicaSettings[], primary: Primary, log: Log) => {
  const replicas = all.map((settings) => new Replica(settings, primary.known, log))
  const reads: ReplicaReads = { replica: 0, away: 0, late: 0, failed: 0 }
  const usable = () => replicas.filter((replica) => replica.isUsable)

  const marking = setInterval(() => void markAll(replicas, primary).catch(() => undefined), markMs)
  marking.unref()

  const onPrimary = <R extends Row>(why: keyof ReplicaReads, reading: Read): Promise<R[]> => {
    reads[why] += 1
    return primary.read<R>(reading)
  }
  /** Once the entries have let the caller in; null if the primary has no position. */
  const allow = async ({ entries, turn }: Read, moment: Moment): Promise<Allowed | null> => {
    try {
      const asked = { entries: [...entries, askAsSystem], statement: positionSince(moment), turn }
      return (await primary.read<Allowed>(asked))[0] ?? null
    } catch (error) {
      if (isRecovering(error)) return null
      throw error
    }
  }
  /** A replica that is as far as the primary was; the one that was asked about may come so far in a moment. */
  const reach = async (position: Position, asked: Replica): Promise<Replica | null> => {
    const there = usable().filter((replica) => replica.follows(position.timeline) && replica.lag.has(position))
    return leastBusy(there) ?? ((await asked.lag.reach(position)) ? asked : null)
  }
  return {
    read: async <R extends Row>(reading: Read): Promise<R[]> => {
      const asked = leastBusy(usable())
      const moment = asked?.moment
      if (!asked || !moment) return onPrimary('away', reading)
      const allowed = await allow(reading, moment)
      if (!allowed || !asked.follows(allowed.timeline)) return onPrimary('late', reading)
      const replica = allowed.changed ? await reach(allowed, asked) : asked
      if (!replica) return onPrimary('late', reading)
      const position = allowed.changed ? allowed : { ...allowed, lsn: moment.lsn }
      try {
        const rows = await replica.read<R>(position, { begin: 'begin read only', ...reading, turn: undefined })
        reads.replica += 1
        return rows
      } catch {
        return onPrimary('failed', reading)
      }
    },
    figures: (): ReplicaFigures => ({
      reads,
      replicas: replicas.map((replica) => ({ state: replica.state, lagMs: replica.lag.ms })),
    }),
    close: async () => {
      clearInterval(marking)
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}
