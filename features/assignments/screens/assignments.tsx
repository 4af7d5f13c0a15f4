import CalendarDays from 'lucide-react/icons/calendar-days'
import List from 'lucide-react/icons/list'
import Plus from 'lucide-react/icons/plus'
import { TemplatesMenu } from '#features/assignment-templates/parts/templates.tsx'
import { PendingQueue } from '#features/signup-decisions/parts/pending-queue.tsx'
import { paths } from '#platform/shared/paths.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { AssignmentFilters, useFilters } from '../parts/assignment-filters.tsx'
import { AssignmentList } from '../parts/assignment-list.tsx'
import { WeekBoard } from '../parts/week-board.tsx'

const Assignments = () => {
  const filters = useFilters()
  const [view] = useUrlValue('view')
  const setUrl = useSetUrl()
  const board = view === 'board' && !filters.pending
  return (
    <>
      <PageHeader
        title="Assignments"
        hint={
          board
            ? 'The week by post, with the places that are filled.'
            : 'Posted shifts, drafts, and what waits for a decision.'
        }
        actions={
          <>
            <ButtonLink look="primary" icon={<Plus aria-hidden />} to={paths.adminAssignmentNew()}>
              New assignment
            </ButtonLink>
            <ButtonLink to={paths.adminStaffing()}>Staffing</ButtonLink>
            <TemplatesMenu />
            <fieldset className="flex">
              <legend className="sr-only">View</legend>
              <Button
                look={board ? 'quiet' : 'plain'}
                icon={<List aria-hidden />}
                aria-pressed={!board}
                onClick={() => setUrl({ view: null })}
              >
                List
              </Button>
              <Button
                look={board ? 'plain' : 'quiet'}
                icon={<CalendarDays aria-hidden />}
                aria-pressed={board}
                onClick={() => setUrl({ view: 'board', filter: null })}
              >
                Week
              </Button>
            </fieldset>
          </>
        }
      />
      {board ? (
        <WeekBoard filters={filters} />
      ) : (
        <>
          {filters.pending && (
            <div className="mb-4">
              <PendingQueue />
            </div>
          )}
          <AssignmentFilters filters={filters} />
          <AssignmentList filters={filters} />
        </>
      )}
    </>
  )
}

export default Assignments
