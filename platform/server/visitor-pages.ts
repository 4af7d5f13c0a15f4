import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { escaped } from '#platform/shared/text.ts'
import { contentPolicy } from './security.ts'

/** The response for a path that is neither a file nor a call; null: the application's page. */
export type VisitorPage = {
  status: 200 | 404
  html: string
  policy: string
  packed: Readonly<Record<'br' | 'gzip', Buffer>>
}
/** A department's page: the application's if the department exists, else `otherwise`. */
export type DepartmentPage = {
  department: { agency: string } | { id: string }
  otherwise: VisitorPage | 'application_not_found'
}
/** Called with the path and whether the browser has a session cookie, live or not. */
export type VisitorPages = (
  path: string,
  holdsSession: boolean,
) => VisitorPage | DepartmentPage | 'application' | 'application_not_found'

/** The vendor's name and details; null if not set. */
export type Vendor = {
  product: string
  origin: string
  legalName: string | null
  legalAddress: string | null
  supportEmail: string | null
  /** Whether a visitor gets into a demo by one press. */
  demo: boolean
  /** The landing page's testimonials: samples and real quotes are never mixed. */
  testimonials: readonly { quote: string; role: string; department: string; sample: boolean }[]
}

type Made = {
  routes: readonly string[]
  pages: Readonly<Record<string, string>>
  /** Landing page fragments: repeated for each testimonial, or left out; one of the two ways to see the product. */
  parts: { testimonials: string; testimonial: string; samples: string; steps_link: string; demo_link: string }
}

/** Fills in `{name}`; an unknown name stays. */
export const fill = (html: string, words: Readonly<Record<string, string>>): string =>
  html.replace(/\{([a-z_]+)\}/g, (whole, name: string) => words[name] ?? whole)

/** The testimonials section; empty if there are none. */
const quoted = ({ testimonials }: Vendor, parts: Made['parts']): string => {
  if (testimonials.length === 0) return ''
  const items = testimonials.map(({ quote, role, department }) =>
    fill(parts.testimonial, { quote: escaped(quote), role: escaped(role), department: escaped(department) }),
  )
  const samples = testimonials.some((one) => one.sample) ? parts.samples : ''
  return fill(parts.testimonials, { items: items.join(''), samples })
}

const filled = (html: string, vendor: Vendor, parts: Made['parts']): string => {
  const mail = vendor.supportEmail && escaped(vendor.supportEmail)
  const words: Readonly<Record<string, string>> = {
    product: escaped(vendor.product),
    origin: escaped(vendor.origin),
    year: String(new Date().getFullYear()),
    owner: escaped(vendor.legalName ?? vendor.product),
    legal_name: escaped(vendor.legalName ?? `the vendor of ${vendor.product}`),
    // With its line break: left out altogether if there is none.
    legal_address_line: vendor.legalAddress ? `${escaped(vendor.legalAddress)}<br/>` : '',
    support: mail ? `<a href="mailto:${mail}">${mail}</a>` : "[the vendor's support address]",
  }
  // Fill in quotes last, so that braces in a quote are not treated as placeholders.
  return fill(html, words)
    .replace('{look}', () => (vendor.demo ? parts.demo_link : parts.steps_link))
    .replace('{testimonials}', () => quoted(vendor, parts))
}

/** Without slashes at its end. Not by a pattern: on a path of thousands of slashes it would take seconds. */
export const trimmedPath = (path: string): string => {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** A pattern for `/{agency}/login`; each name in braces matches one path segment. */
export const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

const prerendered: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/landing': 'landing',
  '/terms': 'terms',
  '/privacy': 'privacy',
}

/**
 * The prerendered pages with the vendor's names filled in. With a session, `/faq` and unknown addresses go to the application,
 * which shows more there. Without a build, everything goes to the application. The vendor's details may change while the server
 * runs: pages are then filled in again on request.
 */
export const readVisitorPages = (folder: string, vendorOf: () => Vendor): VisitorPages => {
  const file = join(folder, 'pages.json')
  if (!existsSync(file)) return () => 'application'
  const made: Made = JSON.parse(readFileSync(file, 'utf8'))
  let filledFor = ''
  const pages = new Map<string, VisitorPage>()
  const page = (name: string, holdsSession: boolean): VisitorPage | 'application' => {
    const vendor = vendorOf()
    const words = JSON.stringify(vendor)
    if (words !== filledFor) pages.clear()
    filledFor = words
    const text = made.pages[name]
    if (text === undefined) return 'application'
    const key = `${name} ${holdsSession}`
    const one = pages.get(key) ?? drawn(name, filled(text, vendor, made.parts), holdsSession)
    pages.set(key, one)
    return one
  }
  for (const name of Object.keys(made.pages)) for (const holds of [false, true]) page(name, holds)
  // Fixed addresses take precedence over department addresses of the same shape: `/app` is not a department.
  const isDepartments = (route: string) => route.startsWith('/{agency}') || route === '/register/{organizationId}'
  const own = made.routes.filter((route) => !isDepartments(route)).map(patternOf)
  const departments = made.routes.filter(isDepartments).map(patternOf)
  return (path, holdsSession) => {
    const trimmed = trimmedPath(path)
    const name = prerendered[trimmed] ?? (trimmed === '/faq' && !holdsSession ? 'faq' : null)
    if (name !== null) return page(name, holdsSession)
    if (trimmed.startsWith('/org/') || own.some((route) => route.test(trimmed))) return 'application'
    const lost = holdsSession ? 'application_not_found' : page('not-found', false)
    if (lost === 'application' || !departments.some((route) => route.test(trimmed))) return lost
    const [, first = '', id = ''] = trimmed.split('/')
    return { department: first === 'register' ? { id } : { agency: first }, otherwise: lost }
  }
}

const drawn = (name: string, text: string, holdsSession: boolean): VisitorPage => {
  const html = holdsSession ? text.replace('<html ', '<html data-signed-in="" ') : text
  return packedPage(html, name === 'not-found' ? 404 : 200)
}

/** Compressed, and with a policy that names its one inline style if it has one. Takes about 10 ms: make each page once. */
export const packedPage = (html: string, status: VisitorPage['status'] = 200): VisitorPage => {
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1]
  const policy = contentPolicy(
    style === undefined ? '' : `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  return { status, html, policy, packed: { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) } }
}

/** The page in an encoding the browser accepts; compressed once for each version of the vendor's details. */
export const packedFor = (
  page: Pick<VisitorPage, 'html' | 'packed'>,
  accepts: string,
): { encoding: 'br' | 'gzip' | null; body: Buffer | string } => {
  const encoding = (['br', 'gzip'] as const).find((one) =>
    new RegExp(`(^|[\\s,])${one}\\s*($|,|;\\s*q=(1|0\\.0*[1-9]))`).test(accepts),
  )
  return encoding ? { encoding, body: page.packed[encoding] } : { encoding: null, body: page.html }
}
