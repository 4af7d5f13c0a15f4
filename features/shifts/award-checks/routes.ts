import { notify } from '#features/department/notifications/store.ts'
import { remedyWords } from '#features/shifts/award-rules/words.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { closeCase, listCases, listWrongInputs, readBackTest } from './contract.ts'
import type { PastText } from './jobs.back-test.ts'
import { backTestInThread } from './jobs.ts'
import { findPast } from './store.back-test.ts'
import * as cases from './store.cases.ts'
import * as inputs from './store.inputs.ts'

export const routes: readonly Route[] = [
  read(
    readBackTest,
    findPast,
    async ([row]) => (row ? ((await backTestInThread(row as PastText)) ?? refuse('busy')) : refuse('not_found')),
    { many: true },
  ),
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
        title: found.cause === 'skipped' ? 'You were skipped in an award' : 'An award used incorrect hours',
        message: `${found.title}: ${input.remedy === 'none' ? 'no remedy' : `you're owed ${remedyWords[input.remedy]}`}. ${input.note}`,
        officer_id: found.officer_id,
        assignment_id: found.assignment_id,
      },
    ])
    return { done: true }
  }),
]
