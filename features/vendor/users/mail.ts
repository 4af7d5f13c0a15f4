import { linkHours } from '#features/people/account-links/rules.ts'
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
      `${product} support disabled the account ${to}. Every device was signed out. No data was deleted.`,
  },
  enable: {
    subject: 'Your account was enabled',
    text: (to, product) => `${product} support enabled the account ${to} again. You can sign in as before.`,
  },
  release: {
    subject: 'Your account was unlocked',
    text: (to, product) =>
      `The account ${to} was locked after wrong passwords or codes. ${product} support unlocked it. You can sign in again.`,
  },
  reset_factors: {
    subject: 'Your second factor was removed',
    text: (to, product) =>
      `${product} support removed all second factors from the account ${to}, and every device was signed out. Sign in with your password and set up a new second factor.`,
  },
  end_sessions: {
    subject: 'You were signed out',
    text: (to, product) => `${product} support signed you out of the account ${to}. Sign in again to continue.`,
  },
}

const notYou = "If you didn't request this, contact support or an admin in your department."

/** The email a person gets about a vendor action on their account. */
export const writeActLetter = (act: Told, { of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: said[act].subject,
    paragraphs: [said[act].text(to, of.name), notYou],
    ...(act === 'disable' ? {} : { action: { label: 'Sign in', url: origin + paths.app() } }),
    why: 'We send this after every change to your sign-in.',
  })

export const writeSentReset = ({ of, origin, to, token }: Facts & { token: string }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Set a new password',
    paragraphs: [
      `${of.name} support sent you this link to set a new password for ${to}.`,
      `The link works once and expires in ${linkHours.reset} hour. Your current password works until you set a new one.`,
    ],
    action: { label: 'Set a new password', url: origin + paths.resetPassword(token) },
    why: "If you didn't request this, no action is needed.",
  })

export const writeSuperAdminInvitation = ({ of, origin, to, token }: Facts & { token: string }): Letter =>
  writeLetter(of, {
    to,
    subject: `You're a super admin of ${of.name}`,
    paragraphs: [
      `${to} is now a super admin of ${of.name}.`,
      `Choose a password of at least 15 characters within ${linkHours.super_admin} hours. You'll set up a second factor when you sign in.`,
    ],
    action: { label: 'Choose a password', url: origin + paths.accountLink(token) },
    why: "If you didn't expect this, ignore this email and contact the vendor.",
  })

export const writeTakenOff = ({ of, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `You're no longer a super admin of ${of.name}`,
    paragraphs: [`${to} is no longer a super admin of ${of.name} and was signed out.`],
    why: 'We send this after every change to your sign-in.',
  })
