import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { countMatching, makeBulkEdit, makeMatchingEdit, previewBulkEdit, undoBulkEdit } from './contract.bulk.ts'
import type { RosterFilter } from './contract.ts'
import { type BulkEdit, type BulkKind, type BulkRow, inBatches, type LeftOut, previewOf } from './rules.bulk.ts'
import { standingOf } from './rules.ts'
import * as store from './store.bulk.ts'
import { sendInvitation } from './store.letters.ts'
import * as officers from './store.ts'

type Row = BulkRow & { locked: officers.OfficerLocked }

/** The rows of these ids with all that the rule asks, locked; only those whom the filter still finds. */
const listRowsLocked = async (db: Db, ids: readonly string[], matching?: RosterFilter): Promise<Row[]> => {
  const rows: Row[] = []
  const also = matching && officers.matches(matching)
  for (const batch of inBatches(ids)) {
    for (const locked of await officers.listOfficersLocked(db, batch, also)) {
      rows.push({ ...locked, standing: standingOf(locked), has_account: locked.user_id !== null, locked })
    }
  }
  return rows
}

const invite = async (db: Db, rows: readonly Row[], origin: string) => {
  const of = await officers.findOrganization(db)
  for (const { id, locked } of rows) {
    const { name, email, email_key } = locked
    if (email !== null && email_key !== null) await sendInvitation(db, of, { id, name, email, email_key }, origin)
  }
}

/** Carries the edit out on rows that the rule lets it change; the id for undoing, or null. */
const carryOut = async (db: Db, edit: BulkEdit, rows: readonly Row[], origin: string): Promise<string | null> => {
  if (rows.length === 0) return null
  if (edit.kind === 'invite') {
    await invite(db, rows, origin)
    return null
  }
  const before = new Map(rows.map((row) => [row.id, edit.kind === 'suspend' ? null : row[edit.kind]]))
  const changes: store.Change[] = []
  for (const ids of inBatches(rows.map(({ id }) => id))) {
    if (edit.kind === 'suspend') await officers.updateStanding(db, ids, 'suspend', edit.reason)
    const changed =
      edit.kind === 'suspend'
        ? await store.listVersions(db, ids)
        : await store.updateColumn(db, edit.kind, ids, edit.value || null)
    changes.push(...changed.map((row) => ({ ...row, before: before.get(row.id) ?? null })))
  }
  return store.insertEdit(db, edit.kind, changes)
}

const leftOutOf = (leftOut: ReadonlyMap<LeftOut, readonly string[]>) =>
  [...leftOut].map(([why, of]) => ({ why, count: of.length }))

type Asked = {
  edit: BulkEdit
  ids: () => Promise<readonly string[]> | readonly string[]
  matching?: RosterFilter
  /** What has become of those who are not there under the lock. */
  gone: 'not_found' | 'no_match'
}

const makeEdit = async (db: Db, { edit, ids: find, matching, gone }: Asked, origin: string) => {
  // The house first, as for a single officer: of many admins at once each counts the ones before.
  const house = await officers.findHouseLocked(db)
  const ids = await find()
  const rows = await listRowsLocked(db, ids, matching)
  const { changed, leftOut } = previewOf(edit, rows, house)
  const chosen = new Set(changed)
  const id = await carryOut(
    db,
    edit,
    rows.filter((row) => chosen.has(row.id)),
    origin,
  )
  const missing = ids.length - rows.length
  return {
    id,
    changed: changed.length,
    left_out: [...leftOutOf(leftOut), ...(missing > 0 ? [{ why: gone, count: missing }] : [])],
  }
}

/** Puts back what was there, of rows that nobody changed since; how many. */
const restore = async (db: Db, { kind, changes }: store.FoundEdit): Promise<number> => {
  // The house first, as the edits do: both change many rows.
  await officers.findHouseLocked(db)
  let restored = 0
  for (const batch of inBatches(changes.toSorted((a, b) => (a.id < b.id ? -1 : 1)))) {
    const ids = await store.listUnchanged(db, batch)
    restored += ids.length
    if (kind === 'suspend') await officers.updateStanding(db, ids, 'restore', null)
    else await store.restoreColumn(db, kind, batch)
  }
  return restored
}

type Facts = { rows: BulkRow[]; house: officers.House; on_duty: { id: string; name: string }[] }

export const routes: readonly Route[] = [
  read(countMatching, officers.countMatching),
  read(previewBulkEdit, store.findPreviewFacts, ([row]) => {
    const { rows, house, on_duty, kind, value } = row as Facts & { kind: BulkKind; value: string }
    const edit: BulkEdit = kind === 'suspend' ? { kind, reason: value } : kind === 'invite' ? { kind } : { kind, value }
    const { changed, leftOut } = previewOf(edit, rows, house)
    return { changed: changed.length, left_out: leftOutOf(leftOut), on_duty }
  }),
  write(makeBulkEdit, ({ db, input: { officer_ids, edit }, request }) =>
    makeEdit(db, { edit, ids: () => [...new Set(officer_ids)], gone: 'not_found' }, request.origin),
  ),
  // Found at one moment, and asked once more under the lock, a batch at a time.
  write(makeMatchingEdit, ({ db, input: { matching, edit }, request }) =>
    makeEdit(db, { edit, ids: () => store.listMatching(db, matching), matching, gone: 'no_match' }, request.origin),
  ),
  write(undoBulkEdit, async ({ db, input }) => {
    const found = await store.lockEdit(db, input.id)
    if (!found) return refuse('not_found')
    if (found.over) return refuse('bulk_undo_over')
    await store.markUndone(db, input.id)
    const restored = await restore(db, found)
    return { restored, left_out: found.changes.length - restored }
  }),
]
