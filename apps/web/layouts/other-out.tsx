import { useEffect, useState } from 'react'
import { forgetLockedOut, readLockedOut } from '#platform/web/locked-out.ts'
import { useZone } from '#platform/web/session.ts'
import { clock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'

/** Two officers share the phone: a check-out on the sign-in page was for the one who had signed in last. */
export default function OtherOut({ owner }: { owner: string | null }) {
  const zone = useZone()
  const [at, setAt] = useState(() => readLockedOut(owner))
  // It is told once, to somebody else: the officer it counts for may sign in first.
  useEffect(() => void (at !== null && forgetLockedOut()), [at])
  if (at === null) return null
  return (
    <section
      aria-label="Another officer's check-out"
      className="no-print flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-warn-line bg-raised px-4 py-2 text-small"
    >
      <p role="status" className="figures">
        The check-out at {clock(at, zone)} on the sign-in page was for the officer who was signed in before you. If you
        pressed it for your own shift, check out again.
      </p>
      <Button size="small" onClick={() => setAt(null)}>
        Dismiss
      </Button>
    </section>
  )
}
