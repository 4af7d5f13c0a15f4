import { useRead } from '#platform/web/reads.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { getRoster } from '../contract.ts'
import { awayWords } from '../words.ts'

/** For the head of a shift: its spots count as filled by officers who are on leave. Nothing if there are none. */
export const AwayNotice = ({ assignmentId }: { assignmentId: string }) => {
  // The roster below reads the same.
  const roster = useRead(getRoster, { assignment_id: assignmentId })
  const away = roster.data?.signups.filter((one) => one.on_leave) ?? []
  if (away.length === 0) return null
  return (
    <div className="mb-4">
      <Notice tone="warn">{awayWords(away.map(({ name }) => name))}</Notice>
    </div>
  )
}
