import pg from 'pg'
import type { Asked, NoteCall, TakeAnswer, Taken } from '#features/department/channels/store.answers.ts'
import { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import { recordOpportunities } from '#features/shifts/awards/store.opportunities.ts'
import { heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, refuse } from '#platform/server/route.ts'
import { accept, decline } from './routes.answers.ts'
import { findOfferedAt } from './store.answered.ts'

const isOffer = ({ event }: Asked): boolean => event === 'place_offered' || event === 'place_offered_now'

const titles = new Map<string, string>(
  Object.entries({ ...officers, ...assignments, ...signups }).map(([code, { title }]) => [code, title]),
)
const overWords = 'This offer has ended: you answered it, it expired or the spot was filled.'
const refusedWords = (code: string): string => {
  if (['offer_over', 'wrong_state', 'not_found', 'full'].includes(code)) return overWords
  return `You can't take this shift: ${(titles.get(code) ?? 'not eligible').toLowerCase()}. Open the app to see why.`
}

/** As for the app's answer: a constraint of the database that stands for a refusal is one. */
const settled = async <T>(work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    const code = Object.entries(heldByDatabase).find(([name]) => name === constraint)?.[1]
    if (code === undefined) throw error
    return refuse(code)
  }
}

/** YES or NO to an offer, by text or key: the same transaction as in the app. */
export const answerOfferByPhone: TakeAnswer = async (db, asked, yes): Promise<Taken | null> => {
  if (!isOffer(asked)) return null
  const offered = await findOfferedAt(db, asked)
  if (!offered?.latest) return { said: overWords, done: false }
  const answered = await settled(() => (yes ? accept(db, offered.id) : decline(db, offered.id, null)))
  if (answered instanceof Refusal) return { said: refusedWords(answered.code), done: false }
  return { said: yes ? `Accepted. You have the shift: ${answered.what}.` : `Declined: ${answered.what}.`, done: true }
}

/** A call about an offer leaves its row in the ledger, beside the offer and its answer. */
export const noteOfferCall: NoteCall = async (db: Db, asked, contact) => {
  if (!isOffer(asked)) return
  const offered = await findOfferedAt(db, asked)
  if (!offered) return
  const { officer_id, assignment_id } = asked
  await recordOpportunities(db, [
    {
      ...{ officer_id, assignment_id, post_id: offered.post_id, signup_id: offered.id },
      ...{ kind: 'called', minutes: 0, times: 0, contact, source: 'waitlist' },
    },
  ])
}
