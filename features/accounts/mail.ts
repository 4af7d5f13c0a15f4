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

/** For the officers feature: an admin gives an account to somebody on the roster. */
export const writeClaimLetter = ({ of, origin, to, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `Your account at ${of.name}`,
    paragraphs: [
      `${of.name} has put you on its roster and invites you to sign in: to see posted shifts, take them and find your hours.`,
      `The link works once, within ${linkHours.claim / 24} days.`,
    ],
    action: { label: 'Take my account', url: origin + paths.accountLink(token) },
    why: `An admin of ${of.name} sent this invitation.`,
  })

/** The officers feature tells the decision. */
export const writeApprovedLetter = (facts: {
  of: Sender & { subdomain: string }
  origin: string
  to: string
}): Letter =>
  writeLetter(facts.of, {
    to: facts.to,
    subject: `You are approved at ${facts.of.name}`,
    paragraphs: [`An admin of ${facts.of.name} approved your registration. You can sign in and take shifts now.`],
    action: { label: 'Sign in', url: facts.origin + paths.agencyLogin(facts.of.subdomain) },
    why: `You asked to join ${facts.of.name}.`,
  })

export const writeRejectedLetter = (facts: { of: Sender; to: string; reason: string }): Letter =>
  writeLetter(facts.of, {
    to: facts.to,
    subject: `Your registration at ${facts.of.name}`,
    paragraphs: [`An admin of ${facts.of.name} did not approve your registration.`, `Reason: ${facts.reason}`],
    why: `You asked to join ${facts.of.name}.`,
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
