import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { minifySync, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { gzipped } from '#tools/budgets.ts'

const web = join(import.meta.dirname, '../apps/web')
/** What officers don't open on a phone stays out: the vendor's and the admins' screens and what only they use. */
const notKept = /\/(features\/vendor\/|features\/[^/]+\/[^/]+\/screens\/|apps\/web\/layouts\/vendor-)/
const kept =
  /\/(features\/home\/(dashboards\/screens\/officer\.|available-jobs\/|schedule\/screens\/|shift-page\/|standing\/)|features\/hours\/(attendance\/screens\/history|extra-time\/)|features\/department\/notifications\/|features\/people\/(sign-ins|sessions)\/)/
const isKept = (id: string) => !notKept.test(id) || kept.test(id)
/** Fonts for other alphabets are fetched when a name needs them. */
const isFile = (name: string) => /^assets\/.*\.css$/.test(name) || /^assets\/inter-latin-wght.*\.woff2$/.test(name)

type Built = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>
/** The files that an officer's screens need, directly or on demand. */
const shellFiles = (built: Built): string[] => {
  const chunks = Object.values(built).filter((one) => one.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('index.html'))
  if (!entry) throw new Error('the build has no entry')
  const found = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || found.has(name)) return
    found.add(name)
    for (const next of chunk.imports) visit(next)
    for (const next of chunk.dynamicImports) {
      const id = chunks.find(({ fileName }) => fileName === next)?.facadeModuleId
      if (!id || isKept(id)) visit(next)
    }
  }
  visit(entry.fileName)
  return [...found, ...Object.keys(built).filter(isFile)].sort()
}

/** A square icon of the mark; `inset` is the share of the side left free around it, for icons that are cut to a shape. */
const draw = async (mark: string, side: number, inset: number): Promise<Buffer> => {
  const full = inset > 0 ? mark.replace(' rx="8"', '') : mark
  const inner = Math.round(side * (1 - 2 * inset))
  const image = await sharp(Buffer.from(full), { density: 72 * (inner / 24) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = /<rect[^>]*fill="([^"]+)"/.exec(mark)?.[1] ?? '#000'
  const edge = Math.floor((side - inner) / 2)
  const borders = { top: edge, left: edge, right: side - inner - edge, bottom: side - inner - edge, background }
  return sharp(image).extend(borders).png({ compressionLevel: 9 }).toBuffer()
}

const icons = [
  { file: 'icons/192.png', side: 192, inset: 0 },
  { file: 'icons/512.png', side: 512, inset: 0 },
  // Android cuts a maskable icon to a circle of 80% of the side.
  { file: 'icons/maskable.png', side: 512, inset: 0.1 },
  // iOS rounds the corners itself and shows transparency as black.
  { file: 'icons/apple.png', side: 180, inset: 0.02 },
] as const

/** Emits the service worker with the list of files it keeps, and the icons of the installed application. */
export const offlineShell = (): Plugin => ({
  name: 'offline-shell',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = shellFiles(bundle)
      const weight = files.reduce((sum, name) => {
        const one = bundle[name]
        return sum + (one ? gzipped(one.type === 'chunk' ? one.code : one.source) : 0)
      }, 0)
      if (weight > 1_000_000) this.error(`The files kept for offline weigh ${weight} bytes: look at tools/worker.ts`)
      const source = await readFile(join(web, 'worker.ts'), 'utf8')
      const { code } = await transformWithOxc(source, 'worker.ts')
      const list = JSON.stringify([...files.map((name) => `/${name}`), '/before-paint.js', '/icon.svg'])
      const made = minifySync('worker.js', code.replace(/\bFILES\b/g, list).replace(/^export \{\};?$/m, '')).code
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: made })
      const mark = await readFile(join(web, 'public/icon.svg'), 'utf8')
      for (const { file, side, inset } of icons)
        this.emitFile({ type: 'asset', fileName: file, source: await draw(mark, side, inset) })
    },
  },
})
