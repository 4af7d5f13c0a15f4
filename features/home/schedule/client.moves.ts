import { useState } from 'react'
import { notifiedWords } from '#features/roster/officers/words.contact.ts'
import { fieldsOf, valuesMoved, valuesOf } from '#features/shifts/assignment-editor/client.ts'
import { editAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { type Decided, neededIn } from '#features/shifts/assignment-editor/parts/editor-decisions.tsx'
import type { Needed } from '#features/shifts/assignment-editor/rules.decisions.ts'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { moveOfficer, undoChange } from '#features/shifts/replacements/contract.ts'
import { undoneWords } from '#features/shifts/replacements/words.ts'
import { sinceWords } from '#features/shifts/signups/client.takeover.ts'
import { paths } from '#platform/shared/paths.ts'
import { daysBetween, type WallDate } from '#platform/shared/time.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import type { Act } from './client.rows.ts'
import { readOfficersSchedule, readSchedule } from './contract.ts'
import { dayWord } from './words.ts'

const stale = [readSchedule, readOfficersSchedule]

type Step = { assignment_id: string; title: string; day: WallDate; to: WallDate; undo: boolean }
export type Asking = Step & { officers: Needed[] }

/** Moves a shift to another day with the editor's own call: the same checks, and the same questions about confirmed officers. */
export const useMoveShift = () => {
  const edit = useWrite(editAssignment, { invalidates: stale })
  const go = useGo()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [busy, setBusy] = useState(false)
  const open = (id: string) => ({ label: 'Open editor', onClick: () => go(paths.adminAssignmentEdit(id)) })
  const refused = (error: unknown, step: Step) => {
    if (!(error instanceof ApiError)) return toast.failure(error)
    if (error.code === 'decisions_needed') return setAsking({ ...step, officers: neededIn(error.details) })
    const said = error.fields[0]?.message
    // A time that is not there or there twice on that day is for the editor to ask about.
    if (said) toast.error('Not moved', said, { action: open(step.assignment_id) })
    else if (error.code === 'time_happens_twice')
      toast.error('Not moved', 'Clocks go back that day. Choose the earlier or the later time in the editor.', {
        action: open(step.assignment_id),
      })
    else toast.failure(error)
  }
  /** Whether it moved, or now asks about officers. */
  const run = async (step: Step, decisions: Decided = []): Promise<boolean> => {
    const { assignment_id: id, title, day, to, undo } = step
    setBusy(true)
    try {
      const seen = await call(readAssignment, { id })
      const fields = fieldsOf(valuesMoved(valuesOf(seen), daysBetween(day, to)))
      const { concerned, unreached } = await edit.run({ ...fields, id, version: seen.version, decisions })
      setAsking(null)
      const back = { ...step, day: to, to: day, undo: true }
      toast.success(undo ? 'Move undone.' : `${title} moved to ${dayWord(to)}.`, notifiedWords(concerned, unreached), {
        duration: 15_000,
        ...(undo ? {} : { action: { label: 'Undo', onClick: () => void run(back), stays: true } }),
      })
      return true
    } catch (error) {
      refused(error, step)
      return error instanceof ApiError && error.code === 'decisions_needed'
    } finally {
      setBusy(false)
    }
  }
  return {
    asking,
    busy,
    leave: () => setAsking(null),
    decide: (decided: Decided) => asking && void run(asking, decided),
    move: ({ assignment_id, title, day }: Act, to: WallDate) => run({ assignment_id, title, day, to, undo: false }),
  }
}

/** Undoes what one press did to an officer's spot. */
const useUndoChange = () => {
  const undo = useWrite(undoChange, { invalidates: stale })
  return (id: string) =>
    void undo.run({ id }).then(
      ({ swaps_ended }) =>
        toast.success('Undone.', undoneWords('Everyone is back on their original shift.', swaps_ended)),
      (error: unknown) => toast.failure(error),
    )
}

export type OfficerMove = { act: Act; assignment_id: string; title: string; officer: { id: string; name: string } }

/** Moves an officer to another shift, or gives the spot to a colleague. Throws what was refused. */
export const useMoveOfficer = () => {
  const moving = useWrite(moveOfficer, { invalidates: stale })
  const undo = useUndoChange()
  const { time_zone: zone } = useOrganization()
  const move = async ({ act, assignment_id, title, officer }: OfficerMove, override_reason?: string) => {
    const { change_id, since, unreached } = await moving.run({
      ...{ signup_id: act.signup?.id ?? '', assignment_id, officer_id: officer.id },
      ...(override_reason ? { override_reason } : {}),
    })
    const words =
      assignment_id === act.assignment_id
        ? `${officer.name} replaced ${act.signup?.name}${sinceWords(since, zone)}.`
        : `${officer.name} moved to ${title}${sinceWords(since, zone)}.`
    const concerned = officer.id === act.signup?.officer_id ? 1 : 2
    toast.success(words, notifiedWords(concerned, unreached), {
      duration: 15_000,
      action: { label: 'Undo', onClick: () => undo(change_id), stays: true },
    })
  }
  return { move, pending: moving.pending }
}
