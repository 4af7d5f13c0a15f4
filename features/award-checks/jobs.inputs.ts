import { drawOf } from '#features/awards/store.hash.ts'
import { notify } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Within } from '#platform/server/jobs.ts'
import { type Books, countedFrom, type Difference, differencesIn, wronged } from './rules.inputs.ts'
import * as store from './store.inputs.ts'

const own = (books: Books, officer_id: string): Books => ({
  rows: books.rows.filter((row) => row.officer_id === officer_id),
  approved: books.approved.filter((row) => row.officer_id === officer_id),
  ordered: books.ordered.filter((row) => row.officer_id === officer_id),
})

/** One round against the books; whoever would have had a place and has none by now has a case. Answers how many. */
const checkRound = async (db: Db, round: store.RoundRow): Promise<number> => {
  const { inputs } = round
  const books = await store.findBooks(db, round)
  const since = books.since ?? Number.NEGATIVE_INFINITY
  const differences: Difference[] = []
  const right = new Map()
  for (const one of inputs.applicants) {
    const mine = own(books, one.officer_id)
    const found = differencesIn(one.officer_id, one, mine, { since, award: books.award })
    differences.push(...found)
    if (found.length > 0) right.set(one.officer_id, countedFrom(mine, since))
  }
  const ids = inputs.applicants.map((one) => one.officer_id)
  const judged = {
    ...inputs,
    draw: inputs.seed === null ? null : drawOf(inputs.seed, inputs.post_id, ids),
    outcomes: new Map(round.receipts.map((one) => [one.officer_id, one.outcome])),
  }
  const found = differences.length === 0 || round.parts ? [] : wronged(judged, right)
  await store.insertCheck(db, round.id, differences, found.length > 0)
  const without = found.filter((one) => !round.held.includes(one.officer_id))
  if (without.length === 0) return 0
  return (await store.insertWronged(db, round, without, inputs.rule.remedy)).length
}

type Watch = { fails: (error: unknown) => void; stopping: () => boolean }

/** A round with its cases and their news, in one transaction; held, so that of two processes the second finds it looked at. */
const checkAlone = async (db: Db, round: store.RoundRow): Promise<number> => {
  if (!(await store.lockUnchecked(db, round.id))) return 0
  const opened = await checkRound(db, round)
  await notify(
    db,
    Array.from({ length: opened }, () => ({
      type: 'award_case_opened' as const,
      title: 'An award was made from wrong hours',
      message: 'By the right ones somebody else would have had the place. An admin decides what follows.',
      officer_id: null,
      assignment_id: null,
    })),
  )
  return opened
}

/**
 * Holds every round of late against the ledger as it stood at its moment, once each and each in a transaction of its own: one that
 * cannot be judged is told to `fails` and keeps no other. Answers how many cases it opened.
 */
export const checkInputs = async (inside: Within, { fails, stopping }: Watch): Promise<number> => {
  let opened = 0
  for (const round of await inside(store.listUnchecked)) {
    if (stopping()) break
    await inside((db) => checkAlone(db, round)).then((count) => {
      opened += count
    }, fails)
  }
  return opened
}
