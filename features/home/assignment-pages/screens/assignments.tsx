import CalendarDays from 'lucide-react/icons/calendar-days'
import Plus from 'lucide-react/icons/plus'
import { Schedule } from '#features/home/schedule/parts/schedule.tsx'
import { TemplatesMenu } from '#features/shifts/assignment-editor/parts/templates.tsx'
import { AssignmentFilters, useFilters } from '#features/shifts/assignments/parts/assignment-filters.tsx'
import { AssignmentList } from '#features/shifts/assignments/parts/assignment-list.tsx'
import { PendingQueue } from '#features/shifts/signup-decisions/parts/pending-queue.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** Views that open the schedule; old links use `board`. */
const scheduleViews = ['week', 'board', 'month', 'day', 'tonight']

const List = () => {
  const filters = useFilters()
  return (
    <>
      <PageHeader
        title="Assignments"
        hint="Posted shifts, drafts and pending decisions."
        actions={
          <>
            <ButtonLink to={paths.adminStaffing()}>Staffing</ButtonLink>
            <TemplatesMenu />
            <ButtonLink icon={<CalendarDays aria-hidden />} to={paths.adminSchedule()}>
              Week
            </ButtonLink>
            <ButtonLink look="primary" icon={<Plus aria-hidden />} to={paths.adminAssignmentNew()}>
              New shift
            </ButtonLink>
          </>
        }
      />
      {filters.pending && (
        <div className="mb-4">
          <PendingQueue />
        </div>
      )}
      <AssignmentFilters filters={filters} />
      <AssignmentList filters={filters} />
    </>
  )
}

export default function Assignments() {
  const [view] = useUrlValue('view')
  const [filter] = useUrlValue('filter')
  return scheduleViews.includes(view ?? '') && filter !== 'pending' ? <Schedule /> : <List />
}
