import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catchUpHeader, readSinceHeader } from '#platform/shared/live.ts'
import { tokenOf } from './caller.ts'
import type { Database } from './db.ts'
import type { Away } from './live-away.ts'
import { createOpenings, createReturns } from './live-crowd.ts'
import { eventOf } from './live-delivery.ts'
import { listMissed, sinceOf } from './live-missed.ts'
import type { Registry } from './live-registry.ts'
import { findPerson, type Stream } from './live-stream.ts'

const streamsPerPerson = 6

type Ground = { database: Database; origin: string; registry: Registry; away: Away; closed: () => boolean }

/** Mounts `GET /api/live`: a stream for any signed-in person, at most six per person. */
export const mountLive = (app: FastifyInstance, { database, origin, registry, away, closed }: Ground): void => {
  const [waitOf, turn] = [createReturns(), createOpenings()]
  const whoHolds = async (token: Buffer) => {
    if (away.find(token)) await turn()
    // A poke may have come meanwhile.
    return away.find(token) ?? (await findPerson(database, token, 'later').catch(() => undefined))
  }
  app.get('/api/live', async (request, reply) => {
    const token = tokenOf(origin, request)
    const person = token === null ? null : await whoHolds(token)
    // The browser went while it waited.
    if (request.socket.destroyed) return reply
    if (person === undefined || closed()) return refuse(request, reply.header('retry-after', '1'), 503, 'busy')
    if (token === null || person === null) return refuse(request, reply, 401, 'not_signed_in')
    if (registry.countOf(person.user_id) >= streamsPerPerson)
      return refuse(request, reply.header('retry-after', '15'), 429, 'too_many')
    const since = sinceOf(request.headers[readSinceHeader], person.role, Date.now())
    if (since) reply.header(readSinceHeader, since.toISOString())
    const response = begin(reply.header(catchUpHeader, waitOf()))
    const stream: Stream = { ...person, response, token, stalled: false, held: null, told_end: null, due: false }
    registry.add(stream)
    response.on('close', () => {
      away.leave(stream)
      registry.remove(stream)
    })
    response.write(': ready\n\n')
    if (since) await tellMissed(database, registry, stream, since)
    return reply
  })
}

const tellMissed = async (database: Database, registry: Registry, stream: Stream, since: Date) => {
  try {
    for (const { topic, within } of await listMissed(database, registry, stream, since))
      registry.send(stream, eventOf(topic, null, within, null))
  } catch {
    // The page was promised a list: it reads everything after it has connected again.
    registry.cut(stream)
  }
}

const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ error: { code, message: code, request_id: request.id } })

const begin = (reply: FastifyReply) => {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  } as Record<string, string>)
  response.socket?.setNoDelay(true)
  return response
}
