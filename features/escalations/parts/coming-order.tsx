import CircleAlert from 'lucide-react/icons/circle-alert'
import { useRead } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { listComing } from '../contract.ts'

/** On an open job: when somebody will be ordered in if it is not filled. One read serves all rows. */
export const ComingOrder = ({ assignmentId, zone }: { assignmentId: string; zone: string }) => {
  const coming = useRead(listComing, {}, { keep: true })
  const one = coming.data?.items.find((item) => item.assignment_id === assignmentId)
  if (!one) return null
  return (
    <p className="figures mt-1 flex items-start gap-1.5 text-small text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      If it is not filled, somebody will be ordered in at {dayAndClock(one.decides_at, zone)}
    </p>
  )
}
