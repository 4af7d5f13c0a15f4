import type { Told } from '#features/department/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { linkHours } from './rules.ts'

/** `of` is the organization, or the product if the email belongs to none; `origin` is the address people type. */
type Facts = { of: Sender; origin: string; to: string; token: string }

export const writeResetLetter = ({ of, origin, to, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: 'Set a new password',
    paragraphs: [
      `Someone, probably you, requested a new password for ${to}.`,
      `The link works once and expires in ${linkHours.reset} hour. Your current password works until you set a new one.`,
    ],
    action: { label: 'Set a new password', url: origin + paths.resetPassword(token) },
    why: "If this wasn't you, no action is needed. No one else has this link.",
  })

export const writeRegisterLetter = ({ of, origin, to, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `Confirm your registration at ${of.name}`,
    paragraphs: [
      `Someone, probably you, asked to join ${of.name} with the email ${to}.`,
      `Open the link within ${linkHours.register} hours to continue. An admin at ${of.name} will then review your registration.`,
    ],
    action: { label: 'Confirm my email', url: origin + paths.accountLink(token) },
    why: "If this wasn't you, ignore this email. No account will be created.",
  })

export const writeWaitingNotice = (name: string, badge: string | null): Told => ({
  type: 'officer_registered',
  officer_id: null,
  assignment_id: null,
  title: 'A registration needs approval',
  message: badge
    ? `${name} claims badge ${badge}. Review the registration.`
    : `${name} confirmed their email. Review the registration.`,
})

/** To the old address: the email the account now uses. */
export const writeMovedLetter = ({ of, origin, to, moved_to }: Omit<Facts, 'token'> & { moved_to: string }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your sign-in email was changed',
    paragraphs: [
      `You now sign in with ${moved_to}. ${to} no longer works.`,
      "If this wasn't you, contact an admin in your department right away.",
    ],
    action: { label: 'Go to sign-in', url: origin + paths.app() },
    why: 'We send this to your old email after every change.',
  })
