import { lockOrganization, updateOrganization } from '#features/department/settings/store.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { startOf } from '#features/shifts/award-rules/rules.ts'
import * as rules from '#features/shifts/award-rules/store.ts'
import { methodWords } from '#features/shifts/award-rules/words.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { chooseFilling } from './contract.filling.ts'
import { putAway, readOnboarding, skipStep } from './contract.ts'
import { isRanked, type Ranked } from './rules.filling.ts'
import { findOnboarding, noteModeChosen, updatePutAway, updateSkipped } from './store.ts'

/** The rule that ranks by this method: the department's own, or a new one that is complete as it is. Null: it has too many. */
const ruleFor = async (db: Db, method: Ranked): Promise<string | null> => {
  const known = await rules.findRuleBy(db, method)
  if (known) return known.id
  if ((await rules.countRules(db)) >= rules.MOST_RULES) return null
  const words = methodWords[method]
  const name = (await rules.isNameTaken(db, words)) ? `${words}, all shift types` : words
  const id = await rules.insertRule(db, name, null)
  await rules.insertVersion(db, id, { body: startOf(method), effective_from: null, note: '', seen: null })
  return id
}

export const routes: readonly Route[] = [
  read(readOnboarding, findOnboarding),
  write(skipStep, async ({ db, input }) => {
    await updateSkipped(db, input.step, input.skipped)
    return { done: true }
  }),
  write(putAway, async ({ db, input }) => {
    await updatePutAway(db, input.put_away)
    return { done: true }
  }),
  write(
    chooseFilling,
    async ({ db, input: { filling } }) => {
      await lockOrganization(db)
      const mode = isRanked(filling) ? null : filling
      const rule_id = isRanked(filling) ? await ruleFor(db, filling) : null
      if (!mode && !rule_id) return refuse('too_many_rules', { most: rules.MOST_RULES })
      // A rule comes before the default, so the types that have another one, or one where none is wanted, change.
      for (const { kind, rule_id: before } of await rules.listAdopted(db, assignmentKinds))
        if (before !== rule_id)
          await rules.insertAdoption(db, { kind, rule_id, effective_from: null, note: 'Chosen in the setup guide.' })
      if (mode) await updateOrganization(db, { signup_mode: mode })
      await noteModeChosen(db)
      return { done: true }
    },
    { constraints: { award_rules_name: 'rule_name_taken' } },
  ),
]
