import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readApplicationPage } from './application-page.ts'
import { trimmedPath } from './visitor-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchbill-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'index.html'),
  '<head><meta name="application-name" content="" /><meta name="demo-roles" content="" /></head>',
)
const ahead = {
  '/{agency}/login': ['/assets/login.js'],
  '/admin/login': ['/assets/admin-login.js'],
  '/officer/dashboard': ['/assets/start.js', '/assets/officer.js'],
  '/officer/assignments/{id}': ['/assets/shift.js'],
}
writeFileSync(join(folder, 'ahead.json'), JSON.stringify(ahead))
const page = readApplicationPage(folder, 'Watch<bill>', ['admin', 'officer'])
const named = (html: string) => [...html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, file]) => file)

test('the page of an address names the files of its screen, the fixed address before the department’s', () => {
  expect(named(page.at('/springfield/login'))).toEqual(['/assets/login.js'])
  expect(named(page.at('/admin/login'))).toEqual(['/assets/admin-login.js'])
  expect(named(page.at('/officer/dashboard/'))).toEqual(['/assets/start.js', '/assets/officer.js'])
  expect(named(page.at('/officer/assignments/0190-1'))).toEqual(['/assets/shift.js'])
  expect(page.at('/officer/dashboard')).toContain('href="/assets/officer.js">\n  </head>')
})

test('a path of thousands of slashes is trimmed at once', () => {
  const slashes = '/'.repeat(200_000)
  expect(trimmedPath(`/officer/dashboard${slashes}`)).toBe('/officer/dashboard')
  // By a pattern this would take minutes: longer than a test may.
  expect(trimmedPath(`${slashes}x`)).toHaveLength(200_001)
  expect(trimmedPath(slashes)).toBe('/')
})

test('any other address, and the page that is stored on the device, name none', () => {
  expect([page.plain, page.at('/'), page.at('/nowhere'), page.at('/officer/assignments/1/2')].map(named)).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect(page.plain).toContain('content="Watchbill"')
  expect(page.plain).toContain('content="admin officer"')
})

test('without a build the page says how to make one', () => {
  const none = readApplicationPage(join(folder, 'none'), 'Watchbill', [])
  expect(none.at('/officer/dashboard')).toContain('npm start')
})
