import type { ReactNode } from 'react'
import { dueWords } from '#features/roster/certifications/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { officerDashboard } from '../contract.ts'

type Answer = OutputOf<typeof officerDashboard>

const returnedWords = (count: number, one: string, many: string): string =>
  count === 1 ? `${one} was returned to you` : `${count} ${many} were returned to you`

/** What the officer has to correct or renew, each with one link. */
export default function OwnTasks({ data }: { data: Answer }): ReactNode {
  // A phone may show an answer stored by an earlier version.
  const { returned, returned_claims: claims = 0, certificates = [] } = data
  const due = dueWords(certificates)
  return (
    <>
      {returned > 0 && (
        <Notice
          tone="warn"
          title={returnedWords(returned, 'A record', 'records')}
          action={<ButtonLink to={paths.officerHistory()}>Correct times</ButtonLink>}
        >
          Correct your times and resubmit them.
        </Notice>
      )}
      {claims > 0 && (
        <Notice
          tone="warn"
          title={returnedWords(claims, 'An extra time claim', 'extra time claims')}
          action={
            <ButtonLink to={paths.officerHistory('extra-time')}>
              {claims === 1 ? 'Correct claim' : 'Correct claims'}
            </ButtonLink>
          }
        >
          Read what the admin asked, then resubmit {claims === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {due && (
        <Notice
          tone={due.bad ? 'warn' : 'info'}
          title={due.title}
          action={<ButtonLink to={paths.officerProfile('certifications')}>Certifications</ButtonLink>}
        >
          Add renewed certifications to your profile.
        </Notice>
      )}
    </>
  )
}
