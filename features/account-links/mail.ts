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

export const writeWaitingNotice = (name: string): Told => ({
  type: 'officer_registered',
  officer_id: null,
  assignment_id: null,
  title: 'A registration waits for approval',
  message: `${name} has confirmed the address and waits for your decision.`,
})

/** To the old address: where the account has gone. */
export const writeMovedLetter = ({ of, origin, to, moved_to }: Omit<Facts, 'token'> & { moved_to: string }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your sign-in address was changed',
    paragraphs: [
      `Your account signs in with ${moved_to} from now on. ${to} does not open it any more.`,
      'If it was not you, tell an admin of your department at once.',
    ],
    action: { label: 'Go to sign-in', url: origin + paths.app() },
    why: 'This is told to the old address after every change.',
  })
