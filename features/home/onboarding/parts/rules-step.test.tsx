import { expect, test } from 'vitest'
import { readSettings } from '#features/department/settings/contract.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { listRules, type Rule } from '#features/shifts/award-rules/contract.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { startOf } from '#features/shifts/award-rules/rules.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { drawScreen, readOf, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { awardedWords } from '../words.filling.ts'
import { RulesStep } from './rules-step.tsx'

type Listed = OutputOf<typeof listRules>
const day = (date: number) => `2026-11-${date}T12:00:00Z`
const ruled = (name: string, method: AwardMethod, kinds: Rule['kinds']): Rule => ({
  ...{ id: name, name, pack: null, kinds, changes: [] },
  versions: [
    {
      ...{ id: `${name} 1`, version: 1, effective_from: day(10), created_at: day(10) },
      ...{ body: startOf(method), note: '', created_by_name: null },
    },
  ],
})
const adopted = (kind: Rule['kinds'][number], rule_id: string, date: number) => ({
  ...{ kind, rule_id, rule_name: rule_id, effective_from: day(date) },
})
const drawn = async (rules: Rule[], adoptions: Listed['adoptions']) => {
  const html = await drawScreen(() => <RulesStep onChanged={() => undefined} onNext={() => undefined} />, {
    session: sessionOf('admin'),
    address: '/admin/setup?step=rules',
    reads: [
      readOf(readSettings, {}, { signup_mode: 'approval' } as OutputOf<typeof readSettings>),
      readOf(listRules, {}, { rules, adoptions, version: 1, now_at: day(20) }),
    ],
  })
  return wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
}

const other = 'Your shift types already use other rules. Your answer will replace them.'
const scheduled = 'Changes to your award rules are scheduled. Your answer will replace them.'

test('says what the answer would replace, and only then', async () => {
  const draw = ruled('Draw', 'lottery', [...assignmentKinds])
  expect(await drawn([], [])).not.toMatch(/will replace/)
  expect(await drawn([draw], [])).not.toMatch(/will replace/)
  expect(
    await drawn(
      [draw],
      assignmentKinds.map((kind) => adopted(kind, 'Draw', 10)),
    ),
  ).toContain(other)
  expect(await drawn([draw], [adopted('court', 'Draw', 25)])).toContain(scheduled)
})

test('names the rule that is in force, and says how a new one works only if one would be made', async () => {
  const seniors = ruled('Seniors first', 'seniority', [...assignmentKinds])
  const words = await drawn(
    [seniors],
    assignmentKinds.map((kind) => adopted(kind, 'Seniors first', 10)),
  )
  expect(words).toContain('Your award rule &quot;Seniors first&quot; applies.')
  expect(words).not.toContain(awardedWords)
})
