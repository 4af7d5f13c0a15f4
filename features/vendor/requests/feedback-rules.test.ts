import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Merge, type Party, refuseAnswer, refuseMerge, statuses, votesOf } from './rules.feedback.ts'

test('done and declined require a note to the sender, the other statuses don’t', {
  meta: { shows: ['issue 4.6'] },
}, () => {
  const refused = (answer: string) => statuses.filter((status) => refuseAnswer({ status, answer }) !== null)
  expect(refused(' \n')).toEqual(['done', 'declined'])
  expect(refused('In the next version.')).toEqual([])
})

/** The book after it: what had been merged into the one is now merged into the other. */
const mergeInto = (book: readonly Merge[], from: Party, into: Party): Merge[] => [
  ...book.map((one) => (one.into_id === from.id ? { ...one, into_id: into.id } : one)),
  { request_id: from.id, into_id: into.id, person: from.person },
]

const party = (n: number): Party => ({
  id: `r${n}`,
  // Some people ask twice.
  person: `p${n % 7}`,
  kind: n % 5 === 0 ? 'problem_report' : 'feature_request',
})

test('any merges stay one level deep, without cycles or losses, one vote per person', {
  meta: { shows: ['issue 4.6', 'issue 4.6 merged'] },
}, () => {
  const step = fc.tuple(fc.nat({ max: 24 }), fc.nat({ max: 24 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let book: Merge[] = []
      // Slow oracle: a set of sets, joined wherever the rule allows.
      let groups = Array.from({ length: 25 }, (_, n) => new Set([n]))
      for (const [a, b] of steps) {
        const refusal = refuseMerge(book, party(a), party(b))
        const isHead = (n: number) => !book.some((one) => one.request_id === `r${n}`)
        expect(refusal === null).toBe(a !== b && party(a).kind === party(b).kind && isHead(a) && isHead(b))
        if (refusal) continue
        book = mergeInto(book, party(a), party(b))
        const [from, into] = [groups.find((g) => g.has(a)), groups.find((g) => g.has(b))]
        if (!from || !into) throw new Error('lost')
        groups = [...groups.filter((g) => g !== from && g !== into), new Set([...from, ...into])]
      }
      const heads = new Set(book.map((one) => one.into_id))
      for (const one of book) expect(heads.has(one.request_id)).toBe(false)
      expect(new Set(book.map((one) => one.request_id)).size).toBe(book.length)
      for (const group of groups) {
        const head = [...group].filter((n) => !book.some((one) => one.request_id === `r${n}`))
        expect(head).toHaveLength(1)
        expect(votesOf(book, party(head[0] ?? 0))).toBe(new Set([...group].map((n) => party(n).person)).size)
      }
    }),
  )
})
