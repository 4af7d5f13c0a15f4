import { useRead } from '#platform/web/reads.ts'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { attendanceOfAssignment } from '../contract.ts'
import { ReviewTable } from './review-table.tsx'

/** The attendance of one assignment, for its page: who came, when, and what is to be decided. */
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
            title="Nobody holds a place yet"
            text="Confirmed officers stand here. Their times follow once they check in."
          />
        }
      />
    )
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  return <TableSkeleton rows={3} />
}
