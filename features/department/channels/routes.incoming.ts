import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/db.ts'
import { asJob } from '#platform/server/jobs.ts'
import { type IncomingText, readIncoming, readReceipt, type TextingConfig } from '#platform/server/texting.ts'
import { keyedHash, keyedHashes } from '#platform/server/vault.ts'
import { escaped } from '#platform/shared/text.ts'
import { deliveryOf, mountSigned, once, takeAnswer, tried } from './routes.answering.ts'
import { receiptPattern, textsPath } from './rules.addresses.ts'
import { plain, readText } from './rules.texts.ts'
import { findAsked, type TakeAnswer } from './store.answers.ts'
import { enterNumber, listNumber, stopPhones } from './store.phones.ts'
import { isSentAs, saveCost, saveReceipt } from './store.receipts.ts'

export const textsCalls = [`POST ${textsPath}`, `POST ${receiptPattern}`]

type Phone = { organization_id: string; id: string; officer_id: string }
export const numberHash = (number: string): Buffer => keyedHash(number, 'phone')

/** The live rows of a number, found under each key of the installation. */
const phonesOf = async (database: Database, number: string): Promise<Phone[]> => {
  const found: Phone[] = []
  for (const hash of keyedHashes(number, 'phone'))
    found.push(...(await database.read<Phone>(enterNumber(hash), listNumber())))
  return found
}

const unknown = "We couldn't match your reply. Open the app to answer."

type Reply = { id: string; yes: boolean; code: string }

const answer = async (
  database: Database,
  phones: readonly Phone[],
  { id, yes, code }: Reply,
  takers: readonly TakeAnswer[],
): Promise<string> => {
  for (const phone of phones) {
    const within = asJob(database, phone.organization_id, 'answer_by_text')
    const reply = await tried(() =>
      within(async (db) => {
        const asked = await findAsked(db, phone.id, code)
        if (!asked || asked.officer_id !== phone.officer_id) return null
        return once(db, id, async () => plain((await takeAnswer(db, asked, yes, takers)).said))
      }),
    )
    if (reply !== null) return reply
  }
  return unknown
}

const receive = async (
  database: Database,
  { id, from, text }: IncomingText,
  takers: readonly TakeAnswer[],
): Promise<string | null> => {
  const said = readText(text)
  const phones = await phonesOf(database, from)
  if (said.kind === 'stop') {
    // The provider confirms it to the person: a text from here would be one too many.
    for (const phone of phones)
      await asJob(
        database,
        phone.organization_id,
        'stop_texts',
      )((db) =>
        once(db, id, async () => {
          await stopPhones(db, [phone.id])
          return ''
        }),
      )
    return null
  }
  if (phones.length === 0) return null
  return said.kind === 'answer' ? answer(database, phones, { id, ...said }, takers) : unknown
}

const xml = (inside: string) => ({
  type: 'text/xml; charset=utf-8' as const,
  text: `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`,
})
const json = (value: unknown) => ({ type: 'application/json; charset=utf-8' as const, text: JSON.stringify(value) })

/**
 * Where the provider delivers texts that come in, and reports what became of those that went out. Each call is signed over the
 * public address; others get the answer of a wrong path.
 */
export const mountTexts = (
  app: FastifyInstance,
  database: Database,
  options: { config: TextingConfig; origin: () => string; takers: readonly TakeAnswer[] },
): void => {
  const { config, origin, takers } = options
  if (config.kind !== 'twilio' && config.kind !== 'gateway') return
  const header = config.kind === 'twilio' ? 'x-twilio-signature' : 'x-signature'
  mountSigned(app, textsPath, header, async ({ path, signature, body }) => {
    const incoming = readIncoming(config, { url: origin() + path, signature, body })
    if (!incoming) return null
    const said = await receive(database, incoming, takers)
    if (config.kind === 'gateway') return json({ reply: said })
    return xml(said ? `<Message>${escaped(said)}</Message>` : '')
  })
  mountSigned(app, receiptPattern, header, async ({ params, path, signature, body }) => {
    const read = readReceipt(config, { url: origin() + path, signature, body })
    const about = deliveryOf(params)
    if (!read || !about) return null
    const known = await asJob(
      database,
      about.organization_id,
      'note_receipts',
    )(async (db) => {
      // A gateway signs the body alone: its id keeps a report from being used for another text. Twilio signs the address too, and may
      // report before the id is noted.
      if (!(await isSentAs(db, about.id, read.id, config.kind === 'twilio'))) return false
      await saveReceipt(db, about.id, read.receipt)
      await saveCost(db, about.id, read)
      return true
    })
    if (!known) return null
    return config.kind === 'gateway' ? json({ done: true }) : xml('')
  })
}
