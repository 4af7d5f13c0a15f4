import Copy from 'lucide-react/icons/copy'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { counted } from '#platform/shared/text.ts'
import { native } from '#platform/web/native-app.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { inviteOfficers } from '../contract.ts'

const people = (count: number) => counted(count, 'officer')

/** Invites everyone on the roster with an email and no invitation yet, in batches, with real progress. */
export const InviteAll = ({
  invitable,
  look = 'primary',
  onDone,
}: {
  invitable: number
  look?: 'primary' | 'plain'
  onDone: () => void
}) => {
  const invite = useWrite(inviteOfficers)
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null)
  const run = async () => {
    let done = 0
    setSent({ done, of: invitable })
    try {
      for (let left = 1; left > 0; ) {
        const answer = await invite.run({})
        done += answer.invited
        // Stops when a call invites no one, whatever is left, to avoid an endless loop.
        left = answer.invited === 0 ? 0 : answer.left
        setSent({ done, of: done + left })
      }
      toast.success('Invitations sent', `To ${people(done)}.`)
    } catch (error) {
      toast.failure(error)
    } finally {
      setSent(null)
      onDone()
    }
  }
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      {sent && <Progress label="Sending invitations" done={sent.done} of={sent.of} unit="officers" />}
      <div>
        <Button
          look={look}
          wide
          icon={<Mail aria-hidden />}
          busy={sent !== null}
          why={invitable === 0 && !sent ? 'Everyone on the roster has been invited.' : null}
          onClick={() => void run()}
        >
          Invite {people(invitable)}
        </Button>
      </div>
    </div>
  )
}

/** For officers without an email on the roster: they register themselves, and an admin approves them. */
export const RegistrationAddress = () => {
  const { subdomain } = useOrganization()
  const address = `${native.app?.origin ?? window.location.origin}${paths.agencyRegister(subdomain)}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast.success('Copied', 'Paste it into a message to your officers.')
    } catch {
      toast.error('Not copied', 'Your browser blocked copying. Select the link and copy it.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 rounded-ui bg-sunken px-3 py-2 break-all">{address}</code>
      <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  )
}
