import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { contentPolicy } from './security.ts'

/** What an address is answered with that is no file and no call; null: the application's page. */
export type VisitorPage = {
  status: 200 | 404
  html: string
  policy: string
  packed: Readonly<Record<'br' | 'gzip', Buffer>>
}
/** Asked with the path and whether the browser holds a session's cookie, alive or not. */
export type VisitorPages = (
  path: string,
  holdsSession: boolean,
) => VisitorPage | 'application' | 'application_not_found'

/** What the vendor calls itself; null where it is not set. */
export type Vendor = {
  product: string
  origin: string
  legalName: string | null
  legalAddress: string | null
  supportEmail: string | null
}

type Made = { routes: readonly string[]; pages: Readonly<Record<string, string>> }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const filled = (html: string, vendor: Vendor): string => {
  const mail = vendor.supportEmail && escaped(vendor.supportEmail)
  const words: Readonly<Record<string, string>> = {
    product: escaped(vendor.product),
    origin: escaped(vendor.origin),
    year: String(new Date().getFullYear()),
    owner: escaped(vendor.legalName ?? vendor.product),
    legal_name: escaped(vendor.legalName ?? `the vendor of ${vendor.product}`),
    legal_address: escaped(vendor.legalAddress ?? '[the vendor’s postal address]'),
    support: mail ? `<a href="mailto:${mail}">${mail}</a>` : '[the vendor’s support address]',
  }
  return html.replace(/\{([a-z_]+)\}/g, (whole, name: string) => words[name] ?? whole)
}

/** `/{agency}/login` as what it matches; a segment of the path stands for each name in braces. */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

const prerendered: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/landing': 'landing',
  '/terms': 'terms',
  '/privacy': 'privacy',
}

/**
 * The pages that the build drew, with the vendor's names filled in. `/faq` and addresses that nothing answers are the
 * application's for whoever holds a session, since it shows more there. Without a build everything is the application's.
 * Who the vendor is may change while the server runs: the pages are then filled anew, each when it is asked for.
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
    const one = pages.get(key) ?? drawn(name, filled(text, vendor), holdsSession)
    pages.set(key, one)
    return one
  }
  for (const name of Object.keys(made.pages)) for (const holds of [false, true]) page(name, holds)
  const known = made.routes.map(patternOf)
  return (path, holdsSession) => {
    const trimmed = path === '/' ? path : path.replace(/\/+$/, '')
    const name = prerendered[trimmed] ?? (trimmed === '/faq' && !holdsSession ? 'faq' : null)
    if (name !== null) return page(name, holdsSession)
    if (trimmed.startsWith('/org/') || known.some((route) => route.test(trimmed))) return 'application'
    return holdsSession ? 'application_not_found' : page('not-found', false)
  }
}

const drawn = (name: string, text: string, holdsSession: boolean): VisitorPage => {
  const html = holdsSession ? text.replace('<html ', '<html data-signed-in="" ') : text
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const packed = { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) }
  return { status: name === 'not-found' ? 404 : 200, html, policy: contentPolicy(`'sha256-${hash}'`), packed }
}

/** How the page is sent to a browser that takes these encodings; packed once for each vendor's words. */
export const packedFor = (
  page: VisitorPage,
  accepts: string,
): { encoding: 'br' | 'gzip' | null; body: Buffer | string } => {
  const encoding = (['br', 'gzip'] as const).find((one) =>
    new RegExp(`(^|[\\s,])${one}\\s*($|,|;\\s*q=(1|0\\.0*[1-9]))`).test(accepts),
  )
  return encoding ? { encoding, body: page.packed[encoding] } : { encoding: null, body: page.html }
}
