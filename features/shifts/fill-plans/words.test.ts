import { expect, test } from 'vitest'
import { askedWords, confirmTitle, passedOverSum, passedOverWords, undoneWords, waitingWords } from './words.ts'

test('names the officers who wait for a shift without being proposed', () => {
  expect(waitingWords({ officers: 1, names: ['Ana Reyes'] })).toBe('1 waiting, not in the plan: Ana Reyes')
  const names = ['Ana Reyes', 'Ben Cole', 'Cid Moss']
  expect(waitingWords({ officers: 5, names })).toBe(
    '5 waiting, not in the plan: Ana Reyes, Ben Cole, Cid Moss and 2 more',
  )
})

test('says how many lines are for officers who requested the shift or volunteered', () => {
  expect(askedWords(2, 9)).toBe('2 of 9 lines are for officers who requested the shift or volunteered.')
  expect(askedWords(1, 2)).toBe('1 of 2 lines is for an officer who requested the shift or volunteered.')
  expect(askedWords(0, 9)).toBe('None of these officers requested or volunteered for their shift.')
  expect(askedWords(3, 3)).toBe('All of these officers requested or volunteered for their shift.')
  expect(askedWords(1, 1)).toBe('The officer requested or volunteered for this shift.')
  expect(askedWords(0, 1)).toBe("The officer didn't request or volunteer for this shift.")
})

test('says who is notified and who is skipped before assigning', () => {
  const lines = ['ana', 'ana', 'ben'].map((officer_id) => ({ officer_id, has_account: true }))
  expect(confirmTitle(lines)).toBe('Fill 3 spots? 2 officers will be notified.')
  const without = lines.map((one) => ({ ...one, has_account: one.officer_id !== 'ana' }))
  expect(confirmTitle(without)).toBe('Fill 3 spots? 1 of 2 officers will be notified.')
  expect(confirmTitle(without.slice(0, 1))).toBe("Fill 1 spot? 1 officer won't be notified.")
  expect(passedOverWords({ officers: 4, names: ['Ana', 'Ben', 'Cid'] })).toBe('Skipped: Ana, Ben, Cid and 1 more')
  expect(passedOverSum(0)).toBe('No requests or volunteers are skipped.')
  expect(passedOverSum(2)).toContain('2 requests or volunteers are skipped.')
})

test('says what an undo did, and what it left', () => {
  expect(undoneWords(3, 0)).toEqual({ title: '3 spots reopened', text: '' })
  expect(undoneWords(2, 1).text).toContain("1 couldn't be undone")
  expect(undoneWords(0, 1).title).toBe("This can't be undone")
})
