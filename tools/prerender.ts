import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { type Plugin, runnerImport } from 'vite'
import type { Made } from '#apps/web/landing/document.tsx'
import type { renderPages } from '#apps/web/landing/pages.tsx'
import { type Chunk, fetchedTooEarly, gzipped, overBudget, staticallyNeeded } from './budgets.ts'

const landing = join(import.meta.dirname, '../apps/web/landing')
export const visitorEntry = join(landing, 'visitor.ts')

type Pages = { renderPages: typeof renderPages }
const shotsFolder = join(landing, 'shots')

/** The pages are drawn anew, by a server of the build's own, from the same sources as the application. */
const draw = async (made: Made) => {
  const { module } = await runnerImport<Pages>(join(landing, 'pages.tsx'), {
    configFile: false,
    root: join(landing, '../../..'),
    plugins: [react()],
    logLevel: 'error',
  })
  return module.renderPages(made)
}

/** Draws the visitors' pages once the scripts and styles have their names, and fails the build where a budget is not kept. */
export const prerender = (): Plugin => ({
  name: 'prerender',
  apply: 'build',
  // After everybody else: what is weighed is what is written.
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one): Chunk[] => (one.type === 'chunk' ? [one] : []))
      const entryOf = (part: string) => {
        const found = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.isEntry && one.facadeModuleId?.endsWith(part),
        )
        if (found?.type !== 'chunk') throw new Error(`the build has no entry ${part}`)
        return found
      }
      const visitor = entryOf('landing/visitor.ts')
      const sheets = [...(visitor.viteMetadata?.importedCss ?? [])]
      const style = sheets.map((name) => {
        const sheet = bundle[name]
        if (sheet?.type !== 'asset') throw new Error(`the build has no stylesheet ${name}`)
        // It stands in the pages.
        delete bundle[name]
        return String(sheet.source).trim()
      })
      const font = /url\(["']?([^"')]+\.woff2)/.exec(style.join(''))?.[1]
      if (!font) throw new Error('the visitors’ stylesheet names no font')
      const shots: Record<string, Made['shots'][string]> = {}
      let pictures = 0
      const emit = async (file: string) => {
        const source = readFileSync(join(shotsFolder, file))
        pictures += source.length
        const { width, height } = await sharp(source).metadata()
        return { url: `/${this.getFileName(this.emitFile({ type: 'asset', name: file, source }))}`, width, height }
      }
      const files = readdirSync(shotsFolder)
      for (const file of files.filter((name) => name.endsWith('.webp') && !name.endsWith('.part.webp'))) {
        const part = file.replace('.webp', '.part.webp')
        shots[file.replace('.webp', '')] = {
          ...(await emit(file)),
          part: files.includes(part) ? await emit(part) : null,
        }
      }
      const drawn = await draw({ style: style.join('\n'), script: `/${visitor.fileName}`, font, shots })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(drawn) })
      const shell = entryOf('index.html').fileName
      const early = fetchedTooEarly(staticallyNeeded(chunks, shell))
      if (early.length > 0) this.error(`Fetched by everybody:\n${early.join('\n')}`)
      const weigh = (entry: string) => gzipped(...staticallyNeeded(chunks, entry).map(({ code }) => code))
      const faults = overBudget({
        visitorScript: weigh(visitor.fileName),
        shellScript: weigh(shell),
        visitorPage: Math.max(...Object.values(drawn.pages).map((page) => gzipped(page))),
        landingPictures: pictures,
      })
      if (faults.length > 0) this.error(`Over budget:\n${faults.join('\n')}`)
    },
  },
})

const packs = { br: promisify(brotliCompress), gz: promisify(gzip) } as const
/** Text of the build lies packed beside itself, as small as it gets: the server sends it without packing it for each browser anew. */
export const pack = (): Plugin => ({
  name: 'pack',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name))
      if (texts.length === 0) throw new Error('there is nothing to pack')
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir, name)
          const text = await readFile(file)
          await Promise.all(
            Object.entries(packs).map(async ([ending, packed]) => writeFile(`${file}.${ending}`, await packed(text))),
          )
        }),
      )
    },
  },
})
