import { linkHours } from '#features/account-links/rules.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import type { UserAction } from './rules.ts'

type Facts = { of: Sender; origin: string; to: string }
type Told = Exclude<UserAction, 'send_reset'>

const said: Readonly<Record<Told, { subject: string; text: (to: string, product: string) => string }>> = {
  disable: {
    subject: 'Your account was disabled',
    text: (to, product) =>
      `The account ${to} was disabled by the support of ${product}. It signs in nowhere any more, and every device was signed out. Nothing of yours was deleted.`,
  },
  enable: {
    subject: 'Your account was enabled again',
    text: (to, product) => `The support of ${product} enabled the account ${to} again. It signs in as before.`,
  },
  release: {
    subject: 'Your sign-in was released',
    text: (to, product) =>
      `The account ${to} was locked after wrong passwords or codes. The support of ${product} released it: sign in again at once.`,
  },
  reset_factors: {
    subject: 'Your second factor was taken off',
    text: (to, product) =>
      `The support of ${product} took every second factor off the account ${to}, and every device was signed out. Sign in with your password and set one up anew.`,
  },
  end_sessions: {
    subject: 'You were signed out',
    text: (to, product) =>
      `The support of ${product} ended where the account ${to} was signed in. Sign in again to go on.`,
  },
}

const notYou =
  'If you did not ask for it, and nobody told you of it, answer to the support or ask an admin of your department.'

/** What the person reads of an act of the vendor's. */
export const writeActLetter = (act: Told, { of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: said[act].subject,
    paragraphs: [said[act].text(to, of.name), notYou],
    ...(act === 'disable' ? {} : { action: { label: 'Sign in', url: origin + paths.app() } }),
    why: 'This is told after every change of how you sign in.',
  })

export const writeSentReset = ({ of, origin, to, token }: Facts & { token: string }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Set a new password',
    paragraphs: [
      `The support of ${of.name} sends you this, so that you can set a new password for ${to}.`,
      `The link works once, within ${linkHours.reset} hour. Your present password stays until you have set another.`,
    ],
    action: { label: 'Set a new password', url: origin + paths.resetPassword(token) },
    why: 'Nobody else can read this link. If you did not ask for it, there is nothing to do.',
  })

export const writeSuperAdminInvitation = ({ of, origin, to, token }: Facts & { token: string }): Letter =>
  writeLetter(of, {
    to,
    subject: `You are a super admin of ${of.name}`,
    paragraphs: [
      `${to} was put on the list of super admins of ${of.name}: those who run it for every department.`,
      `Choose a password of 15 characters or more within ${linkHours.super_admin} hours. A second factor is set up when you sign in.`,
    ],
    action: { label: 'Choose a password', url: origin + paths.accountLink(token) },
    why: 'If you did not expect it, leave the link alone and tell whoever runs the product.',
  })

export const writeTakenOff = ({ of, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `You are no super admin of ${of.name} any more`,
    paragraphs: [`${to} was taken off the list of super admins of ${of.name}, and signed out there.`],
    why: 'This is told after every change of how you sign in.',
  })
