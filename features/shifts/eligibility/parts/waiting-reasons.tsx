import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Range } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { freeWords } from '../client.free.ts'
import type { Waiting } from '../client.ts'
import { toldReason } from '../rules.told.ts'
import { postFull } from '../words.ts'
import { reasonWords } from './signup-words.tsx'

const conflictsOf = (of: Waiting | undefined) => of?.reasons.filter(({ code }) => code !== 'overlaps') ?? []

/** Whether the reasons are sentences with figures, too long for a column. */
export const needsLine = (of: Waiting | undefined): boolean =>
  conflictsOf(of).some((reason) => toldReason(reason).details !== null)

type Props = {
  of: Waiting | undefined
  shift: Range
  zone: string
  /** The name of its post, where the shift may have others that are not full. */
  post?: string | null | undefined
}

/** For a pending sign-up: that nothing is against it, or every reason except overlaps, which the row shows. */
export const WaitingReasons = ({ of, shift, zone, post = null }: Props) => {
  const now = useNow()
  if (!of) return null
  if (of.reasons.length === 0)
    return (
      <p className="flex items-start gap-1.5 text-small text-soft">
        <CircleCheck aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ok" />
        {['Eligible', freeWords(of.free, shift)].filter(Boolean).join(' · ')}
      </p>
    )
  const told = conflictsOf(of)
  if (told.length === 0) return null
  const lines = told.map((reason) => postFull(reason, post) ?? reasonWords(reason, zone, now, shift.starts_at))
  return (
    <ul aria-label="Conflicts" className="flex flex-col text-small text-warn">
      {[...new Set(lines)].map((words) => (
        <li key={words} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {words}
        </li>
      ))}
    </ul>
  )
}
