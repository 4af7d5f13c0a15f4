import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { packedFor, readVisitorPages } from './visitor-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const style = 'a{color:red}'
const html = (name: string) =>
  `<!doctype html><html lang="en"><head><style>${style}</style></head><body>${name} of {product}, {legal_name}, {legal_address}, {support}</body></html>`
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({
    routes: ['/', '/app', '/faq', '/{agency}', '/{agency}/login', '/admin/assignments/{id}/edit', '/super-admin'],
    pages: Object.fromEntries(['landing', 'terms', 'privacy', 'faq', 'not-found'].map((name) => [name, html(name)])),
  }),
)
const vendor = { product: 'A<b>', origin: 'https://x.example', legalName: null, legalAddress: null, supportEmail: null }
const pages = readVisitorPages(folder, () => vendor)
const shown = (path: string, holdsSession = false) => {
  const page = pages(path, holdsSession)
  return typeof page === 'string' ? page : `${page.status} ${/<body>(\S+)/.exec(page.html)?.[1]}`
}

test('[issue 4.1] which address is answered with which page, for a visitor and for who holds a session', () => {
  expect(['/', '/landing', '/terms/', '/privacy', '/faq'].map((path) => shown(path))).toEqual([
    '200 landing',
    '200 landing',
    '200 terms',
    '200 privacy',
    '200 faq',
  ])
  expect(['/', '/terms', '/faq'].map((path) => shown(path, true))).toEqual(['200 landing', '200 terms', 'application'])
  for (const path of ['/app', '/demo', '/demo/login', '/admin/assignments/1/edit', '/super-admin', '/org/demo/login'])
    expect(shown(path), path).toBe('application')
})

test('[2 not found] [issue 4.1] an address that nothing answers is 404: its own page for visitors, the application’s for others', () => {
  for (const path of ['/a/b/c', '/admin/assignments/1/edit/2', '/demo/login/x', '/app/x']) {
    expect(shown(path), path).toBe('404 not-found')
    expect(shown(path, true), path).toBe('application_not_found')
  }
})

test('[issue 4.1] the vendor’s names are filled in as text, and the policy names the page’s style by its hash', () => {
  const page = pages('/terms', false)
  if (typeof page === 'string') throw new Error(page)
  expect(page.html).toContain('terms of A&#60;b&#62;, the vendor of A&#60;b&#62;, [the vendor’s postal address]')
  expect(page.policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(page.policy).toContain("script-src 'self';")
  const told = readVisitorPages(folder, () => ({ ...vendor, legalName: 'V & Co', supportEmail: 'help@v.example' }))(
    '/terms',
    false,
  )
  if (typeof told === 'string') throw new Error(told)
  expect(told.html).toContain('V &#38; Co')
  expect(told.html).toContain('<a href="mailto:help@v.example">')
})

test('[issue 4.1] the landing page of who holds a session shows the way into the application', () => {
  const [visitor, member] = [pages('/', false), pages('/', true)]
  if (typeof visitor === 'string' || typeof member === 'string') throw new Error('no page')
  expect(visitor.html).not.toContain('data-signed-in')
  expect(member.html).toContain('<html data-signed-in="" lang="en">')
})

test('[issue 4.1] a page is sent packed to who takes it packed, and whole to the rest', () => {
  const page = pages('/', false)
  if (typeof page === 'string') throw new Error(page)
  const sent = (accepts: string) => packedFor(page, accepts).encoding
  expect([sent('gzip, deflate, br, zstd'), sent('gzip'), sent('gzip;q=0.5'), sent('')]).toEqual([
    'br',
    'gzip',
    'gzip',
    null,
  ])
  expect([sent('br;q=0, gzip'), sent('brx'), sent('identity')]).toEqual(['gzip', null, null])
  expect(gunzipSync(packedFor(page, 'gzip').body).toString()).toBe(page.html)
})

test('[issue 4.1] without a build everything is the application’s', () => {
  expect(readVisitorPages(join(folder, 'none'), () => vendor)('/', false)).toBe('application')
})

test('[issue 4.3] what the vendor sets anew while the server runs is filled in from then on', () => {
  let now = { ...vendor, legalName: 'First Co' }
  const living = readVisitorPages(folder, () => now)
  const told = () => {
    const page = living('/terms', false)
    return typeof page === 'string' ? page : [page.html, gunzipSync(page.packed.gzip).toString()]
  }
  for (const text of told()) expect(text).toContain('First Co')
  now = { ...vendor, legalName: 'Second <Co>' }
  for (const text of told()) expect(text).toContain('Second &#60;Co&#62;')
})
