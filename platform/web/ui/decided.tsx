import { type ReactNode, useEffect, useRef, useState } from 'react'
import { UNDO_OFFERED_MS } from '#platform/shared/time.ts'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** Whether Undo is still offered, and what it does. */
const useUndo = (undo: (() => Promise<unknown>) | null) => {
  const [inTime, setInTime] = useState(true)
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setInTime(false), UNDO_OFFERED_MS)
    // The button that had the focus is gone: the keyboard goes on from here.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    return () => clearTimeout(timer)
  }, [])
  const press = async () => {
    setBusy(true)
    try {
      await undo?.()
      // Its message is no longer true.
      toast.dismiss()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'undo_over') setInTime(false)
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return { inTime, busy, button, press }
}

/**
 * Replaces a row's buttons: the decision, what to do next, and Undo for a while. Their room is kept, and Undo comes where the first of
 * them was: when they return, no other one is under the pointer.
 */
export const Decided = ({
  words,
  name,
  undo,
  instead,
  children,
}: {
  words: string
  /** Whose it is, for the name of the button. */
  name: string
  /** Null where it cannot be undone. Throwing is how it is refused. */
  undo: (() => Promise<unknown>) | null
  /** The original buttons, the safest one first. */
  instead: ReactNode
  children?: ReactNode
}) => {
  const { inTime, busy, button, press } = useUndo(undo)
  // A row that is read again may have others.
  const [room] = useState(instead)
  return (
    <div className="inline-grid items-center">
      <div aria-hidden className="invisible col-start-1 row-start-1 flex flex-wrap gap-x-1 gap-y-2 md:block">
        {room}
      </div>
      <div className="col-start-1 row-start-1 flex min-h-11 items-center gap-2 md:min-h-8">
        {undo && inTime && (
          <Button
            ref={button}
            size="small"
            busy={busy}
            aria-label={`Undo: ${name}`}
            // Ignores the second click of a double click.
            onClick={(event) => (event.detail > 1 ? undefined : void press())}
          >
            Undo
          </Button>
        )}
        <span role="status" className="text-small font-medium">
          {words}
        </span>
        {children}
      </div>
    </div>
  )
}
