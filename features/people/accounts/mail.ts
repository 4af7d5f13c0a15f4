import type { Told } from '#features/department/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { LOCK_AFTER, type TryKind } from './rules.ts'

/** `of` is the organization, or the product if the email belongs to none; `origin` is the address people type. */
type Facts = { of: Sender; origin: string; to: string }

export const writeChangedLetter = ({ of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your password was changed',
    paragraphs: [
      `The password for ${to} was just changed, and every device was signed out.`,
      "If this wasn't you, set a new password right away and contact an admin in your department.",
    ],
    action: { label: "This wasn't me", url: origin + paths.resetPassword() },
    why: 'We send this after every password change.',
  })

/** Notification text for admins. */
export const writeLockNotice = (address: string, kind: TryKind, until: Date): Told => ({
  type: 'account_locked',
  officer_id: null,
  assignment_id: null,
  title: kind === 'password' ? 'Sign-in locked after wrong passwords' : 'Sign-in locked after wrong codes',
  message:
    kind === 'password'
      ? `Someone entered ${LOCK_AFTER} wrong passwords for ${address} within 15 minutes. Sign-in and password reset work again at ${until.toISOString().slice(11, 16)} UTC.`
      : `Someone entered the correct password for ${address} and then ${LOCK_AFTER} wrong codes within 15 minutes. Codes work again at ${until.toISOString().slice(11, 16)} UTC.`,
})
