import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#apps/server/routes.ts'
import { messages } from '#apps/web/messages.ts'
import { errorsPage } from './errors-page.ts'

/** node tools/run.mjs tools/errors.ts: writes docs/errors.md anew. */
const page = errorsPage(
  routes.map((route) => route.endpoint),
  messages,
)
writeFileSync(join(import.meta.dirname, '../docs/errors.md'), page)
