import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useLiveState } from '#platform/web/live.ts'
import { OfflineMark } from '#platform/web/ui/states.tsx'

/** Whether what is on screen follows by itself. Said only where it matters: live is a small word at a desk. */
export const LiveMark = () => {
  const state = useLiveState()
  // On a phone the name of the organization makes room for it.
  if (state === 'offline')
    return (
      <span data-offline className="contents">
        <OfflineMark />
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
    <span role="status" className="hidden items-center gap-1.5 px-2 text-small text-faint lg:flex">
      <span aria-hidden className="size-2 rounded-full bg-ok" />
      Live
    </span>
  )
}
