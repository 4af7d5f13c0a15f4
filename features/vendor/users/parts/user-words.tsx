import { Badge } from '#platform/web/ui/badge.tsx'
import type { Belonging, User } from '../contract.ts'
import type { Act, UserAction } from '../rules.ts'

const standingWords: Readonly<Record<Belonging['standing'], string>> = {
  pending: 'pending',
  approved: '',
  suspended: 'suspended',
  rejected: 'denied',
  left: 'left',
}
export const belongingText = ({ role, standing }: Belonging): string =>
  [role === 'admin' ? 'Admin' : 'Officer', standingWords[standing]].filter(Boolean).join(', ')

/** Badges for unusual account states; nothing for an ordinary account. */
export const StateBadges = ({ user }: { user: Pick<User, 'disabled_at' | 'locked' | 'super_admin'> }) => (
  <span className="flex flex-wrap gap-1">
    {user.super_admin && <Badge tone="brand">Super Admin</Badge>}
    {user.disabled_at && <Badge tone="bad">Disabled</Badge>}
    {user.locked && <Badge tone="warn">Locked</Badge>}
  </span>
)

export const actWords: Readonly<Record<Act, string>> = {
  disable: 'Disabled',
  enable: 'Enabled',
  release: 'Unlocked',
  send_reset: 'Password reset sent',
  reset_factors: 'Second factors removed',
  end_sessions: 'Sessions ended',
  add_super_admin: 'Made a super admin',
  deactivate_super_admin: 'Deactivated as super admin',
}

/** The confirmation question for each action, and the success message. */
export const questions: Readonly<
  Record<UserAction, { button: string; title: (name: string) => string; text: string; done: string; danger: boolean }>
> = {
  disable: {
    button: 'Disable',
    title: (name) => `Disable ${name}?`,
    text: "Every device is signed out within 2 seconds, and the account can't sign in until it's enabled again. Super admin rights end. The person is notified by email; organizations see it in their audit logs.",
    done: 'Disabled',
    danger: true,
  },
  enable: {
    button: 'Enable',
    title: (name) => `Enable ${name} again?`,
    text: 'The account can sign in as before. The person is notified by email.',
    done: 'Enabled',
    danger: false,
  },
  release: {
    button: 'Unlock',
    title: (name) => `Unlock ${name}?`,
    text: 'Failed attempts are cleared. The person is notified by email.',
    done: 'Unlocked',
    danger: false,
  },
  send_reset: {
    button: 'Send password reset',
    title: (name) => `Send ${name} a password reset?`,
    text: "A link is sent to the account's email. The current password works until a new one is set.",
    done: 'Sent',
    danger: false,
  },
  reset_factors: {
    button: 'Remove second factors',
    title: (name) => `Remove all second factors from ${name}?`,
    text: 'Use this when someone has lost all factors and recovery codes. Verify their identity first. The password alone will sign them in until they set up a new factor. Every device is signed out.',
    done: 'Removed',
    danger: true,
  },
  end_sessions: {
    button: 'End all sessions',
    title: (name) => `Sign ${name} out everywhere?`,
    text: 'Every device is signed out. The person can sign in again and is notified by email.',
    done: 'Signed out',
    danger: false,
  },
}
