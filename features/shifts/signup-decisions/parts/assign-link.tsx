import { paths } from '#platform/shared/paths.ts'
import { Needs } from '#platform/web/support.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { assignOfficer } from '../contract.ts'

type Props = { assignmentId: string; title: string; look?: 'plain' | 'tint' }

/** In a list of shifts: opens the shift with the choice of an officer for it. */
export const AssignLink = ({ assignmentId, title, look = 'plain' }: Props) => (
  <Needs call={assignOfficer}>
    <ButtonLink
      size="small"
      look={look}
      aria-label={`Assign an officer: ${title}`}
      to={`${paths.adminAssignment(assignmentId)}?assign=yes`}
    >
      Assign
    </ButtonLink>
  </Needs>
)
