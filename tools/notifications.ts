import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notificationsPage } from './notifications-page.ts'

/** node tools/run.mjs tools/notifications.ts: writes the table of docs/notifications.md anew. */
const path = join(import.meta.dirname, '../docs/notifications.md')
writeFileSync(path, notificationsPage(readFileSync(path, 'utf8')))
