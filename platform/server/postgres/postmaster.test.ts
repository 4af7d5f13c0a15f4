import { expect, test } from 'vitest'
import { causeIn } from './postmaster.ts'

const line = (text: string) => `2026-11-27 13:40:07.812 UTC [4711] ${text}\n`

test('the cause of a server’s end is its last fatal error, not its refusal of a connection meanwhile', () => {
  const cause = 'recovery ended before configured recovery target was reached'
  for (const refused of [
    'is starting up',
    'is shutting down',
    'is not yet accepting connections',
    'is not accepting connections',
  ])
    expect(
      causeIn(
        line('LOG:  redo done at 0/5000148') +
          line(`FATAL:  ${cause}`) +
          line(`FATAL:  the database system ${refused}`) +
          line('DETAIL:  Hot standby mode is disabled.'),
      ),
    ).toBe(cause)
  expect(
    causeIn(line('FATAL:  the database system is starting up') + line('LOG:  startup process was terminated')),
  ).toContain('startup process was terminated')
})
