import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AppSettings, pushPlatforms } from './settings.ts'

type Made = Pick<AppSettings, 'server' | 'tiles' | 'name' | 'googleServices'>

/** The files of the web application that go into the app: its scripts, styles and fonts, not the visitors' pages and pictures. */
const isForApp = (name: string): boolean => /\.(js|css|woff2)$/.test(name)

/** The page's policy in the app. It names the server, as a page of the server has no need to. */
export const appPolicy = ({ server, tiles }: Pick<AppSettings, 'server' | 'tiles'>): string => {
  // A scheme that the browser does not know may not count as 'self'.
  const own = "'self' capacitor://localhost"
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    ['img-src', own, 'data: blob:', server, ...tiles].join(' '),
    `font-src ${own}`,
    `connect-src ${own} ${server}`,
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

const replaced = (html: string, what: RegExp, by: string): string => {
  if (!what.test(html)) throw new Error(`the page has no ${what}: look at apps/mobile/page.ts again`)
  return html.replace(what, by)
}

/** The application's page as it is in the app: with its policy and its server, without what only a browser installs. */
export const appPage = (html: string, settings: Made): string => {
  const head = `<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${appPolicy(settings)}" />
    <meta name="server" content="${settings.server}" />
    <meta name="push" content="${pushPlatforms(settings)}" />`
  const page = replaced(html, /<meta charset="utf-8" \/>/, head)
  const named = replaced(page, /(<meta name="application-name" content=")[^"]*/, `$1${settings.name}`)
  return replaced(replaced(named, /\s*<link rel="manifest"[^>]*>/, ''), /\s*<link rel="apple-touch-icon"[^>]*>/, '')
}

/** Copies the built web application into the app's folder. */
export const copyPages = (web: string, out: string, settings: Made): void => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'assets'), { recursive: true })
  const names = readdirSync(join(web, 'assets')).filter(isForApp)
  if (names.length < 20) throw new Error('the web application is not built')
  for (const name of names) cpSync(join(web, 'assets', name), join(out, 'assets', name))
  for (const name of ['before-paint.js', 'icon.svg']) cpSync(join(web, name), join(out, name))
  writeFileSync(join(out, 'index.html'), appPage(readFileSync(join(web, 'index.html'), 'utf8'), settings))
}
