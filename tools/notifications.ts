import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notificationsPage } from '#tools/notifications-page.ts'

/** node tools/run.mjs tools/notifications.ts: regenerates the table in docs/notifications.md. */
const path = join(import.meta.dirname, '../docs/notifications.md')
writeFileSync(path, notificationsPage(readFileSync(path, 'utf8')))
