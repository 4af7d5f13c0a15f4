import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { solidOf } from '#platform/shared/brand.ts'
import { escaped } from '#platform/shared/text.ts'
import { fill, packedPage, patternOf, trimmedPath, type VisitorPage } from './visitor-pages.ts'

/** Of a department, what its sign-in page shows. */
export type Shown = { name: string; subdomain: string; logo_url: string | null; primary_color: string }
/** The application's page for a visitor at this address with the sign-in in it; null: the application draws it all. */
export type EarlyPages = (path: string) => Promise<VisitorPage | null>

type Drawn = Readonly<Record<'department' | 'department_logo' | 'demo' | 'demo_logo' | 'anyone' | 'admins', string>>
const fixed = new Map<string, 'anyone' | 'admins'>([
  ['/app', 'anyone'],
  ['/auth', 'anyone'],
  ['/admin/login', 'admins'],
])
const departments = ['/{agency}', '/{agency}/login'].map(patternOf)

/** Pages that are kept, of about 15 kB each. */
const mostKept = 500

/** In the department's color, as the application applies it (platform/web/brand.ts). */
const styleOf = ({ primary_color }: Shown): string => {
  const step = solidOf(primary_color)
  if (!step) return ''
  return `:root:root{--brand:${primary_color};--brand-solid:${step.solid};--on-brand:${step.text}}`
}

/**
 * Sign-in pages that can be typed into before the application has loaded (docs/decisions/0275). `page` gives the application's page
 * of an address; `publicOf` finds a department that visitors may see, or null.
 */
export const readEarlyPages = (
  folder: string,
  {
    product,
    demoRoles,
    page,
    publicOf,
  }: {
    product: string
    demoRoles: readonly string[]
    page: (path: string) => string
    publicOf: (agency: string) => Promise<Shown | null>
  },
): EarlyPages => {
  const file = join(folder, 'early.json')
  const all: Record<string, Drawn> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const drawn = all[demoRoles.join(' ')]
  const pages = new Map<string, VisitorPage>()
  const made = (path: string, early: string, of: Shown | null): VisitorPage => {
    const words = {
      product: escaped(product),
      year: String(new Date().getFullYear()),
      department: escaped(of?.name ?? ''),
      agency: encodeURIComponent(of?.subdomain ?? ''),
      logo: escaped(of?.logo_url ?? ''),
    }
    const style = of ? styleOf(of) : ''
    const key = JSON.stringify([path, words, style])
    const had = pages.get(key)
    if (had) return had
    const head = `<script src="/early.js"></script>${style && `<style>${style}</style>`}\n  </head>`
    const html = page(path)
      .replace('</head>', () => head)
      .replace('<div id="root">', (root) => `<div id="early">${fill(early, words)}</div>${root}`)
    const one = packedPage(html)
    if (pages.size >= mostKept) pages.clear()
    pages.set(key, one)
    return one
  }
  return async (path) => {
    if (!drawn) return null
    const trimmed = trimmedPath(path)
    const name = fixed.get(trimmed)
    if (name) return made(trimmed, drawn[name], null)
    if (!departments.some((route) => route.test(trimmed))) return null
    const of = await publicOf(trimmed.split('/')[1] ?? '')
    if (!of) return null
    const kind = of.subdomain === 'demo' ? ('demo' as const) : ('department' as const)
    return made(trimmed, drawn[of.logo_url === null ? kind : (`${kind}_logo` as const)], of)
  }
}
