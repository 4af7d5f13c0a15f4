import { useEffect } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { ago } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'

const AGAIN_MS = 10_000

/** The maximum age of the figures, shown where people would act on them. */
export const Kept = ({ at }: { at: string | null }) => {
  const now = useNow()
  if (at === null) return null
  return <p className="mt-3 text-small text-faint">All organizations counted: {ago(at, now).toLowerCase()}.</p>
}

/** Shown above incomplete figures, in the minute after a department was created or a server was set up. */
export const Counting = ({ at, again }: { at: string | null; again: () => unknown }) => {
  const waits = at === null
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(again, AGAIN_MS)
    return () => clearInterval(timer)
  }, [waits, again])
  if (!waits) return null
  return (
    <div className="mb-3">
      <Notice tone="info" title="Still counting">
        Counting organizations. Figures update within a minute.
      </Notice>
    </div>
  )
}
