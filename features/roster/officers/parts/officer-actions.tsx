import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrites } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Confirm, ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import * as c from '../contract.ts'
import { type OfficerAction, officerActions } from '../rules.ts'
import { actionWords, refusalWords } from '../words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { OnDuty } from './on-duty.tsx'

type Actor = Pick<c.OfficerItem, 'id' | 'name' | 'email' | 'invited_at' | 'standing' | 'claim' | 'may' | 'blocked'>
type Asking = OfficerAction | 'invite' | 'merge' | null
type Standing = OutputOf<typeof c.approveOfficer>

const done: Readonly<Record<OfficerAction, string>> = {
  approve: 'was approved',
  reject: 'was denied',
  suspend: 'was suspended',
  restore: 'has access again',
  leave: 'was marked as left',
  rejoin: 'is back on the roster',
  make_admin: 'is now an admin',
  unmake_admin: 'is now an officer',
}

const questions = {
  reject: {
    title: (name: string) => `Deny ${name}'s registration?`,
    text: 'The officer will get your reason by email.',
    action: 'Deny registration',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    text: 'All access ends right away, including open screens. History is kept. You can restore access at any time.',
    action: 'Suspend officer',
  },
  leave: {
    title: (name: string) => `Mark ${name} as left?`,
    text: "Access ends right away, and the officer no longer counts toward your plan's officer limit. History is kept.",
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

/** All admin actions for an officer: the pending one as a button, the rest in a menu. */
export const OfficerActions = ({ officer, wide = false }: { officer: Actor; wide?: boolean }) => {
  const [asking, setAsking] = useState<Asking>(null)
  const { run, pending } = useOfficerWrites()
  const doIt = async (action: OfficerAction, reason = '') => {
    await run(action, officer.id, reason)
    toast.success(`${officer.name} ${done[action]}`)
  }
  // A registration that may match a roster row requires a choice first.
  const asksWho =
    officer.may.includes('merge') &&
    officer.claim !== null &&
    (officer.claim.matches.length > 0 || officer.claim.badge_number !== null)
  const atOnce = (action: OfficerAction) =>
    action === 'approve' && asksWho ? setAsking('merge') : void doIt(action).catch(toast.failure)
  const mayCall = useMay()
  // One check covers all of these actions: only the department's own admins manage the roster.
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
  const merges = officer.may.includes('merge') && !asksWho
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
        <Button onClick={() => setAsking('invite')}>{officer.invited_at ? 'Invite again' : 'Invite by email'}</Button>
      )}
      <More officer={officer} wide={wide} rest={rest} merges={merges} why={why} onAsk={setAsking} onPick={needsWord} />
      <Questions
        officer={officer}
        asking={asking}
        wide={wide}
        pending={pending}
        onConfirm={doIt}
        onClose={() => setAsking(null)}
      />
    </span>
  )
}

type MoreProps = {
  officer: Actor
  wide: boolean
  rest: readonly OfficerAction[]
  merges: boolean
  why: (action: OfficerAction) => string | null
  onAsk: (asking: Asking) => void
  onPick: (action: OfficerAction) => void
}

/** All actions except the expected one. */
const More = ({ officer, wide, rest, merges, why, onAsk, onPick }: MoreProps) => {
  const invites = officer.may.includes('invite') && !wide
  if (rest.length === 0 && !merges && !invites) return null
  return (
    <Menu trigger={<IconButton label={`More for ${officer.name}`} icon={<MoreHorizontal aria-hidden />} />}>
      {invites && (
        <MenuItem onPick={() => onAsk('invite')}>{officer.invited_at ? 'Invite again' : 'Invite by email'}</MenuItem>
      )}
      {merges && <MenuItem onPick={() => onAsk('merge')}>Merge with roster row</MenuItem>}
      {rest.map((action) => (
        <MenuItem
          key={action}
          danger={action === 'reject' || action === 'suspend'}
          why={why(action)}
          onPick={() => onPick(action)}
        >
          {actionWords[action]}
        </MenuItem>
      ))}
    </Menu>
  )
}

type QuestionsProps = {
  officer: Actor
  asking: Asking
  wide: boolean
  pending: boolean
  onConfirm: (action: OfficerAction, reason?: string) => Promise<unknown>
  onClose: () => void
}

/** On the officer's own page, navigates to the remaining row, since the page's row is gone. */
const AskWho = ({ officer, wide, onClose }: Pick<QuestionsProps, 'officer' | 'wide' | 'onClose'>) => {
  const go = useGo()
  const onward = wide ? { onJoined: (id: string) => go(paths.adminOfficer(id), { replace: true }) } : {}
  return <MergeDialog officer={officer} onClose={onClose} {...onward} />
}

/** Confirmation dialogs for the actions. */
const Questions = ({ officer, asking, wide, pending, onConfirm, onClose }: QuestionsProps) => (
  <>
    {(asking === 'reject' || asking === 'suspend') && (
      <ConfirmWithReason
        open
        onClose={onClose}
        title={questions[asking].title(officer.name)}
        text={questions[asking].text}
        action={questions[asking].action}
        reasonHint={asking === 'reject' ? 'The officer will see this.' : 'Only admins can see this.'}
        onConfirm={(reason) => onConfirm(asking, reason)}
      >
        {asking === 'suspend' && <OnDuty officer_id={officer.id} />}
      </ConfirmWithReason>
    )}
    {asking === 'leave' && (
      <Confirm
        open
        onClose={onClose}
        title={questions.leave.title(officer.name)}
        text={questions.leave.text}
        action={questions.leave.action}
        onConfirm={() => onConfirm('leave')}
      >
        <OnDuty officer_id={officer.id} />
      </Confirm>
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
    {asking === 'merge' && <AskWho officer={officer} wide={wide} onClose={onClose} />}
    {asking === 'invite' && <InviteDialog officer={officer} onClose={onClose} />}
  </>
)

/** Confirmation step: requires the checkbox. */
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
      title={makes ? `Make ${name} an admin?` : `Remove ${name} as admin?`}
      description={
        makes
          ? 'Admins post shifts, approve officers and hours, change settings and see all department data.'
          : 'The officer keeps their shifts and history but loses access to admin pages.'
      }
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            look={makes ? 'primary' : 'danger'}
            busy={pending}
            why={sure ? null : 'Check the box first.'}
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
        label={makes ? `Yes, make ${name} an admin` : `Yes, remove ${name} as admin`}
      />
    </Dialog>
  )
}
