import { useRead } from '#platform/web/reads.ts'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { attendanceOfAssignment } from '../contract.review.ts'
import { ReviewTable } from './review-table.tsx'

/** Attendance for one assignment, on its page: who came, when, and what needs a decision. */
export const AttendanceReview = ({ assignmentId }: { assignmentId: string }) => {
  const read = useRead(attendanceOfAssignment, { assignment_id: assignmentId })
  if (read.data)
    return (
      <ReviewTable
        label="Attendance"
        ofOne
        rows={read.data.items}
        empty={
          <EmptyState
            quiet
            title="No confirmed officers"
            text="Confirmed officers appear here, with their times once they check in."
          />
        }
      />
    )
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  return <TableSkeleton rows={3} />
}
