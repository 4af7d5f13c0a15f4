import { UNDO_OFFERED_MS } from '#platform/shared/time.ts'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { readPlan, undoLines } from './contract.ts'
import { undoneWords } from './words.ts'

/** Undoes assignments of a plan, and the report of an assignment that offers it. */
export const useUndoLines = (planId: string) => {
  const undoing = useWrite(undoLines, { invalidates: [readPlan] })
  const undo = (ids: readonly string[]) =>
    undoing
      .run({ id: planId, line_ids: [...ids] })
      .then(({ results }) => {
        const done = results.filter((one) => one.done).length
        const { title, text } = undoneWords(done, results.length - done)
        if (done > 0) toast.success(title, text)
        else toast.error(title, text)
      })
      .catch(toast.failure)
  /** Reports what was assigned; the toast undoes it. */
  const report = (title: string, text: string, ids: readonly string[]) =>
    toast.success(title, text, {
      duration: UNDO_OFFERED_MS,
      action: { label: 'Undo', stays: true, onClick: () => void undo(ids) },
    })
  return { undo, report, busy: undoing.pending }
}
