import { hash } from 'node:crypto'
import { ruleOf } from '#features/award-rules/store.ts'
import type { BackTested } from './contract.ts'
import { backTest, type PastOfficer, type PastPost, type PastRow } from './rules.back-test.ts'

/** What the statement answers, its long lists still as JSON text: they are taken apart where the work is done. */
export type PastText = {
  organization_id: string
  rule: unknown
  zone: string
  posts: string
  officers: string
  rows: string
}

type StoredPost = Omit<PastPost, 'applicants'> & {
  units: string[]
  applicants: { officer_id: string; applied_at: string }[]
}

/** The comparison with everybody's name. A draw of the past was never made: hashes stand for its numbers. */
export const backTested = (past: PastText): BackTested => {
  const stored: StoredPost[] = JSON.parse(past.posts)
  const people: (PastOfficer & { name: string })[] = JSON.parse(past.officers)
  const rows: PastRow[] = JSON.parse(past.rows)
  const names = new Map(people.map((one) => [one.officer_id, one.name]))
  const units = new Map(people.map((one) => [one.officer_id, one.unit]))
  const posts = stored.map((post): PastPost => {
    const matches = (id: string) => post.units.includes(units.get(id) ?? '')
    return { ...post, applicants: post.applicants.map((one) => ({ ...one, unit_match: matches(one.officer_id) })) }
  })
  const number = (post: PastPost, id: string) => hash('sha256', `${post.id}:${id}`)
  const found = backTest(ruleOf(past.rule), { posts, officers: people, rows, zone: past.zone }, (post) => ({
    numbers: Object.fromEntries(post.applicants.map(({ officer_id }) => [officer_id, number(post, officer_id)])),
  }))
  const officers = found.officers.map((one) => ({ ...one, name: names.get(one.officer_id) ?? 'Left the department' }))
  return { ...found, officers }
}
