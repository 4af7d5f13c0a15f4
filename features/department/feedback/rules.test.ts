import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressToReport, isComplete, priorities, problemCategories, requestCategories, severities } from './rules.ts'
import { said } from './words.ts'

test('categories, priorities and severities match the specification', {
  meta: { shows: ['5 feature request'] },
}, () => {
  expect(requestCategories).toEqual(['general', 'scheduling', 'reporting', 'mobile', 'integration', 'ui', 'other'])
  expect(priorities).toEqual(['low', 'medium', 'high'])
  expect(problemCategories).toEqual(['bug', 'performance', 'ui', 'login', 'data', 'mobile', 'other'])
  expect(severities).toEqual(['low', 'medium', 'high', 'critical'])
})

test('blanks don’t count as a title or description', { meta: { shows: ['5 feature request'] } }, () => {
  expect(isComplete({ title: 'A', description: 'b' })).toBe(true)
  for (const [title, description] of [
    ['', 'b'],
    ['a', ''],
    [' \t', 'b'],
    ['a', '\n \u00a0'],
  ] as const)
    expect(isComplete({ title, description })).toBe(false)
})

test('texts match the specification exactly', { meta: { shows: ['5 help texts'] } }, () => {
  expect(said).toEqual({
    missing: { title: 'Missing Information', text: 'Please fill in both title and description' },
    signIn: {
      title: 'Authentication Required',
      feature_request: 'Please sign in to submit a feature request',
      problem_report: 'Please sign in to report a problem',
    },
    noOfficer: 'Unable to find your officer profile',
    failed: {
      title: 'Submission Failed',
      feature_request: 'Failed to submit feature request. Please try again.',
      problem_report: 'Failed to submit problem report. Please try again.',
    },
  })
})

test('the address keeps filters and loses secrets', { meta: { shows: ['3 browser_info'] } }, () => {
  expect(addressToReport('https://x.example/admin/assignments?filter=pending&view=board#top')).toBe(
    'https://x.example/admin/assignments?filter=pending&view=board',
  )
  expect(addressToReport('https://me:pw@x.example/auth/link?token=abc123')).toBe(
    'https://x.example/auth/link?token=removed',
  )
  expect(addressToReport('https://x.example/app?next=%2Fauth%2Flink%3Ftoken%3Dabc&invitation=q7')).toBe(
    'https://x.example/app?next=removed&invitation=removed',
  )
  expect(addressToReport('javascript:alert(1)')).toBe('')
  expect(addressToReport('')).toBe('')
})

test('no secret from a query string is ever sent', { meta: { shows: ['3 browser_info'] } }, () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
  const name = fc.constantFrom('token', 'Token', 'invitation', 'x-auth', 'api_key', 'a', 'view', 'session', 'secret')
  fc.assert(
    fc.property(fc.array(fc.tuple(name, secret), { minLength: 1, maxLength: 5 }), fc.webPath(), (pairs, path) => {
      const query = pairs.map(([key, value]) => `${key}=${value}`).join('&')
      const sent = addressToReport(`https://x.example${path}?${query}#${pairs[0]?.[1]}`)
      for (const [, value] of pairs) expect(sent).not.toContain(value)
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (rest) => {
      const sent = addressToReport(`https://u:p@x.example/${rest}`)
      expect(sent).not.toContain('#')
      expect(sent).not.toContain('u:p@x')
    }),
  )
})
