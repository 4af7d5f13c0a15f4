import { expect, test } from 'vitest'
import { bellCount } from './rules.shown.ts'

const [unreadOffer, readOffer, readNews] = [
  { pinned: true, read: false },
  { pinned: true, read: true },
  { pinned: false, read: true },
]

test('the bell counts what waits for an answer after it was read, and says so', () => {
  expect(bellCount({ items: [readOffer, readNews], unread: 0 })).toEqual({
    count: 1,
    words: '1 waiting for your answer',
  })
  expect(bellCount({ items: [unreadOffer, readOffer], unread: 3 })).toEqual({
    ...{ count: 4, words: '3 unread, 2 waiting for your answer' },
  })
  expect(bellCount({ items: [readNews], unread: 0 })).toEqual({ count: 0, words: '' })
})
