import { hash } from 'node:crypto'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import type { BackTested } from './contract.ts'
import { backTest, type PastOfficer, type PastPost, type PastRow } from './rules.back-test.ts'

/** The statement's result, with long lists still as JSON text: the worker thread parses them. */
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

/** The comparison with everyone's name. No draw was ever made for past posts, so hashes replace its numbers. */
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
