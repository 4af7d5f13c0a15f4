import { expect, test } from 'vitest'
import { sampleFields, sampleRoster } from './client.sample.ts'
import { guessMapping } from './rules.mapping.ts'
import { planImport } from './rules.ts'

test('the sample file is matched by its headers, and every row can be imported', () => {
  const [headers = [], ...rows] = sampleRoster()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  const mapping = guessMapping(headers, rows)
  expect(mapping).toEqual(sampleFields)
  expect(planImport(rows, mapping, []).rows.map(({ verdict }) => verdict)).toEqual(['create', 'create'])
})
