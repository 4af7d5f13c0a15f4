import type { Told } from '#features/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { LOCK_AFTER, type TryKind } from './rules.ts'

/** `of` is the organization, or the product where the mail belongs to none; `origin` the address people type. */
type Facts = { of: Sender; origin: string; to: string }

export const writeChangedLetter = ({ of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of ${to} was changed just now, and every device was signed out.`,
      'If it was not you, set a new one at once and tell an admin of your department.',
    ],
    action: { label: 'I did not do this', url: origin + paths.resetPassword() },
    why: 'This is told after every change of a password.',
  })

/** What admins read in their notifications. */
export const writeLockNotice = (address: string, kind: TryKind, until: Date): Told => ({
  type: 'account_locked',
  officer_id: null,
  assignment_id: null,
  title: kind === 'password' ? 'Sign-in locked after wrong passwords' : 'Sign-in locked after wrong codes',
  message:
    kind === 'password'
      ? `${LOCK_AFTER} wrong passwords within 15 minutes for ${address}. Sign-in and password reset open again by themselves at ${until.toISOString().slice(11, 16)} UTC.`
      : `${LOCK_AFTER} wrong codes within 15 minutes for ${address}, after the right password. Codes are taken again from ${until.toISOString().slice(11, 16)} UTC.`,
})
