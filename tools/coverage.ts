import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveragePage, notYetPage, shownBy } from '#tools/coverage-pages.ts'
import { readRequirements } from '#tools/house-requirements.ts'
import { readProject } from '#tools/house-rules.ts'

/** node tools/run.mjs tools/coverage.ts: regenerates docs/specification-coverage.md and docs/not-yet.md. */
const root = join(import.meta.dirname, '..')
const files = readProject(root)
const rows = readRequirements(files.find(({ path }) => path === 'docs/requirements.tsv')?.text ?? '')
const shown = shownBy(rows, files)
writeFileSync(join(root, 'docs/specification-coverage.md'), coveragePage(rows, shown))
writeFileSync(join(root, 'docs/not-yet.md'), notYetPage(rows, shown))
