import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const common = { root, exclude: ['node_modules/**', 'dist/**'] }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{apps,bench,features,platform}/**/*.test.{ts,tsx}'],
          exclude: [...common.exclude, '**/*.pg.test.ts'],
          // A zone with an odd offset: code that forgets the zone fails here.
          env: { TZ: 'Asia/Kathmandu' },
          // Property tests over every zone are long on a busy machine; what hangs is still ended.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'pg',
          include: ['{apps,features,platform}/**/*.pg.test.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          env: { TZ: 'Asia/Kathmandu' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      { test: { ...common, name: 'house', include: ['tools/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each file has a server, a database and a browser of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
})
