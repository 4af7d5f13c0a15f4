import { useDeferredValue } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { counted } from '#platform/shared/text.ts'
import { UNDO_OFFERED_MS } from '#platform/shared/time.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { countMatching, makeBulkEdit, makeMatchingEdit, previewBulkEdit, undoBulkEdit } from './contract.bulk.ts'
import { countOfficers, listOfficers, type OfficerItem, type RosterFilter } from './contract.ts'
import { listRosterValues } from './contract.values.ts'
import { type BulkEdit, type BulkKind, canUndo, previewOf } from './rules.bulk.ts'
import { bulkWords } from './words.bulk.ts'

/** Everyone whom the filter finds when the edit is made, and how many it found when they were selected. */
export type Everyone = { filter: RosterFilter; count: number }
export type Whom = Everyone | readonly OfficerItem[]
// Rows have a `filter` too: that of every array.
export const isEveryone = (whom: Whom): whom is Everyone => !Array.isArray(whom)
export const sizeOf = (whom: Whom): number => (isEveryone(whom) ? whom.count : whom.length)

type LeftOut = OutputOf<typeof makeBulkEdit>['left_out']
const leftOutWords: Readonly<Record<LeftOut[number]['why'], string>> = {
  same: 'already set',
  wrong_state: 'not active',
  own_row: 'your own record',
  last_admin: 'last admin',
  no_email: 'without an email',
  has_account: 'already have an account',
  not_found: 'no longer on the roster',
  no_match: 'no longer match',
}

export const people = (count: number): string => counted(count, 'officer')

/** `Unchanged: 12 already set, 1 not active.` Empty where the edit changes all of them. */
export const unchangedWords = (leftOut: LeftOut): string =>
  leftOut.length === 0
    ? ''
    : `Unchanged: ${leftOut.map(({ why, count }) => `${count.toLocaleString('en-US')} ${leftOutWords[why]}`).join(', ')}.`

type Preview = { changed: number; left_out: LeftOut }

/** Whom the edit changes: worked out here of selected rows, asked of the server of everyone who matches. */
export const useBulkPreview = (edit: BulkEdit, whom: Whom) => {
  const me = useSignedIn().officer?.id ?? ''
  const value = useDeferredValue('value' in edit ? edit.value : '')
  const everyone = isEveryone(whom)
  const asked = { ...(everyone ? whom.filter : {}), kind: edit.kind, value }
  const read = useRead(previewBulkEdit, asked, { enabled: everyone, keep: true })
  if (everyone) return { preview: read.data, error: read.error, retry: () => void read.refetch() }
  // The caller is an admin and stays one, so the last admin is never suspended here.
  const { changed, leftOut } = previewOf(edit, whom, { by_officer_id: me, active_admin_count: whom.length + 1 })
  const left_out = [...leftOut].map(([why, ids]) => ({ why, count: ids.length }))
  const preview: Preview | undefined = { changed: changed.length, left_out }
  return { preview, error: null, retry: () => undefined }
}

/** Who of them is on duty, by name; read as the question is asked. */
export const useOnDuty = (whom: Whom): string[] => {
  const everyone = isEveryone(whom)
  const { data } = useRead(previewBulkEdit, { ...(everyone ? whom.filter : {}), kind: 'suspend', value: '' })
  const chosen = everyone ? null : new Set(whom.map(({ id }) => id))
  return (data?.on_duty ?? []).flatMap(({ id, name }) => (!chosen || chosen.has(id) ? [name] : []))
}

const reads = [listOfficers, countOfficers, countMatching, listRosterValues] as const

/** Makes the edit, reports what it changed and skipped, and offers Undo for a minute. */
export const useBulkEdit = (kind: BulkKind) => {
  const make = useWrite(makeBulkEdit, { invalidates: reads })
  const makeMatching = useWrite(makeMatchingEdit, { invalidates: reads })
  const undo = useWrite(undoBulkEdit, { invalidates: reads })
  const takeBack = async (id: string) => {
    const { restored, left_out } = await undo.run({ id })
    toast.success(
      `${people(restored)} restored`,
      left_out > 0 ? `${people(left_out)} had newer changes, which were kept.` : '',
    )
  }
  const send = async (edit: BulkEdit, whom: Whom) => {
    const { id, changed, left_out } = isEveryone(whom)
      ? await makeMatching.run({ matching: whom.filter, edit })
      : await make.run({ officer_ids: whom.map((row) => row.id), edit })
    toast.success(`${people(changed)} ${bulkWords[kind].done}`, unchangedWords(left_out), {
      duration: id && canUndo(kind) ? UNDO_OFFERED_MS : left_out.length > 0 ? 15_000 : 5000,
      ...(id ? { action: { label: 'Undo', stays: true, onClick: () => void takeBack(id).catch(toast.failure) } } : {}),
    })
  }
  return send
}
