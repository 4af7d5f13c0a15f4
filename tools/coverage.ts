import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveragePage, notYetPage, shownBy } from './coverage-pages.ts'
import { readRequirements } from './house-requirements.ts'
import { readProject } from './house-rules.ts'

/** node tools/run.mjs tools/coverage.ts: writes docs/specification-coverage.md and docs/not-yet.md anew. */
const root = join(import.meta.dirname, '..')
const files = readProject(root)
const rows = readRequirements(files.find(({ path }) => path === 'docs/requirements.tsv')?.text ?? '')
const shown = shownBy(rows, files)
writeFileSync(join(root, 'docs/specification-coverage.md'), coveragePage(rows, shown))
writeFileSync(join(root, 'docs/not-yet.md'), notYetPage(rows, shown))
