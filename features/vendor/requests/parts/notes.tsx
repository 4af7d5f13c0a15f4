import { useState } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { ago } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Textarea } from '#platform/web/ui/input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { NOTE_MOST } from '../rules.trial.ts'

type Note = { id: string; author: string | null; body: string; created_at: string }

/** Internal staff notes on a request. Typed text stays until it is saved. */
export const Notes = ({ notes, onAdd }: { notes: readonly Note[]; onAdd: (body: string) => Promise<unknown> }) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const now = useNow()
  const add = async () => {
    setBusy(true)
    try {
      await onAdd(typed.trim())
      setTyped('')
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="Notes" hint="Visible to vendor staff only.">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') void add()
        }}
      >
        <Field label="New note">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={NOTE_MOST}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={busy} why={typed.trim() === '' ? 'Enter a note.' : null}>
            Add note
          </Button>
        </div>
      </form>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mt-4 divide-y divide-line border-t border-line">
          {notes.map((note) => (
            <li key={note.id} className="py-3">
              <p className="text-small text-faint">
                {note.author ?? 'Former staff'} · {ago(note.created_at, now)}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{note.body}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
