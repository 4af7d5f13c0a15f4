import { notify } from '#features/department/notifications/store.ts'
import { within } from '#features/people/accounts/store.within.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.feedback.ts'
import { refuseAnswer, refuseMerge, votesOf } from './rules.feedback.ts'
import * as store from './store.feedback.ts'
import * as writes from './store.feedback-write.ts'
import { insertNote } from './store.trial.ts'
import { changedWords, mergedWords, unmergedWords } from './words.feedback.ts'

type Words = { title: string; message: string }

/** Notifies the sender in the sender's department; does nothing if the sender has no officer row there. */
const tell = (db: Db, it: writes.Found, words: Words) =>
  it.officer_id === null
    ? null
    : within(db, it.organization_id, () =>
        notify(db, [
          { type: 'feedback_changed', officer_id: it.officer_id, assignment_id: null, about: it.id, ...words },
        ]),
      )

/** The requests merged into this one, locked in id order. */
const lockMerged = async (db: Db, it: writes.Found, book: readonly writes.Line[]): Promise<writes.Found[]> => {
  const found: writes.Found[] = []
  for (const line of book.filter((one) => one.into_id === it.id)) {
    const place = { kind: it.kind, organization_id: line.from_organization_id, id: line.request_id }
    const request = await writes.lockRequest(db, place)
    if (request) found.push(request)
  }
  return found
}

const change = write(contract.changeFeedback, async ({ db, input }) => {
  await writes.lockBook(db)
  const it = await writes.lockRequest(db, input)
  if (!it) return refuse('not_found')
  const book = await writes.listMerges(db, [it.id])
  if (book.some((line) => line.request_id === it.id)) return refuse('merged_already')
  if (it.version !== input.version) return refuse('changed_meanwhile')
  if (refuseAnswer(input)) return refuseField('answer', 'Enter a reason. The sender will see it.')
  const to = { status: input.status, answer: input.answer === '' ? null : input.answer }
  if (to.status === it.status && to.answer === it.answer) return { told: 0 }
  const all = [it, ...(await lockMerged(db, it, book))]
  for (const one of all) {
    await writes.updateAnswer(db, one, to)
    await tell(db, one, changedWords(one, to))
  }
  return { told: all.filter((one) => one.officer_id !== null).length }
})

const merge = write(contract.mergeFeedback, async ({ db, input }) => {
  await writes.lockBook(db)
  const from = await writes.lockRequest(db, input)
  const into = await writes.lockRequest(db, {
    kind: input.kind,
    organization_id: input.into_organization_id,
    id: input.into_id,
  })
  if (!from || !into) return refuse('not_found')
  const book = await writes.listMerges(db, [from.id, into.id])
  const refusal = refuseMerge(book, from, into)
  // The two kinds live in separate tables, so another kind is simply not found.
  if (refusal) return refuse(refusal === 'other_kind' ? 'not_found' : refusal)
  const moved = [from, ...(await lockMerged(db, from, book))]
  await writes.insertMerge(db, from, into)
  const votes = votesOf(await writes.listMerges(db, [into.id]), into)
  await writes.updateVotes(db, into, votes)
  for (const one of moved) {
    await writes.updateAnswer(db, one, { status: into.status, answer: into.answer, merged: true })
    await tell(db, one, mergedWords(one, into))
  }
  await writes.updateVotes(db, from, 1)
  return { votes }
})

const unmerge = write(contract.unmergeFeedback, async ({ db, input }) => {
  await writes.lockBook(db)
  const it = await writes.lockRequest(db, input)
  if (!it) return refuse('not_found')
  const line = (await writes.listMerges(db, [it.id])).find((one) => one.request_id === it.id)
  if (!line) return refuse('not_merged')
  const place = { kind: it.kind, organization_id: line.into_organization_id, id: line.into_id }
  const into = await writes.lockRequest(db, place)
  await writes.deleteMerge(db, it.id)
  const votes = into ? votesOf(await writes.listMerges(db, [into.id]), into) : 1
  if (into) await writes.updateVotes(db, into, votes)
  await writes.updateAnswer(db, it, { status: it.status, answer: it.answer, merged: false })
  await tell(db, it, unmergedWords(it))
  return { votes }
})

export const routes: readonly Route[] = [
  read(contract.listFeedback, (input) => store.listFeedback(input)),
  read(contract.readFeedback, (input) => store.findFeedback(input.kind, input.id)),
  change,
  write(contract.noteFeedback, async ({ db, input }) => {
    const it = await writes.lockRequest(db, input)
    return (it && (await insertNote(db, it.id, input.body))) ?? refuse('not_found')
  }),
  merge,
  unmerge,
]
