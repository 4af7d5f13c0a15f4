import { Badge } from '#platform/web/ui/badge.tsx'
import type { Belonging, User } from '../contract.ts'
import type { Act, UserAction } from '../rules.ts'

export const standingWords: Readonly<Record<Belonging['standing'], string>> = {
  pending: 'waits',
  approved: '',
  suspended: 'suspended',
  rejected: 'rejected',
  left: 'left',
}
export const belongingText = ({ role, standing }: Belonging): string =>
  [role === 'admin' ? 'Admin' : 'Officer', standingWords[standing]].filter(Boolean).join(', ')

/** What stands out about an account, at a glance; nothing where it is as most are. */
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
  release: 'Lock released',
  send_reset: 'Password reset sent',
  reset_factors: 'Second factors taken off',
  end_sessions: 'Sessions ended',
  add_super_admin: 'Made a super admin',
  deactivate_super_admin: 'Taken off the super admins',
}

/** The question of each act, and what is said when it is done. */
export const questions: Readonly<
  Record<UserAction, { button: string; title: (name: string) => string; text: string; done: string; danger: boolean }>
> = {
  disable: {
    button: 'Disable',
    title: (name) => `Disable ${name}?`,
    text: 'Every device is signed out within 2 seconds, and nobody signs in with this account until it is enabled. A super admin is off the list with it. The person is told by mail, the departments in their audit logs.',
    done: 'Disabled',
    danger: true,
  },
  enable: {
    button: 'Enable',
    title: (name) => `Enable ${name} again?`,
    text: 'The account signs in as before, with its password and second factors. The person is told by mail.',
    done: 'Enabled',
    danger: false,
  },
  release: {
    button: 'Release the lock',
    title: (name) => `Release the lock of ${name}?`,
    text: 'Wrong passwords and codes so far are forgotten. The person is told by mail.',
    done: 'Released',
    danger: false,
  },
  send_reset: {
    button: 'Send a password reset',
    title: (name) => `Send ${name} a password reset?`,
    text: 'A link goes to the address of the account. The present password stays until another is set.',
    done: 'Sent',
    danger: false,
  },
  reset_factors: {
    button: 'Take second factors off',
    title: (name) => `Take every second factor off ${name}?`,
    text: 'For somebody who lost them all, recovery codes included. Make sure that it is really the person who asks: from then on the password alone signs in, until a new factor is set up. Every device is signed out.',
    done: 'Taken off',
    danger: true,
  },
  end_sessions: {
    button: 'End all sessions',
    title: (name) => `Sign ${name} out everywhere?`,
    text: 'Every device is signed out. The person can sign in again at once, and is told by mail.',
    done: 'Signed out',
    danger: false,
  },
}
