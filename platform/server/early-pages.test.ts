import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEarlyPages, type Shown } from './early-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchbill-early-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const names = ['department', 'department_logo', 'demo', 'demo_logo', 'anyone', 'admins']
const drawn = (roles: string) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      `[${name}|${roles}] {product} {year} {department} <a href="/{agency}/x"></a> {logo} {other}`,
    ]),
  )
writeFileSync(join(folder, 'early.json'), JSON.stringify({ '': drawn(''), 'officer admin': drawn('officer admin') }))

const harbor: Shown = { name: 'Harbor & Sons <b>', subdomain: 'harbor', logo_url: null, primary_color: '#b91c1c' }
const known: Record<string, Shown> = {
  harbor,
  demo: { ...harbor, subdomain: 'demo', logo_url: '/api/public/logos/1?a="b' },
}
const read = (demoRoles: readonly string[] = [], from = folder) =>
  readEarlyPages(from, {
    product: 'Watch <bill>',
    demoRoles,
    page: (path) => `<head>${path}</head><body><div id="root"></div></body>`,
    publicOf: async (agency) => known[agency] ?? null,
  })

test('a department’s sign-in is in its page, with its name as text and its color', async () => {
  for (const path of ['/harbor', '/harbor/login', '/harbor/login//']) {
    const { html = '', policy = '' } = (await read()(path)) ?? {}
    expect(html).toContain('[department|] Watch &#60;bill&#62;')
    expect(html).toContain('Harbor &#38; Sons &#60;b&#62; <a href="/harbor/x"></a>  {other}</div><div id="root">')
    expect(html).toContain('<script src="/early.js"></script>')
    const style = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? ''
    expect(style).toContain('--brand:#b91c1c;--brand-solid:#')
    expect(policy).toContain(`style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  }
})

test('a logo is an attribute’s text, and the demo’s page offers the roles that the server lets anybody try', async () => {
  const { html = '' } = (await read(['officer', 'admin'])('/demo/login')) ?? {}
  expect(html).toContain('[demo_logo|officer admin]')
  expect(html).toContain('/api/public/logos/1?a=&#34;b')
  // Not made by the build.
  expect(await read(['admin'])('/demo/login')).toBeNull()
})

test('pages without a department have no color of their own', async () => {
  for (const [path, name] of [
    ['/app', 'anyone'],
    ['/auth', 'anyone'],
    ['/admin/login', 'admins'],
  ] as const) {
    const { html = '', policy = '' } = (await read()(path)) ?? {}
    expect(html).toContain(`[${name}|]`)
    expect(html).not.toContain('<style>')
    expect(policy).toContain("style-src 'self';")
  }
})

test('any other address, a department that is not there, and a missing build are left to the application', async () => {
  for (const path of ['/', '/nowhere', '/nowhere/login', '/harbor/register', '/officer/dashboard', '/a/b/c'])
    expect(await read()(path), path).toBeNull()
  expect(await read([], join(folder, 'none'))('/app')).toBeNull()
})
