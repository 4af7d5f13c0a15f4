import { notify } from '#features/department/notifications/store.ts'
import { drawOf } from '#features/shifts/awards/store.hash.ts'
import type { Db } from '#platform/server/db.ts'
import type { Within } from '#platform/server/jobs.ts'
import { type Books, countedFrom, type Difference, differencesIn, wronged } from './rules.inputs.ts'
import * as store from './store.inputs.ts'

const own = (books: Books, officer_id: string): Books => ({
  rows: books.rows.filter((row) => row.officer_id === officer_id),
  approved: books.approved.filter((row) => row.officer_id === officer_id),
  ordered: books.ordered.filter((row) => row.officer_id === officer_id),
})

/**
 * Checks one round against the books and opens a case for each officer who should have had a spot and has none now. Returns how
 * many.
 */
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

/**
 * Checks a round and opens its cases with notifications in one transaction; locked, so that a second process finds it already
 * checked.
 */
const checkAlone = async (db: Db, round: store.RoundRow): Promise<number> => {
  if (!(await store.lockUnchecked(db, round.id))) return 0
  const opened = await checkRound(db, round)
  await notify(
    db,
    Array.from({ length: opened }, () => ({
      type: 'award_case_opened' as const,
      title: 'An award used incorrect hours',
      message:
        'With the correct hours, another officer would have gotten the spot. An admin will decide what happens next.',
      officer_id: null,
      assignment_id: null,
    })),
  )
  return opened
}

/**
 * Checks every recent round against the ledger as of the award, once each and each in its own transaction. An error goes to
 * `fails` and does not stop the other rounds. Returns how many cases it opened.
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
