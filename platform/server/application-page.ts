import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternOf, trimmedPath } from './visitor-pages.ts'

/** The application's page, as the worker stores it for every address, and as it is sent for one. */
export type ApplicationPage = { plain: string; at: (path: string) => string }

/** Of two routes that match, the one with more fixed segments: `/admin/login` before `/{agency}/login`. */
const byFixed = ([one]: [string, unknown], [other]: [string, unknown]) =>
  one.split('{').length - other.split('{').length

/** After the files that every screen needs. */
const linksTo = (files: readonly string[]): string =>
  files.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">\n  `).join('')

/**
 * The application's page with the product's name and the roles of the demo in it, or a word on how to build it. For an address it also
 * names the files of the address's screen (docs/decisions/0273).
 */
export const readApplicationPage = (folder: string, product: string, demoRoles: readonly string[]): ApplicationPage => {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) {
    const page = '<!doctype html><title>Not built</title><p>The application is not built: run npm start.</p>'
    return { plain: page, at: () => page }
  }
  const name = product.replace(/[&<>"]/g, '')
  const plain = readFileSync(index, 'utf8')
    .replace(/(<meta name="application-name" content=")[^"]*/, `$1${name}`)
    .replace(/(<meta name="demo-roles" content=")[^"]*/, `$1${demoRoles.join(' ')}`)
  const file = join(folder, 'ahead.json')
  const ahead: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const pages = Object.entries(ahead)
    .toSorted(byFixed)
    .map(([route, files]) => ({ route: patternOf(route), page: plain.replace('</head>', `${linksTo(files)}</head>`) }))
  const at = (path: string) => {
    const trimmed = trimmedPath(path)
    return pages.find(({ route }) => route.test(trimmed))?.page ?? plain
  }
  return { plain, at }
}
