import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productFaq } from './rules.product.ts'
import {
  ANSWER_MOST,
  mayLink,
  placeOver,
  plainAnswer,
  pointBetween,
  searchFaq,
  stepBefore,
  withMoved,
} from './rules.ts'

const shape = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      fc.constant(ids),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: ids.length, maxLength: ids.length }),
    ),
  )
const lists = shape.map(([ids, where]) =>
  [0, 1, 2].map((n) => ({
    id: `c${n}`,
    entries: ids.filter((_, at) => where[at] === n).map((one) => ({ id: `e${one}` })),
  })),
)
const all = (categories: readonly { entries: readonly { id: string }[] }[]) =>
  categories.flatMap(({ entries }) => entries.map((one) => one.id))

test('an entry dropped on another takes its position, and nothing is lost or duplicated', {
  meta: { shows: ['issue 3.8'] },
}, () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (categories, a, b) => {
      const ids = all(categories)
      const id = ids[a % ids.length] ?? ''
      const over = [...ids, 'c0', 'c1', 'c2'][b % (ids.length + 3)] ?? ''
      const place = placeOver(categories, id, over)
      if (!place) return
      const after = withMoved(categories, id, place)
      expect(all(after).toSorted()).toEqual(ids.toSorted())
      const to = categories.find((one) => one.id === place.category_id)?.entries.map((one) => one.id) ?? []
      const now = after.find((one) => one.id === place.category_id)?.entries.map((one) => one.id) ?? []
      // In its own list it takes the other entry's position; in another list it goes right before that entry, or at the end.
      if (over.startsWith('c')) expect(now.at(-1)).toBe(id)
      else if (to.includes(id)) expect(now.indexOf(id)).toBe(to.indexOf(over))
      else expect(now[now.indexOf(id) + 1]).toBe(over)
    }),
  )
})

test('a step moves by one and stops at the ends', { meta: { shows: ['issue 3.8'] } }, () => {
  const ids = ['a', 'b', 'c']
  const stepped = (id: string, step: 'up' | 'down') => {
    const to = stepBefore(ids, id, step)
    const list = [{ id: 'c0', entries: ids.map((one) => ({ id: one })) }]
    return (
      to &&
      withMoved(list, id, { category_id: 'c0', ...to })[0]
        ?.entries.map((one) => one.id)
        .join('')
    )
  }
  expect(stepped('b', 'up')).toBe('bac')
  expect(stepped('b', 'down')).toBe('acb')
  expect(stepped('c', 'up')).toBe('acb')
  expect(stepped('a', 'up')).toBe(null)
  expect(stepped('c', 'down')).toBe(null)
  expect(stepBefore(ids, 'x', 'up')).toBe(null)
})

test('a midpoint lies between its neighbors, or there is none', { meta: { shows: ['issue 3.8'] } }, () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
      (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const point = pointBetween(low, high)
        if (point !== null) expect(low < point && point < high).toBe(true)
        expect(pointBetween(null, low)).toBeLessThan(low)
        expect(pointBetween(low, null)).toBeGreaterThan(low)
      },
    ),
  )
  expect(pointBetween(1, 1)).toBe(null)
})

test('the search finds every word, regardless of case and accents', { meta: { shows: ['issue 3.8'] } }, () => {
  const faq = [
    { id: 'c', name: 'Court', entries: [{ id: 'e', question: 'Where do I park?', answer: 'At the Café, level 2.' }] },
  ]
  for (const found of ['', 'PARK', 'cafe level', 'court café']) expect(searchFaq(faq, found)).toEqual(faq)
  for (const missing of ['park garage', 'zzz']) expect(searchFaq(faq, missing)).toEqual([])
  expect(searchFaq(productFaq('Watchbill'), 'forgot password').flatMap((one) => one.entries)).not.toEqual([])
  const [charged] = searchFaq(productFaq('Watchbill'), 'charged hours').flatMap((one) => one.entries)
  expect(charged?.question).toBe('What are charged hours, and when am I charged?')
})

test('a link may lead to the web, an email address, a phone number or the product, and nowhere else', {
  meta: { shows: ['issue 3.8'] },
}, () => {
  for (const good of ['https://x.example/a', 'http://x.example', 'mailto:a@x.example', 'tel:+13125550100', '/faq', '/'])
    expect(mayLink(good), good).toBe(true)
  for (const bad of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'https:evil',
    '',
    'x',
  ])
    expect(mayLink(bad), bad).toBe(false)
})

test('the product’s answers have unique addresses and fit the limits', { meta: { shows: ['issue 3.8'] } }, () => {
  const faq = productFaq('Shiftwise')
  const ids = faq.flatMap((one) => [one.id, ...one.entries.map((entry) => entry.id)])
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/)
  const entries = faq.flatMap((one) => one.entries)
  expect(entries.length).toBeGreaterThan(20)
  for (const { question, answer } of entries) {
    expect(question.length).toBeGreaterThan(5)
    expect(answer.length).toBeLessThan(ANSWER_MOST)
    expect(`${question} ${answer}`).not.toMatch(/\{|Watchbill/)
  }
})

test.each([
  ['awarded', ['how-are-shifts-awarded', 'how-do-i-choose-award-rules']],
  ['swap', ['how-do-i-swap', 'how-do-i-approve-swaps']],
  ['give away', ['how-do-i-swap']],
  ['order-in', ['what-is-an-order-in']],
  ['force list', ['what-is-an-order-in']],
  ['leave', ['how-do-i-request-leave', 'how-do-i-decide-leave']],
])('a question about "%s" is answered, for officers before admins', (words, ids) => {
  const asked = productFaq('Watchbill')
    .flatMap(({ entries }) => entries)
    .filter(({ question }) => words.split(' ').every((word) => question.toLowerCase().includes(word)))
  expect(asked.map(({ id }) => id)).toEqual(ids)
})

test('a list shows an answer in one line, without its markup', { meta: { shows: ['issue 3.8'] } }, () => {
  expect(
    plainAnswer(
      'Yes, **from May** to _September_.\n\n- Badge visible\n- Vest\n\nSee [the order](https://example.org).',
    ),
  ).toBe('Yes, from May to September. Badge visible Vest See the order.')
  expect(plainAnswer('# Head\n1. `one`\n> two 3 * 4 * 5, snake_case_name')).toBe(
    'Head one two 3 * 4 * 5, snake_case_name',
  )
})
