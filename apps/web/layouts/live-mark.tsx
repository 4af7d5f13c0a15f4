import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useState } from 'react'
import { useLiveState } from '#platform/web/connection.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { OfflineMark } from '#platform/web/ui/states.tsx'

/** Connecting within this time needs no mention: on a slow phone the mark would come and go, and move what is next to it. */
const quietFor = 10_000

const useLate = (waiting: boolean): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), quietFor)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return late
}

const Live = () => (
  <>
    <span aria-hidden className="size-2 rounded-full bg-ok" />
    Live
  </>
)
const place = 'hidden items-center gap-1.5 px-2 text-small text-faint lg:flex'

/** Whether the screen updates live. Prominent only when it matters: while live, it is a small word on desktop. */
export const LiveMark = () => {
  const state = useLiveState()
  const late = useLate(state === 'connecting')
  // On a phone this is hidden to make room for the organization's name.
  if (state === 'offline')
    return (
      <span data-offline className="contents">
        <OfflineMark />
      </span>
    )
  if (state === 'connecting' && !late)
    return (
      <span aria-hidden className={cx(place, 'invisible')}>
        <Live />
      </span>
    )
  if (state === 'connecting')
    return (
      <span role="status" className="flex items-center gap-1.5 px-2 text-small text-faint">
        <LoaderCircle aria-hidden className="size-3.5 animate-[turn_1s_linear_infinite]" />
        <span className="max-md:sr-only">Connecting</span>
      </span>
    )
  return (
    <span role="status" className={place}>
      <Live />
    </span>
  )
}
