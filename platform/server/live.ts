import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Feature,
  featureOfTopic,
  topicsAfterTrial,
  topicsOfVendorAlone,
  vendorTopics,
} from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import type { Database } from './db.ts'
import { parseCookies, sessionCookie } from './http.ts'
import { createOutboxReader, type Poke } from './outbox.ts'
import { hashToken } from './run.ts'
import { sql } from './sql.ts'

const pollMs = 50
/** With nobody listening only the jobs wait for pokes. */
const idlePollMs = 500
const heartbeatMs = 15_000
const queuedBytesLimit = 65_536
const streamsPerPerson = 6
const fanOutChunk = 500
/** Streams that are asked about at once: a change that concerns thousands leaves connections for the calls. */
const checksAtOnce = 3
const heldLimit = 1_000
/** Pokes are kept ten minutes; a reader that was away for half of that starts anew and everybody reads again. */
const longestGapMs = 300_000

type Person = {
  user_id: string
  officer_id: string | null
  organization_id: string | null
  role: string
  /** One of the vendor's staff who looks inside this department (support access). */
  visits: boolean
  ends_at: Date
  trial_ends_at: Date | null
  features_off: readonly Feature[]
}
type Held = { poke: Poke; text: string }
type Stream = Person & {
  response: ServerResponse
  token: Buffer
  stalled: boolean
  /** What waits while the database is asked who this is; null when that is known. */
  held: Held[] | null
  /** The end of the trial that was told: time alone brings it, so no poke does. */
  told_end: Date | null
  /** Something changed since it was asked last: it must be asked again. */
  due: boolean
}

export type Live = {
  /** Called with each poke of audience `system`, in this process. */
  onSystem: (listener: (poke: Poke) => void) => void
  count: () => number
  /** The outbox was read once: from here on no poke is missed. Before it nobody may be let in. */
  ready: Promise<void>
  close: () => Promise<void>
}

/** Mounts `GET /api/live`, reads the outbox, and keeps each stream only as long as its session lives. */
export const startLive = (
  app: FastifyInstance,
  database: Database,
  origin: string,
  log: (line: Record<string, unknown>) => void,
): Live => {
  const streams = new Set<Stream>()
  const byOrganization = new Map<string, Set<Stream>>()
  const byUser = new Map<string, Set<Stream>>()
  const listeners: ((poke: Poke) => void)[] = []
  const readOutbox = createOutboxReader(database)
  let closed = false

  const remove = (stream: Stream) => {
    streams.delete(stream)
    for (const place of placesOf(stream)) drop(byOrganization, place, stream)
    drop(byUser, stream.user_id, stream)
  }
  const end = (stream: Stream) => {
    remove(stream)
    stream.response.end('data: {"t":"session","id":null}\n\n')
  }
  const send = (stream: Stream, text: string) => {
    if (stream.response.writableLength > queuedBytesLimit) {
      remove(stream)
      stream.response.destroy()
    } else stream.response.write(text)
  }
  /** Asks the database again who this is; a session that is gone takes its stream with it. */
  const check = async (stream: Stream) => {
    stream.due = false
    try {
      const person = await findPerson(database, stream.token)
      if (!streams.has(stream)) return
      // Another place to listen from: what comes back begins there.
      const moved = person?.visits !== stream.visits || person.organization_id !== stream.organization_id
      if (!person || person.officer_id !== stream.officer_id || (moved && person.role === 'super_admin'))
        return end(stream)
      Object.assign(stream, person)
    } catch {
      // The database is away or busy: asked again at the next tick.
      stream.due = true
      return
    }
    // What changed while it was asked may not be in the answer.
    if (stream.due) return void toCheck.add(stream)
    const held = stream.held ?? []
    stream.held = null
    for (const { poke, text } of held) if (hears(poke, stream)) send(stream, text)
  }
  const listenersOf = (poke: Poke): Iterable<Stream> => {
    if (poke.audience === 'user') return byUser.get(poke.thing_id ?? '') ?? []
    const own = byOrganization.get(poke.organization_id) ?? []
    const vendors = vendorTopics.has(poke.topic) ? byOrganization.get(VENDOR_ID) : undefined
    return vendors && poke.organization_id !== VENDOR_ID ? [...own, ...vendors] : own
  }
  const toCheck = new Set<Stream>()
  const inCheck = new Set<Stream>()
  /** From here on the stream hears nothing until it is known who listens. */
  const ask = (stream: Stream) => {
    stream.due = true
    stream.held ??= []
    toCheck.add(stream)
    if (inCheck.size < checksAtOnce) void work()
  }
  const work = async () => {
    for (const stream of toCheck) {
      toCheck.delete(stream)
      // Whoever asks about it now sees at the end that it is due again.
      if (inCheck.has(stream) || !streams.has(stream)) continue
      inCheck.add(stream)
      await check(stream)
      inCheck.delete(stream)
    }
  }

  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret =
      parseCookies(request.headers.cookie).get(sessionCookie(origin)) ?? request.headers.authorization?.slice(7)
    const token = secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hashToken(secret) : null
    const person = token === null ? null : await findPerson(database, token).catch(() => undefined)
    if (person === undefined)
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ error: { code: 'busy', message: 'busy', request_id: request.id } })
    if (token === null || person === null)
      return reply
        .code(401)
        .send({ error: { code: 'not_signed_in', message: 'not_signed_in', request_id: request.id } })
    if ((byUser.get(person.user_id)?.size ?? 0) >= streamsPerPerson) {
      return reply
        .code(429)
        .header('retry-after', '15')
        .send({ error: { code: 'too_many', message: 'too_many', request_id: request.id } })
    }
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    response.socket?.setNoDelay(true)
    const stream: Stream = { ...person, response, token, stalled: false, held: null, told_end: null, due: false }
    streams.add(stream)
    for (const place of placesOf(stream)) put(byOrganization, place, stream)
    put(byUser, stream.user_id, stream)
    response.on('close', () => remove(stream))
    response.write(': ready\n\n')
    return reply
  }
  app.get('/api/live', open)

  const hold = (stream: Stream, held: Held) => {
    if ((stream.held?.push(held) ?? 0) <= heldLimit) return
    // It comes back by itself and reads everything anew.
    remove(stream)
    stream.response.destroy()
  }

  const deliver = async (pokes: readonly Poke[]) => {
    const seen = new Set<string>()
    let written = 0
    for (const poke of pokes) {
      if (poke.audience === 'system') {
        for (const listener of listeners) listener(poke)
        continue
      }
      const key = `${poke.organization_id}${poke.topic}${poke.thing_id}${poke.officer_id}${poke.audience}`
      if (seen.has(key)) continue
      seen.add(key)
      const text = `data: ${JSON.stringify({ t: poke.topic, id: poke.thing_id })}\n\n`
      for (const stream of listenersOf(poke)) {
        if (concernsAccess(poke, stream)) ask(stream)
        if (stream.held) {
          hold(stream, { poke, text })
          continue
        }
        if (!hears(poke, stream)) continue
        send(stream, text)
        if (++written % fanOutChunk === 0) await new Promise((go) => setImmediate(go))
      }
    }
  }

  let lastRead = Date.now()
  let begin: () => void = () => undefined
  const ready = new Promise<void>((resolve) => {
    begin = resolve
  })
  const loop = async () => {
    while (!closed) {
      try {
        const pokes = await readOutbox()
        begin()
        if (Date.now() - lastRead > longestGapMs) for (const stream of streams) stream.response.end()
        lastRead = Date.now()
        await deliver(pokes)
      } catch (error) {
        log({
          level: 'warn',
          live: 'the outbox could not be read',
          error: error instanceof Error ? error.message : String(error),
        })
      }
      await pause(streams.size > 0 ? pollMs : idlePollMs)
    }
  }
  let wake: () => void = () => undefined
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const running = loop()

  const tick = setInterval(() => {
    const now = Date.now()
    for (const stream of streams) {
      if (stream.due || stream.ends_at.getTime() <= now) ask(stream)
      if (!isTrialOver(stream, now) || stream.told_end?.getTime() === stream.trial_ends_at?.getTime()) continue
      stream.told_end = stream.trial_ends_at
      send(stream, 'data: {"t":"organization","id":null}\n\n')
    }
  }, 1000)
  const beat = setInterval(() => {
    for (const stream of streams) {
      if (stream.stalled && stream.response.writableNeedDrain) {
        remove(stream)
        stream.response.destroy()
        continue
      }
      stream.stalled = stream.response.writableNeedDrain
      send(stream, ': beat\n\n')
    }
  }, heartbeatMs)

  return {
    onSystem: (listener) => listeners.push(listener),
    count: () => streams.size,
    ready,
    close: async () => {
      closed = true
      begin()
      clearInterval(tick)
      clearInterval(beat)
      for (const stream of [...streams]) stream.response.end()
      wake()
      await running
    },
  }
}

/** Who holds the session and until when, or null. */
const findPerson = async (database: Database, token: Buffer): Promise<Person | null> => {
  try {
    const rows = await database.read<Person>(
      sql`select app.enter(${token}::bytea, 'signed_in', '', true)`,
      sql`select (select app.user_id()) as user_id, (select app.officer_id()) as officer_id,
          case when (select app.role()) = 'super_admin' then coalesce(v.organization_id, (select app.organization_id()))
            else s.organization_id end as organization_id, v.id is not null as visits, (select app.role()) as role,
          least(s.last_seen_at + interval '30 minutes', s.created_at + interval '12 hours', v.ends_at) as ends_at,
          case when g.subscription_tier = 'trial' then (g.trial_end_date + 1)::timestamp at time zone g.time_zone end as trial_ends_at,
          array(select f from unnest(${gatedFeatures}::text[]) f
            where g.id is not null and not app.has_feature(g.subscription_tier, g.features_enabled, f)) as features_off
        from sessions s left join organizations g on g.id = s.organization_id
        left join support_accesses v on v.session_id = s.id and v.ended_at is null and v.ends_at > clock_timestamp() where s.token_hash = (select app.token())`,
    )
    return rows[0] ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'WB401') return null
    throw error
  }
}

/** Who looks inside a department still hears the vendor's own side. */
const placesOf = (person: Person): string[] => [person.organization_id ?? '', ...(person.visits ? [VENDOR_ID] : [])]

const gatedFeatures = Object.values(featureOfTopic)
const isTrialOver = (stream: Stream, now: number): boolean =>
  stream.trial_ends_at !== null && stream.trial_ends_at.getTime() <= now

const hears = (poke: Poke, stream: Stream): boolean => {
  if (poke.audience === 'user') return true
  if (topicsOfVendorAlone.has(poke.topic)) return stream.role === 'super_admin'
  if (isTrialOver(stream, Date.now()) && !topicsAfterTrial.has(poke.topic)) return false
  const feature = featureOfTopic[poke.topic]
  if (feature && stream.features_off.includes(feature)) return false
  const own = poke.officer_id !== null && poke.officer_id === stream.officer_id
  if (stream.role === 'waiting') return own || poke.topic === 'organization'
  if (poke.audience === 'all') return true
  return own || stream.role === 'admin' || stream.role === 'super_admin'
}
const concernsAccess = (poke: Poke, stream: Stream): boolean =>
  poke.audience === 'user' ||
  (poke.topic === 'organization' && poke.organization_id === stream.organization_id) ||
  (poke.topic === 'officers' && poke.officer_id === stream.officer_id)

const put = (map: Map<string, Set<Stream>>, key: string, stream: Stream) => {
  const set = map.get(key) ?? new Set()
  set.add(stream)
  map.set(key, set)
}
const drop = (map: Map<string, Set<Stream>>, key: string, stream: Stream) => {
  const set = map.get(key)
  set?.delete(stream)
  if (set?.size === 0) map.delete(key)
}
