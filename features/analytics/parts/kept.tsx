import { useEffect } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { ago } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'

const AGAIN_MS = 10_000

/** How old the figures are at most, said where people would act on them. */
export const Kept = ({ at }: { at: string | null }) => {
  const now = useNow()
  if (at === null) return null
  return <p className="mt-3 text-small text-faint">Every department was counted: {ago(at, now).toLowerCase()}.</p>
}

/** Above figures that are not whole yet, in the minute after a department was made or a server was set up. */
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
        Not every department has been counted yet. The figures here grow by themselves within a minute.
      </Notice>
    </div>
  )
}
