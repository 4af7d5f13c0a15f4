import { lockOrganization, updateOrganization } from '#features/department/settings/store.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { startOf } from '#features/shifts/award-rules/rules.ts'
import * as rules from '#features/shifts/award-rules/store.ts'
import { methodWords } from '#features/shifts/award-rules/words.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { chooseFilling } from './contract.filling.ts'
import { putAway, readOnboarding, skipStep } from './contract.ts'
import { followedBy, isRanked, type Ranked, ruleFor } from './rules.filling.ts'
import { findOnboarding, noteModeChosen, updatePutAway, updateSkipped } from './store.ts'

type Listed = Awaited<ReturnType<typeof rules.findRules>>

/** A new rule with this method, complete as it is, under the first name that is free. */
const makeRule = async (db: Db, method: Ranked, { rules: known }: Listed): Promise<string> => {
  const words = methodWords[method]
  const names = [words, `${words}, all shift types`, ...known.map((_, n) => `${words}, all shift types ${n + 2}`)]
  const name = names.find((one) => known.every((rule) => rule.name !== one)) ?? words
  const id = await rules.insertRule(db, name, null)
  await rules.insertVersion(db, id, { body: startOf(method), effective_from: null, note: '', seen: null })
  return id
}

/** Every type follows the rule, or none: at once, and from each date from which it would follow another one. */
const follow = async (db: Db, rule_id: string | null, listed: Listed) => {
  for (const kind of assignmentKinds)
    for (const { rule_id: before, from } of followedBy(kind, listed))
      if (before !== rule_id)
        await rules.insertAdoption(db, { kind, rule_id, effective_from: from, note: 'Chosen in the setup guide.' })
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
    async ({ db, input: { filling, seen } }) => {
      const now = await lockOrganization(db)
      if (!now) return refuse('not_found')
      await rules.lockAdoptions(db, assignmentKinds)
      const listed = await rules.findRules(db)
      const known = isRanked(filling) ? ruleFor(filling, listed) : null
      // Its next version could rank by another method. What changed before the lock is counted after it.
      if (known) await rules.lockRule(db, known.id)
      if (now.signup_mode !== seen.signup_mode || (await rules.countChanges(db)) !== seen.rules)
        return refuse('changed_meanwhile')
      if (isRanked(filling)) {
        if (!known && listed.rules.length >= rules.MOST_RULES)
          return refuse('too_many_rules', { most: rules.MOST_RULES })
        await follow(db, known?.id ?? (await makeRule(db, filling, listed)), listed)
      } else {
        // A rule comes before the default.
        await follow(db, null, listed)
        if (filling !== now.signup_mode) await updateOrganization(db, { signup_mode: filling })
      }
      await noteModeChosen(db)
      return { done: true }
    },
    { constraints: { award_rules_name: 'changed_meanwhile' } },
  ),
]
