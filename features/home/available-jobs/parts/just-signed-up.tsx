import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'
import { listMyOffers } from '#features/shifts/offers/contract.ts'
import { listOpenJobs, type OwnSignup, undoSignUp } from '#features/shifts/signups/contract.ts'
import { UNDO_OFFERED_MS } from '#platform/shared/time.ts'
import { useWrite } from '#platform/web/reads.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { signupBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'

/**
 * The sign-up made on this screen, once the server has answered, and whether it can still be undone: for `shown` milliseconds, by default
 * as long as screens offer an undo.
 */
export const useJustSignedUp = (own: OwnSignup | null, shown: number = UNDO_OFFERED_MS) => {
  const [made, setMade] = useState<OwnSignup | null>(null)
  const [undoable, setUndoable] = useState(false)
  useEffect(() => {
    if (!made) return
    const timer = setTimeout(() => setUndoable(false), shown)
    return () => clearTimeout(timer)
  }, [made, shown])
  const keep = (answer: OwnSignup) => {
    setMade(answer)
    setUndoable(true)
  }
  // The list reports any later change.
  const changed = made !== null && own !== null && (own.id !== made.id || own.status !== made.status)
  return { made: changed ? null : made, undoable, keep, leave: () => setMade(null) }
}
export type JustSignedUp = ReturnType<typeof useJustSignedUp>

const doneWords: Readonly<Partial<Record<OwnSignup['status'], string>>> = {
  confirmed: 'Signed up',
  pending_approval: 'Requested',
  interested: 'Applied',
}

/** Replaces the pressed button; not interactive itself. */
export const SignedUp = ({ made }: { made: OwnSignup }) => (
  <p role="status" className="flex min-h-11 items-center gap-1.5 font-medium text-ok md:min-h-control">
    <CircleCheck aria-hidden className="size-[1.15em] shrink-0" />
    {doneWords[made.status] ?? signupBadge[made.status].word}
  </p>
)

/** Undoes the sign-up. Placed away from the button just pressed, so that a double tap can't hit it. */
export const UndoSignUp = ({
  title,
  fresh,
  wide = false,
}: {
  title: string
  fresh: JustSignedUp
  /** A line of its own. */
  wide?: boolean
}) => {
  const undoing = useWrite(undoSignUp, { invalidates: [listOpenJobs, listMyOffers] })
  const { made } = fresh
  if (made === null || !(fresh.undoable || undoing.pending)) return null
  const undo = async () => {
    try {
      await undoing.run({ id: made.id })
      fresh.leave()
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <button
      type="button"
      aria-label={`Undo: ${title}`}
      aria-busy={undoing.pending || undefined}
      aria-disabled={undoing.pending || undefined}
      className={cx(
        'pointer-events-auto inline-flex min-h-11 min-w-11 items-center justify-center px-2 font-semibold text-brand-ink hover:underline aria-busy:opacity-70',
        wide ? 'w-full' : '-my-3.5',
      )}
      onClick={() => !undoing.pending && void undo()}
    >
      Undo
    </button>
  )
}
