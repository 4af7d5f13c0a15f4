import { expect, test } from 'vitest'
import { contactActions, contactAfter, contactStates } from './rules.ts'

test('a request can be picked up, answered once or more, closed and reopened, and nothing else', {
  meta: { shows: ['issue 4.3'] },
}, () => {
  const ways = contactStates.flatMap((state) =>
    contactActions.flatMap((action) => {
      const then = contactAfter(state, action)
      return then ? [`${state} ${action} ${then}`] : []
    }),
  )
  expect(ways).toEqual([
    'new take in_progress',
    'new answer answered',
    'new close closed',
    'in_progress answer answered',
    'in_progress close closed',
    'answered answer answered',
    'answered close closed',
    'closed reopen in_progress',
  ])
})
