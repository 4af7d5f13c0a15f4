import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { acceptNotice, editSettings, listAcceptances, readSettings, type Settings } from './contract.ts'
import { clashes, namesOther } from './rules.ts'
import * as notice from './store.notice.ts'
import {
  findChangedSince,
  findSettings,
  isZoneOfDatabase,
  lockOrganization,
  putNotice,
  updateOrganization,
} from './store.ts'

/** The text is kept beside, in its versions; the organization only says which is in force. */
const withNotice = async (db: Db, { notice_text, ...changes }: Partial<Settings>) => {
  if (notice_text === undefined) return changes
  return { ...changes, notice_version: notice_text === '' ? null : await putNotice(db, notice_text) }
}

const columnsOf = (names: readonly string[]) => names.map((name) => (name === 'notice_text' ? 'notice_version' : name))

export const routes: readonly Route[] = [
  read(readSettings, findSettings),
  read(listAcceptances, notice.listAcceptances),

  write(editSettings, async ({ db, input }) => {
    if (namesOther(Object.keys(input))) return refuse('not_allowed')
    const { version, ...changes } = input
    const now = await lockOrganization(db)
    if (!now) return refuse('not_found')
    if (Object.keys(changes).length === 0) return { version: now.version }
    if (now.version !== version) {
      const since = version < now.version ? await findChangedSince(db, version) : null
      // Two people may change different things at once; the same thing is decided by who saves second, knowingly.
      const both = since ? clashes(columnsOf(Object.keys(changes)), since.changed) : columnsOf(Object.keys(changes))
      if (both.length > 0) {
        return refuse('changed_meanwhile', { version: now.version, changed: both, by: since?.by ?? null })
      }
    }
    if (changes.time_zone !== undefined && !(await isZoneOfDatabase(db, changes.time_zone))) {
      return refuseField('time_zone', 'This time zone is not known.')
    }
    return { version: await updateOrganization(db, await withNotice(db, changes as Partial<Settings>)) }
  }),

  write(acceptNotice, async ({ db, input }) =>
    (await notice.insertAcceptance(db, input.version)) ? { done: true } : refuse('notice_changed'),
  ),
]
