import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useWrites } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Confirm, ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import * as c from '../contract.ts'
import { type OfficerAction, officerActions } from '../rules.ts'
import { actionWords, refusalWords } from '../rules.words.ts'
import { InviteDialog } from './invite-dialog.tsx'

type Actor = Pick<c.OfficerItem, 'id' | 'name' | 'email' | 'invited_at' | 'may' | 'blocked'>
type Standing = OutputOf<typeof c.approveOfficer>

const done: Readonly<Record<OfficerAction, string>> = {
  approve: 'is approved',
  reject: 'is rejected',
  suspend: 'is suspended',
  restore: 'has access again',
  leave: 'is marked as left',
  rejoin: 'is back on the roster',
  make_admin: 'is an admin now',
  unmake_admin: 'is an officer now',
}

const questions = {
  reject: {
    title: (name: string) => `Reject ${name}?`,
    text: 'The registration is turned down, and the reason is mailed.',
    action: 'Reject registration',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    text: 'All access ends at once, open screens included. History stays. You can restore it at any time.',
    action: 'Suspend officer',
  },
  leave: {
    title: (name: string) => `Has ${name} left?`,
    text: 'Access ends now, and the place on the roster is free again. History stays.',
    action: 'Mark as left',
  },
} as const

const writes = {
  approve: c.approveOfficer,
  restore: c.restoreOfficer,
  leave: c.leaveOfficer,
  rejoin: c.rejoinOfficer,
} as const

const useOfficerWrites = () => {
  const { run: send, pending } = useWrites()
  const run = (action: OfficerAction, officer_id: string, reason: string): Promise<Standing> => {
    if (action === 'reject') return send(c.rejectOfficer, { officer_id, reason })
    if (action === 'suspend') return send(c.suspendOfficer, { officer_id, reason })
    if (action === 'make_admin') return send(c.makeAdmin, { officer_id, confirm: true })
    if (action === 'unmake_admin') return send(c.unmakeAdmin, { officer_id, confirm: true })
    return send(writes[action], { officer_id })
  }
  return { run, pending }
}

/** Everything an admin may do with an officer: the one that waits as a button, the rest in a menu. */
export const OfficerActions = ({ officer, wide = false }: { officer: Actor; wide?: boolean }) => {
  const [asking, setAsking] = useState<OfficerAction | 'invite' | null>(null)
  const { run, pending } = useOfficerWrites()
  const doIt = async (action: OfficerAction, reason = '') => {
    await run(action, officer.id, reason)
    toast.success(actionWords[action], `${officer.name} ${done[action]}.`)
  }
  const atOnce = (action: OfficerAction) => void doIt(action).catch(toast.failure)
  const mayCall = useMay()
  // All of them alike: who is on the roster, and as what, is for the department's own admins.
  if (!mayCall(c.approveOfficer)) return null
  const whyNot = (action: OfficerAction) => officer.blocked.find((one) => one.action === action)?.why
  const shown = officerActions.filter((action) => officer.may.includes(action) || whyNot(action))
  const why = (action: OfficerAction) => {
    const code = whyNot(action)
    return code ? refusalWords[code] : null
  }
  const needsWord = (action: OfficerAction) =>
    action === 'approve' || action === 'restore' || action === 'rejoin' ? atOnce(action) : setAsking(action)
  const first = shown.includes('approve') ? 'approve' : wide ? shown.find((action) => action === 'restore') : undefined
  const rest = shown.filter((action) => action !== first)
  return (
    <span className="inline-flex items-center gap-1">
      {first && (
        <Button
          size={wide ? 'normal' : 'small'}
          look={wide ? 'primary' : 'plain'}
          busy={pending}
          why={why(first)}
          onClick={() => atOnce(first)}
        >
          {actionWords[first]}
        </Button>
      )}
      {wide && officer.may.includes('invite') && (
        <Button onClick={() => setAsking('invite')}>{officer.invited_at ? 'Invite again' : 'Invite by mail'}</Button>
      )}
      {(rest.length > 0 || (officer.may.includes('invite') && !wide)) && (
        <Menu trigger={<IconButton label={`More for ${officer.name}`} icon={<MoreHorizontal aria-hidden />} />}>
          {officer.may.includes('invite') && !wide && (
            <MenuItem onPick={() => setAsking('invite')}>
              {officer.invited_at ? 'Invite again' : 'Invite by mail'}
            </MenuItem>
          )}
          {rest.map((action) => (
            <MenuItem
              key={action}
              danger={action === 'reject' || action === 'suspend'}
              why={why(action)}
              onPick={() => needsWord(action)}
            >
              {actionWords[action]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Questions officer={officer} asking={asking} pending={pending} onConfirm={doIt} onClose={() => setAsking(null)} />
    </span>
  )
}

type QuestionsProps = {
  officer: Actor
  asking: OfficerAction | 'invite' | null
  pending: boolean
  onConfirm: (action: OfficerAction, reason?: string) => Promise<unknown>
  onClose: () => void
}

/** What is asked before it is done. */
const Questions = ({ officer, asking, pending, onConfirm, onClose }: QuestionsProps) => (
  <>
    {(asking === 'reject' || asking === 'suspend') && (
      <ConfirmWithReason
        open
        onClose={onClose}
        title={questions[asking].title(officer.name)}
        text={questions[asking].text}
        action={questions[asking].action}
        reasonHint={asking === 'reject' ? 'The person will read it.' : 'Kept with the officer for your admins.'}
        onConfirm={(reason) => onConfirm(asking, reason)}
      />
    )}
    {asking === 'leave' && (
      <Confirm
        open
        onClose={onClose}
        title={questions.leave.title(officer.name)}
        text={questions.leave.text}
        action={questions.leave.action}
        onConfirm={() => onConfirm('leave')}
      />
    )}
    {(asking === 'make_admin' || asking === 'unmake_admin') && (
      <AdminQuestion
        action={asking}
        name={officer.name}
        pending={pending}
        onClose={onClose}
        onConfirm={() => onConfirm(asking)}
      />
    )}
    {asking === 'invite' && <InviteDialog officer={officer} onClose={onClose} />}
  </>
)

/** The second step: nothing happens before the box is ticked. */
const AdminQuestion = ({
  action,
  name,
  pending,
  onClose,
  onConfirm,
}: {
  action: 'make_admin' | 'unmake_admin'
  name: string
  pending: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
}) => {
  const [sure, setSure] = useState(false)
  const makes = action === 'make_admin'
  return (
    <Dialog
      open
      onClose={onClose}
      title={makes ? `Make ${name} an admin?` : `Take the admin role from ${name}?`}
      description={
        makes
          ? 'An admin posts shifts, approves officers and hours, changes settings and sees everything of the department.'
          : 'The officer keeps the own shifts and history, and sees no admin page from the next press on.'
      }
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look={makes ? 'primary' : 'danger'}
            busy={pending}
            why={sure ? null : 'Tick the box first.'}
            onClick={() => void onConfirm().then(onClose, toast.failure)}
          >
            {actionWords[action]}
          </Button>
        </>
      }
    >
      <Checkbox
        checked={sure}
        onChange={setSure}
        label={makes ? `Yes, ${name} may decide for the whole department` : `Yes, ${name} is no admin any more`}
      />
    </Dialog>
  )
}
