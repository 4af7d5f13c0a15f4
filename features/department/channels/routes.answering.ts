import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Db } from '#platform/server/db.ts'
import {
  type Asked,
  actAsOfficer,
  actAsSystem,
  type TakeAnswer,
  type Taken,
  takeBack,
  tryAnswer,
} from './store.answers.ts'
import { saveSaid, takeReply } from './store.receipts.ts'

const notTaken: Taken = { said: "We couldn't match your answer. Open the app to answer.", done: false }

/**
 * Takes a person's answer with the person's rights, as the app would: what is refused leaves nothing behind. Afterwards the
 * transaction is the job's again.
 */
export const takeAnswer = async (db: Db, asked: Asked, yes: boolean, takers: readonly TakeAnswer[]): Promise<Taken> => {
  await tryAnswer(db)
  if (await actAsOfficer(db, asked.officer_id))
    for (const take of takers) {
      const taken = await take(db, asked, yes)
      if (taken === null) continue
      if (taken.done) await actAsSystem(db)
      else await takeBack(db)
      return taken
    }
  await takeBack(db)
  return notTaken
}

const tries = 3
/** Tries again after a deadlock or serialization failure, as a write of the app does: nothing was committed. */
export const tried = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt < tries && error instanceof pg.DatabaseError && error.code?.startsWith('40')) continue
      throw error
    }
  }
}

/** Does the work once for each of the provider's ids. The same id again gets the words of the first time, and changes nothing. */
export const once = async (db: Db, provider_id: string, work: () => Promise<string>): Promise<string> => {
  const before = await takeReply(db, provider_id)
  if (before !== null) return before
  const said = await work()
  await saveSaid(db, provider_id, said)
  return said
}

type Signed = { params: Readonly<Record<string, string>>; path: string; signature: string; body: string }
/** The answer's type and text; null: as if the path were wrong. */
type Said = { type: 'text/xml; charset=utf-8' | 'application/json; charset=utf-8'; text: string } | null

/** A path that a provider calls, with its signature over the address or the body as it was sent. */
export const mountSigned = (
  app: FastifyInstance,
  pattern: string,
  signatureHeader: string,
  handle: (signed: Signed) => Promise<Said>,
): void => {
  app.register(async (inside) => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 20_000 }, (_request, body, done) =>
      done(null, body),
    )
    inside.post(pattern, async (request, reply) => {
      const said = await handle({
        params: request.params as Record<string, string>,
        path: request.url,
        signature: String(request.headers[signatureHeader] ?? ''),
        body: String(request.body ?? ''),
      })
      if (!said) return reply.callNotFound()
      return reply.header('cache-control', 'no-store').type(said.type).send(said.text)
    })
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The delivery that a path names; null if it names none. */
export const deliveryOf = ({ organization_id = '', id = '' }: Signed['params']) =>
  uuid.test(organization_id) && uuid.test(id) ? { organization_id, id } : null
