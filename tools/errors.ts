import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#apps/server/routes.ts'
import { messages } from '#apps/shared/messages.ts'
import { errorsPage } from '#tools/errors-page.ts'

/** node tools/run.mjs tools/errors.ts: regenerates docs/errors.md. */
const page = errorsPage(
  routes.map((route) => route.endpoint),
  messages,
)
writeFileSync(join(import.meta.dirname, '../docs/errors.md'), page)
