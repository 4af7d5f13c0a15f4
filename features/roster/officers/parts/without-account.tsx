import type { OutputOf } from '#platform/shared/endpoint.ts'
import { Needs } from '#platform/web/support.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type countOfficers, inviteOfficers } from '../contract.ts'
import { InviteAll } from './invite-all.tsx'

type Counts = Pick<OutputOf<typeof countOfficers>, 'without_account' | 'invitable'>

/** Active officers who can't sign in yet, with an invitation for those who can get one. Nothing where there are none. */
export const WithoutAccount = ({ counts, onDone }: { counts: Counts; onDone: () => void }) => {
  const { without_account: count, invitable } = counts
  if (count === 0) return null
  return (
    <div className="mb-4">
      <Notice
        title={`${count.toLocaleString('en-US')} ${count === 1 ? 'active officer has' : 'active officers have'} no account`}
        action={
          invitable > 0 && (
            <Needs call={inviteOfficers}>
              <InviteAll look="plain" invitable={invitable} onDone={onDone} />
            </Needs>
          )
        }
      >
        {invitable > 0
          ? "They can't sign in yet. An email invitation lets them activate an account."
          : "They've already been invited or have no email. Share a QR poster, or add their email and invite them."}
      </Notice>
    </div>
  )
}
