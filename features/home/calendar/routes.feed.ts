import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/db.ts'
import { failureOf } from '#platform/server/failures.ts'
import { RefusalThrown } from '#platform/server/http.ts'
import { makeLimit } from '#platform/server/rate-limit.ts'
import { Refusal } from '#platform/server/route.ts'
import { hashToken } from '#platform/server/run.ts'
import { writeCalendar } from './rules.ics.ts'
import { READINGS_A_MINUTE } from './rules.ts'
import { type CalendarFacts, calendarOf } from './store.shape.ts'
import { enterCalendar, findCalendar, updateRead } from './store.ts'

const path = '/api/public/calendars/:file'
export const calendarCall = `GET ${path}`
export const feedPath = (secret: string): string => `/api/public/calendars/${secret}.ics`

const file = /^([A-Za-z0-9_-]{43})\.ics$/

/** The facts, or null for every reason that the secret opens nothing: the caller cannot tell them apart. */
const readFacts = async (database: Database, hash: Buffer): Promise<CalendarFacts | null> => {
  try {
    return await database.transaction([enterCalendar(hash)], async (db) => {
      const row = await db.row<{ facts: CalendarFacts }>(findCalendar())
      if (row) await updateRead(db)
      return row?.facts ?? null
    })
  } catch (error) {
    if (failureOf(error).code === 'not_found') return null
    throw error
  }
}

const matches = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => ['*', tag, tag.slice(2)].includes(one.trim()))

/** Serves calendars to programs without a session. The address is the secret: nothing here logs it or repeats it. */
export const mountCalendars = (app: FastifyInstance, database: Database, origin: () => string): void => {
  const mayRead = makeLimit(READINGS_A_MINUTE)
  app.get<{ Params: { file: string } }>(path, async (request, reply) => {
    const [, secret] = file.exec(request.params.file) ?? []
    if (secret === undefined) return reply.callNotFound()
    const hash = hashToken(secret)
    if (!mayRead(hash.toString('hex'))) throw new RefusalThrown(new Refusal('too_many'))
    const facts = await readFacts(database, hash)
    if (!facts) return reply.callNotFound()
    const text = writeCalendar(calendarOf(facts, origin()))
    const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow')
    if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="shifts.ics"')
      .send(text)
  })
}
