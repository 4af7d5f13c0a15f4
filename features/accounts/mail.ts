import type { Told } from '#features/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { linkHours } from './rules.ts'

/** `of` is the organization, or the product where the mail belongs to none; `origin` the address people type. */
type Facts = { of: Sender; origin: string; to: string; token: string }

export const writeResetLetter = ({ of, origin, to, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: 'Set a new password',
    paragraphs: [
      `Somebody, most likely you, asked for a new password for ${to}.`,
      `The link works once, within ${linkHours.reset} hour. Your present password stays until you have set another.`,
    ],
    action: { label: 'Set a new password', url: origin + paths.resetPassword(token) },
    why: 'If it was not you, there is nothing to do: nobody else can read this link.',
  })

export const writeChangedLetter = ({ of, origin, to }: Omit<Facts, 'token'>): Letter =>
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

export const writeRegisterLetter = ({ of, origin, to, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `Confirm your registration at ${of.name}`,
    paragraphs: [
      `Somebody, most likely you, asked to join ${of.name} with the address ${to}.`,
      `Open the link within ${linkHours.register} hours to go on. An admin of ${of.name} then approves you.`,
    ],
    action: { label: 'Confirm my address', url: origin + paths.accountLink(token) },
    why: 'If it was not you, leave the link alone: without it nothing is made.',
  })

/** What admins read in their notifications. */
export const writeLockNotice = (address: string, tries: number, until: Date): Told => ({
  type: 'account_locked',
  officer_id: null,
  assignment_id: null,
  title: 'Sign-in locked after wrong passwords',
  message: `${tries} wrong passwords within 15 minutes for ${address}. Sign-in and password reset open again by themselves at ${until.toISOString().slice(11, 16)} UTC.`,
})

export const writeWaitingNotice = (name: string): Told => ({
  type: 'officer_registered',
  officer_id: null,
  assignment_id: null,
  title: 'A registration waits for approval',
  message: `${name} has confirmed the address and waits for your decision.`,
})
