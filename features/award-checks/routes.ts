import { remedyWords } from '#features/award-rules/rules.words.ts'
import { ruleOf } from '#features/award-rules/store.ts'
import { drawOf } from '#features/awards/store.hash.ts'
import { notify } from '#features/notifications/store.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { closeCase, listCases, listWrongInputs, readBackTest } from './contract.ts'
import { backTest, type PastOfficer, type PastPost, type PastRow } from './rules.back-test.ts'
import { findPast } from './store.back-test.ts'
import * as cases from './store.cases.ts'
import * as inputs from './store.inputs.ts'

type Past = {
  rule: unknown
  posts: PastPost[]
  officers: (PastOfficer & { name: string })[]
  rows: PastRow[]
}

/** A draw of the past was never made: one from a fixed seed stands for it. */
const backTested = (row: Past) => {
  const names = new Map(row.officers.map((one) => [one.officer_id, one.name]))
  const found = backTest(ruleOf(row.rule), row, (post) =>
    drawOf(
      '00'.repeat(32),
      post.id,
      post.applicants.map((one) => one.officer_id),
    ),
  )
  const officers = found.officers.map((one) => ({ ...one, name: names.get(one.officer_id) ?? 'Left the department' }))
  return { ...found, officers }
}

export const routes: readonly Route[] = [
  read(readBackTest, findPast, ([row]) => (row ? backTested(row as Past) : refuse('not_found')), { many: true }),
  read(listCases, cases.listCases),
  read(listWrongInputs, inputs.listWrongInputs),

  write(closeCase, async ({ db, input }) => {
    const found = await cases.findCase(db, input.id)
    if (!found) return refuse('not_found')
    if ([found.made_by, found.officer_id, found.instead_id].includes(found.by)) return refuse('second_admin_closes')
    if (found.closed_at !== null || (await cases.updateClosed(db, input)) === 0) return refuse('case_closed')
    await notify(db, [
      {
        type: 'award_case_closed',
        title: found.cause === 'skipped' ? 'You were skipped in an award' : 'An award counted wrong hours',
        message: `${found.title}: you are due ${remedyWords[input.remedy]}. ${input.note}`,
        officer_id: found.officer_id,
        assignment_id: found.assignment_id,
      },
    ])
    return { done: true }
  }),
]
