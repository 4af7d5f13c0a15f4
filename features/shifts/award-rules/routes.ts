import type { Me } from '#platform/server/db.ts'
import { Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { listComingAwards } from './contract.coming.ts'
import { adoptRule, changeRule, createRule, listRules, readRule } from './contract.ts'
import { type AwardRule, adoptionProblem, problemsOf, reasonProblem } from './rules.ts'
import { listComing } from './store.coming.ts'
import * as rules from './store.ts'

const refuseRule = (body: AwardRule): Refusal<'invalid_input'> | null => {
  const problems = problemsOf(body)
  return problems.length === 0
    ? null
    : new Refusal(
        'invalid_input',
        undefined,
        problems.map(({ field, message }) => ({ field: `body.${field}`, message })),
      )
}

/** Start of a day in the department's zone; null means at once. */
const beginningOf = (from: string | null | undefined, me: Me) =>
  from ? startOfDayIn(me.time_zone ?? 'UTC', from) : null

export const routes: readonly Route[] = [
  read(listRules, rules.listRules),
  read(readRule, ({ id }) => rules.findRule(id)),
  read(listComingAwards, listComing),

  write(
    createRule,
    async ({ db, input, me }) => {
      const wrong = refuseRule(input.body)
      if (wrong) return wrong
      if ((await rules.countRules(db)) >= rules.MOST_RULES) return refuse('too_many_rules', { most: rules.MOST_RULES })
      const id = await rules.insertRule(db, input.name, input.pack || null)
      const effective_from = beginningOf(input.from, await me())
      await rules.insertVersion(db, id, { body: input.body, effective_from, note: input.note, seen: null })
      return { id, version: 1 }
    },
    { constraints: { award_rules_name: 'rule_name_taken' } },
  ),

  write(changeRule, async ({ db, input, me }) => {
    const wrong = refuseRule(input.body)
    if (wrong) return wrong
    const { id, body, note, seen } = input
    await rules.lockRule(db, id)
    const missing = reasonProblem({ used: await rules.isUsed(db, id), note })
    if (missing) return refuseField('note', missing)
    const effective_from = beginningOf(input.from, await me())
    const version = await rules.insertVersion(db, id, { body, effective_from, note, seen })
    if (version === null) return refuse('not_found')
    return version === 'changed' ? refuse('changed_meanwhile') : { id, version }
  }),

  write(adoptRule, async ({ db, input, me }) => {
    const { kind, rule_id, note } = input
    if (rule_id !== null && !(await rules.hasRule(db, rule_id))) return refuse('not_found')
    const effective_from = beginningOf(input.from, await me())
    const { was, begins } = await rules.findAdoptedLocked(db, { kind, effective_from })
    if (was !== input.seen) return refuse('changed_meanwhile')
    const missing = adoptionProblem({ was, rule_id, note })
    if (missing) return refuseField('note', missing)
    await rules.insertAdoption(db, { kind, rule_id, effective_from: begins, note })
    return { done: true }
  }),
]
