import CalendarDays from 'lucide-react/icons/calendar-days'
import Plus from 'lucide-react/icons/plus'
import { Schedule } from '#features/home/schedule/parts/schedule.tsx'
import { usePendingCounts } from '#features/hours/pending-counts/client.ts'
import { TemplatesMenu } from '#features/shifts/assignment-editor/parts/templates.tsx'
import { AssignmentFilters, filtersInput, useFilters } from '#features/shifts/assignments/parts/assignment-filters.tsx'
import { AssignmentList } from '#features/shifts/assignments/parts/assignment-list.tsx'
import { PendingQueue } from '#features/shifts/signup-decisions/parts/pending-queue.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** Views that open the schedule; old links use `board`. */
const scheduleViews = ['week', 'board', 'month', 'day', 'tonight']

/** The way to what waits, since the list is of shifts. */
const ShiftsHint = () => {
  const counts = usePendingCounts()
  const waiting = 'assignments' in counts ? Number(counts.assignments) : 0
  const words =
    waiting === 1 ? '1 request needs a decision' : `${waiting.toLocaleString('en-US')} requests need a decision`
  return (
    <>
      Posted shifts and drafts.
      {waiting > 0 && (
        <>
          {' '}
          <TextLink to={paths.adminAssignments('pending')}>{words}</TextLink>
        </>
      )}
    </>
  )
}

const List = () => {
  const filters = useFilters()
  return (
    <>
      <PageHeader
        title="Assignments"
        hint={filters.pending ? <TextLink to={paths.adminAssignments()}>Show all shifts</TextLink> : <ShiftsHint />}
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
      <AssignmentFilters filters={filters} />
      {filters.pending ? (
        <PendingQueue key={JSON.stringify(filters)} filters={filtersInput(filters)} limit={20} />
      ) : (
        <AssignmentList filters={filters} />
      )}
    </>
  )
}

export default function Assignments() {
  const [view] = useUrlValue('view')
  const [filter] = useUrlValue('filter')
  return scheduleViews.includes(view ?? '') && filter !== 'pending' ? <Schedule /> : <List />
}
