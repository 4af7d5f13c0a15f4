import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import type { renderSignIns } from '#apps/web/early/sign-in.tsx'
import type { Made } from '#apps/web/landing/document.tsx'
import type { renderPages } from '#apps/web/landing/pages.tsx'
import { filesAhead } from '#tools/ahead.ts'
import { type Chunk, fetchedTooEarly, gzipped, overBudget, staticallyNeeded } from '#tools/budgets.ts'

const landing = join(import.meta.dirname, '../apps/web/landing')
export const visitorEntry = join(landing, 'visitor.ts')

type Pages = { renderPages: typeof renderPages }
type SignIns = { renderSignIns: typeof renderSignIns }
const shotsFolder = join(landing, 'shots')

/** Loads a module in the build's own server, from the same sources as the application. */
const load = async <T>(file: string, plugins: Plugin[] = [], define: Record<string, string> = {}) => {
  const shared = { configFile: false as const, root: join(landing, '../../..'), logLevel: 'error' as const }
  return (await runnerImport<T>(file, { ...shared, plugins: [...plugins, react()], define })).module
}

const draw = async (made: Made) => (await load<Pages>(join(landing, 'pages.tsx'))).renderPages(made)

/** The roles that a demo may offer (apps/server/demo.ts). */
const offers = ['', 'officer admin', 'officer admin super_admin'] as const
/** What the page's head says, which is not there yet. */
const factsOf = (roles: string): Plugin => ({
  name: 'facts',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('platform/web/page-facts.ts')
      ? `export const pageFact = (name) => (${JSON.stringify({ 'application-name': '{product}', 'demo-roles': roles })})[name] ?? ''`
      : null,
})

/** As in a browser that knows passkeys. An open channel to other tabs would keep the build from ending. */
const browser = { PublicKeyCredential: 'Object', BroadcastChannel: 'undefined' }

/** The sign-in pages, by the roles that a demo offers. */
const drawSignIns = async () => {
  const drawn: Record<string, Awaited<ReturnType<typeof renderSignIns>>> = {}
  for (const roles of offers) {
    const file = join(landing, '../early/sign-in.tsx')
    const { renderSignIns: render } = await load<SignIns>(file, [factsOf(roles)], browser)
    drawn[roles] = await render()
  }
  return drawn
}

type Built = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
/** The file that holds an entry or a screen, by the end of its path. */
const chunkOf = (built: Built, part: string): Rolldown.OutputChunk => {
  const found = built.find((one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(part)))
  if (found?.type !== 'chunk') throw new Error(`the build has no file for ${part}`)
  return found
}

/** What a phone loads before this screen is useful. */
const filesOf = (screen: string, built: Built, chunks: Chunk[], shell: string) => {
  const { fileName } = chunkOf(built, screen)
  return [...new Set([shell, fileName].flatMap((file) => staticallyNeeded(chunks, file)))]
}

/** A stylesheet that is inlined in the pages, and is no file any more. */
const takeSheet = (bundle: Rolldown.OutputBundle, name: string): string => {
  const sheet = bundle[name]
  if (sheet?.type !== 'asset') throw new Error(`the build has no stylesheet ${name}`)
  delete bundle[name]
  return String(sheet.source).trim()
}

/** Renders the visitor pages once scripts and styles have their final names, and fails the build if a budget is exceeded. */
export const prerender = (): Plugin => ({
  name: 'prerender',
  apply: 'build',
  // Runs after all other plugins, so that it measures what is written.
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one): Chunk[] => (one.type === 'chunk' ? [one] : []))
      const built = Object.values(bundle)
      const visitor = chunkOf(built, 'landing/visitor.ts')
      const sheets = [...(visitor.viteMetadata?.importedCss ?? [])]
      const style = sheets.map((name) => takeSheet(bundle, name))
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
      const shell = chunkOf(built, 'index.html').fileName
      const parts = built.filter((one) => one.type === 'chunk')
      const emitList = (name: string, list: object) =>
        this.emitFile({ type: 'asset', fileName: `${name}.json`, source: JSON.stringify(list) })
      emitList('pages', drawn)
      emitList('early', await drawSignIns())
      emitList('ahead', filesAhead(parts, shell))
      const early = fetchedTooEarly(staticallyNeeded(chunks, shell))
      if (early.length > 0) this.error(`Fetched by everybody:\n${early.join('\n')}`)
      const weigh = (entry: string) => gzipped(...staticallyNeeded(chunks, entry).map(({ code }) => code))
      const forOfficer = filesOf('dashboards/screens/officer.tsx', built, chunks, shell)
      const forSignIn = filesOf('sign-ins/screens/agency-sign-in.tsx', built, chunks, shell)
      const faults = overBudget({
        visitorScript: weigh(visitor.fileName),
        shellScript: weigh(shell),
        officerScript: gzipped(...forOfficer.map(({ code }) => code)),
        officerFiles: forOfficer.length,
        signInScript: gzipped(...forSignIn.map(({ code }) => code)),
        signInFiles: forSignIn.length,
        visitorPage: Math.max(...Object.values(drawn.pages).map((page) => gzipped(page))),
        landingPictures: pictures,
      })
      if (faults.length > 0) this.error(`Over budget:\n${faults.join('\n')}`)
    },
  },
})

const packs = { br: promisify(brotliCompress), gz: promisify(gzip) } as const
/** Compresses the build's text files at the highest level, so that the server need not compress them for each browser. */
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
