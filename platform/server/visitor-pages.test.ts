import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { packedFor, readVisitorPages, type Vendor, type VisitorPage, type VisitorPages } from './visitor-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const style = 'a{color:red}'
const html = (name: string) =>
  `<!doctype html><html lang="en"><head><style>${style}</style></head><body>${name} of {product}, {legal_name}, {legal_address_line}{support} {look}</body></html>{testimonials}`
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({
    routes: [
      '/',
      '/app',
      '/faq',
      '/{agency}',
      '/{agency}/login',
      '/register/{organizationId}',
      '/admin/assignments/{id}/edit',
      '/super-admin',
    ],
    parts: {
      testimonials: '<section>{items}{samples}</section>',
      testimonial: '<li>{quote} {role}, {department}</li>',
      samples: '<p>samples</p>',
      steps_link: '<a>steps</a>',
      demo_link: '<a>demo</a>',
    },
    pages: Object.fromEntries(['landing', 'terms', 'privacy', 'faq', 'not-found'].map((name) => [name, html(name)])),
  }),
)
const vendor: Vendor = {
  product: 'A<b>',
  origin: 'https://x.example',
  legalName: null,
  legalAddress: null,
  supportEmail: null,
  demo: false,
  testimonials: [],
}
const pages = readVisitorPages(folder, () => vendor)
const named = (page: VisitorPage | string) =>
  typeof page === 'string' ? page : `${page.status} ${/<body>(\S+)/.exec(page.html)?.[1]}`
const shown = (path: string, holdsSession = false) => {
  const page = pages(path, holdsSession)
  return typeof page === 'object' && 'department' in page
    ? `${JSON.stringify(page.department)} or ${named(page.otherwise)}`
    : named(page)
}
const drawn = (path: string, holdsSession = false, from: VisitorPages = pages): VisitorPage => {
  const page = from(path, holdsSession)
  if (typeof page === 'string' || 'department' in page) throw new Error(`${path} is not drawn`)
  return page
}

test('serves the right page per address, for visitors and for signed-in people', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  expect(['/', '/landing', '/terms/', '/privacy', '/faq'].map((path) => shown(path))).toEqual([
    '200 landing',
    '200 landing',
    '200 terms',
    '200 privacy',
    '200 faq',
  ])
  expect(['/', '/terms', '/faq'].map((path) => shown(path, true))).toEqual(['200 landing', '200 terms', 'application'])
  for (const path of ['/app', '/admin/assignments/1/edit', '/super-admin', '/org/demo/login'])
    expect(shown(path), path).toBe('application')
})

test('an unknown address is 404: its own page for visitors, the application’s for others', {
  meta: { shows: ['2 not found', 'issue 4.1'] },
}, () => {
  for (const path of ['/a/b/c', '/admin/assignments/1/edit/2', '/demo/login/x', '/app/x']) {
    expect(shown(path), path).toBe('404 not-found')
    expect(shown(path, true), path).toBe('application_not_found')
  }
})

test('the vendor’s names are inserted as text, and the policy lists the page’s style by its hash', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const page = drawn('/terms')
  expect(page.html).toContain("terms of A&#60;b&#62;, the vendor of A&#60;b&#62;, [the vendor's support address]")
  expect(page.policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(page.policy).toContain("script-src 'self';")
  const living = readVisitorPages(folder, () => ({
    ...vendor,
    legalName: 'V & Co',
    legalAddress: '1 <Main>',
    supportEmail: 'help@v.example',
  }))
  const told = drawn('/terms', false, living)
  expect(told.html).toContain('V &#38; Co, 1 &#60;Main&#62;<br/><a href="mailto:help@v.example">')
})

test('the landing page links to the application for signed-in people', { meta: { shows: ['issue 4.1'] } }, () => {
  const [visitor, member] = [drawn('/'), drawn('/', true)]
  expect(visitor.html).not.toContain('data-signed-in')
  expect(member.html).toContain('<html data-signed-in="" lang="en">')
})

test('a page is sent compressed to clients that accept it, and plain to the rest', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const page = drawn('/')
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

test('without a build, every path is served by the application', { meta: { shows: ['issue 4.1'] } }, () => {
  expect(readVisitorPages(join(folder, 'none'), () => vendor)('/', false)).toBe('application')
})

test('vendor settings changed while the server runs are applied right away', { meta: { shows: ['issue 4.3'] } }, () => {
  let now = { ...vendor, legalName: 'First Co' }
  const living = readVisitorPages(folder, () => now)
  const told = () => {
    const page = drawn('/terms', false, living)
    return [page.html, gunzipSync(page.packed.gzip).toString()]
  }
  for (const text of told()) expect(text).toContain('First Co')
  now = { ...vendor, legalName: 'Second <Co>' }
  for (const text of told()) expect(text).toContain('Second &#60;Co&#62;')
})

test('lets the database decide whether a department has an address, with the not-found page ready', () => {
  expect(shown('/nonsense')).toBe('{"agency":"nonsense"} or 404 not-found')
  expect(shown('/demo/login')).toBe('{"agency":"demo"} or 404 not-found')
  expect(shown('/register/7')).toBe('{"id":"7"} or 404 not-found')
  expect(shown('/nonsense', true)).toBe('{"agency":"nonsense"} or application_not_found')
})

test('leads into the demo where there is one, and else to how it works', () => {
  const html = (demo: boolean) =>
    drawn(
      '/',
      false,
      readVisitorPages(folder, () => ({ ...vendor, demo })),
    ).html
  expect(html(true)).toContain('<a>demo</a>')
  expect(html(false)).toContain('<a>steps</a>')
})

test('renders testimonials that the vendor entered as text, and nothing if there are none', () => {
  const one = { quote: '<b>Fast</b> {product} {items}', role: 'Chief & mayor', department: 'county', sample: false }
  const html = (testimonials: Vendor['testimonials']) =>
    drawn(
      '/',
      false,
      readVisitorPages(folder, () => ({ ...vendor, testimonials })),
    ).html.split('</html>')[1]
  expect(html([])).toBe('')
  expect(html([one])).toBe(
    '<section><li>&#60;b&#62;Fast&#60;/b&#62; {product} {items} Chief &#38; mayor, county</li></section>',
  )
  expect(html([{ ...one, quote: 'Fine', sample: true }])).toBe(
    '<section><li>Fine Chief &#38; mayor, county</li><p>samples</p></section>',
  )
})
