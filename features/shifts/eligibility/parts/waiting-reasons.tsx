import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import type { listWaitingReasons } from '../contract.ts'
import { reasonLines } from './signup-words.tsx'

type Reasons = OutputOf<typeof listWaitingReasons>['items'][number]['reasons']

/** The reasons against a pending sign-up, except overlaps, which the row shows. */
export const WaitingReasons = ({ reasons, zone }: { reasons: Reasons | undefined; zone: string }) => {
  const now = useNow()
  const told = (reasons ?? []).filter(({ code }) => code !== 'overlaps')
  if (told.length === 0) return null
  return (
    <ul aria-label="Conflicts" className="flex flex-col text-small text-warn">
      {reasonLines(told, zone, now).map((words) => (
        <li key={words} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {words}
        </li>
      ))}
    </ul>
  )
}
