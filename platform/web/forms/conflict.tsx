import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** The fields another save changed in the meantime, by their labels, and the version it created. */
export type Conflict = { version: number; changed: string[]; by: string | null }

/** The conflict in a `changed_meanwhile` refusal, with columns named by the form's labels; null if it names none. */
export const conflictIn = (
  details: Readonly<Record<string, unknown>>,
  words: Readonly<Record<string, string>>,
): Conflict | null => {
  const { version, changed, by } = details
  if (typeof version !== 'number' || !Array.isArray(changed)) return null
  const named = changed.map((field) => words[String(field)] ?? String(field))
  return { version, changed: [...new Set(named)], by: typeof by === 'string' ? by : null }
}

/**
 * Someone else saved during editing: lists the changes and offers both ways to continue. Typed input is lost only if the person
 * chooses so.
 */
export const ConflictNotice = ({
  conflict,
  when,
  onTakeTheirs,
  onKeepMine,
}: {
  conflict: Conflict
  /** When the other save was, in words. */
  when?: string | undefined
  onTakeTheirs: () => void
  onKeepMine: () => void
}) => (
  <Notice
    tone="warn"
    title="Changed while you were editing"
    action={
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTakeTheirs}>
          Discard mine, show theirs
        </Button>
        <Button size="small" look="danger-quiet" onClick={onKeepMine}>
          Save mine instead
        </Button>
      </div>
    }
  >
    {conflict.by ?? 'Someone'} changed {conflict.changed.length > 0 ? `the ${conflict.changed.join(', ')}` : 'this'}
    {when && ` (${when})`}. Your changes are still here but not saved.
  </Notice>
)
