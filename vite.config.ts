import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunks } from '#tools/chunks.ts'
import { smallFont } from '#tools/font.ts'
import { pack, prerender, visitorEntry } from '#tools/prerender.ts'
import { offlineShell } from '#tools/worker.ts'

/**
 * The page's policy forbids style elements created by scripts: sonner's styles come from its stylesheet (toast.tsx), and its code
 * that inserts them is removed. Fails if there is nothing to remove, so that an update is noticed.
 */
const withoutStyleElements = (): Plugin => ({
  name: 'without-style-elements',
  enforce: 'pre',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler(code) {
      const clean = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (clean === code) throw new Error('sonner no longer inserts its styles the way it did: look at it again')
      return { code: clean, map: null }
    },
  },
})

/**
 * Removes zod's JSON Schema generator from the browser build: only OpenAPI needs it, but zod includes it with every schema. Its
 * export names stay.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((found) => found[1])
      if (names.length < 5) throw new Error('zod makes its JSON schemas in another way: look at it again')
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  },
})

/**
 * Empties zod's English messages: `setZodWords` (platform/shared/field-words.ts) has its own for every field. The few kinds it leaves
 * out get zod's "Invalid input", as they would without a language.
 */
const withoutLocale = (): Plugin => ({
  name: 'without-locale',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]locales[\\/]en\.js/ },
    handler(code) {
      if (!code.includes('localeError')) throw new Error('zod words its messages in another way: look at it again')
      return { code: 'export default () => ({})', map: null }
    },
  },
})

/** The sentence about each call is for the description of the API, which the server makes; no screen shows it. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /features[\\/].*[\\/]contract(\.[a-z0-9-]+)?\.ts$/ },
    handler(code) {
      const clean = code.replace(/^( +summary:)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)/gm, "$1 ''")
      if (/summary:(?! ''| z)/.test(clean))
        throw new Error('a call has its summary written in another way: look at it again')
      return { code: clean, map: null }
    },
  },
})

const server = process.env.SERVER_URL ?? 'http://localhost:3000'
/** The only origin the server accepts writes from. */
const origin = process.env.PUBLIC_URL ?? server

const files = chunks('index.html', visitorEntry)

export default defineConfig({
  publicDir: 'apps/web/public',
  resolve: {
    // What libraries carry for versions of React before 18.
    alias: [
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  plugins: [
    withoutStyleElements(),
    withoutJsonSchema(),
    withoutLocale(),
    withoutSummaries(),
    react(),
    tailwindcss(),
    files.plugin,
    smallFont(),
    prerender(),
    offlineShell(),
    pack(),
  ],
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // No `data:` fonts or images and no inline scripts: the policy forbids them.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry and what it imports are there before a script asks for more.
      resolveDependencies: (_file, needed, { hostType }) =>
        needed.filter((name) => hostType === 'html' || !/^assets\/(rolldown-runtime|libraries|app)-/.test(name)),
    },
    rolldownOptions: {
      input: { app: 'index.html', visitor: visitorEntry },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: files.fileOf }] } },
    },
  },
  server: {
    proxy: {
      '/api': {
        target: server,
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.setHeader('origin', origin))
        },
      },
    },
  },
})
