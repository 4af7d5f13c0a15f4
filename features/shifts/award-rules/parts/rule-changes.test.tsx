import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainRule } from '../rules.ts'
import { methodWords } from '../words.ts'
import { ChangedWords } from './rule-changes.tsx'

test('a version says only what it says differently than the one before, and what no longer applies', () => {
  const html = renderToStaticMarkup(
    <ChangedWords from={{ ...plainRule, method: 'seniority' }} to={{ ...plainRule, method: 'lottery' }} />,
  )
  expect(html).toContain(`Removed: </span>${methodWords.seniority}</del>`)
  expect(html).toContain(`New: </span>${methodWords.lottery}</ins>`)
  expect(renderToStaticMarkup(<ChangedWords from={plainRule} to={plainRule} />)).not.toContain('<li')
})
