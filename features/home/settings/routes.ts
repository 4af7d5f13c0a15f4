import {
  acceptNotice,
  editSettings,
  listAcceptances,
  readSettings,
  type Settings,
} from '#features/department/settings/contract.ts'
import { clashes } from '#features/department/settings/rules.ts'
import * as notice from '#features/department/settings/store.notice.ts'
import {
  findChangedSince,
  findSettings,
  isZoneOfDatabase,
  lockOrganization,
  putNotice,
  updateOrganization,
} from '#features/department/settings/store.ts'
import { noteModeChosen } from '#features/home/onboarding/store.ts'
import { changeZone } from '#features/shifts/zone-changes/store.change.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'

/** The text is stored separately, by version; the organization only says which version is in force. */
const withNotice = async (db: Db, { notice_text, ...changes }: Partial<Settings>) => {
  if (notice_text === undefined) return changes
  return { ...changes, notice_version: notice_text === '' ? null : await putNotice(db, notice_text) }
}

const columnsOf = (names: readonly string[]) => names.map((name) => (name === 'notice_text' ? 'notice_version' : name))

export const routes: readonly Route[] = [
  read(readSettings, findSettings),
  read(listAcceptances, notice.listAcceptances),

  write(editSettings, async ({ db, input }) => {
    const { version, shifts_keep, ...changes } = input
    const now = await lockOrganization(db)
    if (!now) return refuse('not_found')
    if (Object.keys(changes).length === 0) return { version: now.version }
    if (now.version !== version) {
      const since = version < now.version ? await findChangedSince(db, version) : null
      // Two people may change different settings at once; if both change the same one, the second must confirm the overwrite.
      const both = since ? clashes(columnsOf(Object.keys(changes)), since.changed) : columnsOf(Object.keys(changes))
      if (both.length > 0) {
        return refuse('changed_meanwhile', { version: now.version, changed: both, by: since?.by ?? null })
      }
    }
    if (changes.time_zone !== undefined && !(await isZoneOfDatabase(db, changes.time_zone))) {
      return refuseField('time_zone', 'Unknown time zone.')
    }
    if (changes.time_zone !== undefined && changes.time_zone !== now.time_zone) {
      const refusal = await changeZone(db, { from: now.time_zone, to: changes.time_zone, keep: shifts_keep })
      if (refusal) return refusal
    }
    if (changes.signup_mode !== undefined) await noteModeChosen(db)
    return { version: await updateOrganization(db, await withNotice(db, changes as Partial<Settings>)) }
  }),

  write(acceptNotice, async ({ db, input }) =>
    (await notice.insertAcceptance(db, input.version)) ? { done: true } : refuse('notice_changed'),
  ),
]
