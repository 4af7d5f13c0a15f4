import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/offline.md names a test for each row: the file exists, and has a test of that title. */
const files = ['apps', 'e2e', 'features', 'platform'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|e2e)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`),
)
const titlesOf = (name: string): string[] => {
  const path = files.find((one) => one.endsWith(`/${name}`) || one.endsWith(`/${name}.e2e.ts`))
  if (!path) return []
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/\b(?:test|it|describe)\(\s*(['`])((?:(?!\1).)*)\1/g)].map(([, , title = '']) =>
    title.toLowerCase(),
  )
}

test('each row of the table names tests that exist', () => {
  const rows = readFileSync('docs/offline.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.flatMap(([, who = '', , shown = '']) => {
    const cited = shown.split('; ').flatMap((one) => {
      const [, names = '', parts = ''] = /^((?:`[\w.-]+`(?:, )?)+): (.*)$/.exec(one) ?? []
      const titles = [...names.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => titlesOf(name))
      return parts
        .split(', ')
        .map((part) => ({ part, found: titles.some((title) => title.includes(part.toLowerCase())) }))
    })
    return cited.filter(({ part, found }) => part === '' || !found).map(({ part }) => `${who}: ${part || shown}`)
  })
  expect(missing).toEqual([])
})
