import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** What another save has changed meanwhile, in words, and the version that it made. */
export type Conflict = { version: number; changed: string[]; by: string | null }

/** What a `changed_meanwhile` says, its columns in the form's words; null where it names none. */
export const conflictIn = (
  details: Readonly<Record<string, unknown>>,
  words: Readonly<Record<string, string>>,
): Conflict | null => {
  const { version, changed, by } = details
  if (typeof version !== 'number' || !Array.isArray(changed)) return null
  const named = changed.map((field) => words[String(field)] ?? String(field))
  return { version, changed: [...new Set(named)], by: typeof by === 'string' ? by : null }
}

/** Somebody saved while this was being typed: what changed, and both ways on. Nothing typed is lost unless one says so. */
export const ConflictNotice = ({
  conflict,
  onTakeTheirs,
  onKeepMine,
}: {
  conflict: Conflict
  onTakeTheirs: () => void
  onKeepMine: () => void
}) => (
  <Notice
    tone="warn"
    title="Changed while you were editing"
    action={
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTakeTheirs}>
          Drop mine, show theirs
        </Button>
        <Button size="small" look="danger-quiet" onClick={onKeepMine}>
          Save mine over it
        </Button>
      </div>
    }
  >
    {conflict.by ?? 'Somebody'} changed the {conflict.changed.join(', ')}. What you typed is still here and not saved.
  </Notice>
)
