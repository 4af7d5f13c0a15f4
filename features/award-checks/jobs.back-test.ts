import { ruleOf } from '#features/award-rules/store.ts'
import { drawOf } from '#features/awards/store.hash.ts'
import type { BackTested } from './contract.ts'
import { backTest, type PastOfficer, type PastPost, type PastRow } from './rules.back-test.ts'

/** What the statement answers, its long lists still as JSON text: they are taken apart where the work is done. */
export type PastText = { rule: unknown; posts: string; officers: string; rows: string }

const seed = '00'.repeat(32)

/** The comparison with everybody's name. A draw of the past was never made: one from a fixed seed stands for it. */
export const backTested = (past: PastText): BackTested => {
  const posts: PastPost[] = JSON.parse(past.posts)
  const people: (PastOfficer & { name: string })[] = JSON.parse(past.officers)
  const rows: PastRow[] = JSON.parse(past.rows)
  const names = new Map(people.map((one) => [one.officer_id, one.name]))
  const found = backTest(ruleOf(past.rule), { posts, officers: people, rows }, (post) =>
    drawOf(
      seed,
      post.id,
      post.applicants.map((one) => one.officer_id),
    ),
  )
  const officers = found.officers.map((one) => ({ ...one, name: names.get(one.officer_id) ?? 'Left the department' }))
  return { ...found, officers }
}
