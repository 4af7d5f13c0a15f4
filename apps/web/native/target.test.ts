import { expect, test } from 'vitest'
import { prerendered, routes } from '#apps/web/routes.ts'
import { browserPaths, opensInBrowser } from '#platform/shared/native-app.ts'
import { targetOf } from './target.ts'

const server = 'https://shifts.example.org'

test('a link to any route opens it in the app, except visitors’ pages', {
  meta: { shows: ['1 native wrapper'] },
}, () => {
  const paths = Object.keys(routes).map((path) => path.replace(/\{\w+\}/g, 'abc'))
  expect(paths.length).toBeGreaterThan(50)
  const visitors: readonly string[] = prerendered
  for (const path of paths) {
    const link = `${server}${path}?a=1#b`
    expect(targetOf(link, server)).toEqual(visitors.includes(path) ? { browser: link } : { app: `${path}?a=1#b` })
  }
  expect(browserPaths.slice(0, visitors.length)).toEqual(visitors)
})

test('leaves calls to the browser, and ignores links to anywhere else', {
  meta: { shows: ['1 native wrapper'] },
}, () => {
  const feed = `${server}/api/public/calendars/abc.ics`
  expect(targetOf(feed, server)).toEqual({ browser: feed })
  expect(opensInBrowser('/apiary')).toBe(false)
  for (const other of [
    'https://shifts.example.org.evil.example/app',
    'https://shifts.example.org:8443/app',
    'https://user@evil.example/shifts.example.org',
    'http://shifts.example.org/app',
    'watchbill://app',
    'javascript:alert(1)',
    '/app',
    '',
  ])
    expect([other, targetOf(other, server)]).toEqual([other, null])
})
