import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pack, prerender, visitorEntry } from './tools/prerender.ts'

/** The page's policy allows no style element made by a script: sonner's own styles come from its stylesheet (toast.tsx), and
 * what would insert them again is taken out. Fails when there is nothing to take out, so that an update is noticed. */
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

/** No browser makes a schema for OpenAPI, and zod brings what makes it with every one of its own: left out, under its names. */
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

const server = process.env.SERVER_URL ?? 'http://localhost:3000'

export default defineConfig({
  publicDir: 'apps/web/public',
  plugins: [withoutStyleElements(), withoutJsonSchema(), react(), tailwindcss(), prerender(), pack()],
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // No `data:` fonts or pictures and no inline script: the policy allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { app: 'index.html', visitor: visitorEntry } },
  },
  server: {
    proxy: {
      '/api': {
        target: server,
        configure: (proxy) => {
          // The server refuses writes from other origins than its own.
          proxy.on('proxyReq', (request) => request.setHeader('origin', server))
        },
      },
    },
  },
})
