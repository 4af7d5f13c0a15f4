import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender; origin: string; to: string }

const notYou = 'If it was not you, set a new password at once and tell an admin of your department.'

const letter = ({ of, origin, to }: Facts, subject: string, said: string): Letter =>
  writeLetter(of, {
    to,
    subject,
    paragraphs: [said, notYou],
    action: { label: 'I did not do this', url: origin + paths.resetPassword() },
    why: 'This is told after every change of how you sign in.',
  })

export const writeAdded = (facts: Facts, name: string): Letter =>
  letter(
    facts,
    'A second factor was added',
    `"${name}" was added to the account ${facts.to} just now, as a second factor.`,
  )

export const writeRemoved = (facts: Facts, name: string): Letter =>
  letter(facts, 'A second factor was removed', `"${name}" was removed from the account ${facts.to} just now.`)

export const writeNewCodes = (facts: Facts): Letter =>
  letter(
    facts,
    'New recovery codes were made',
    `New recovery codes were made for ${facts.to} just now. Those before are worth nothing any more.`,
  )

export const writeCodeUsed = (facts: Facts, left: number): Letter =>
  letter(
    facts,
    'A recovery code was used',
    `Somebody, most likely you, signed in to ${facts.to} with a recovery code just now. ${left === 0 ? 'None is left: make new ones on your profile.' : `${left} ${left === 1 ? 'is' : 'are'} left.`}`,
  )

export const writeCodesLocked = (facts: Facts): Letter =>
  letter(
    facts,
    'Wrong codes after your password',
    `Somebody gave the right password of ${facts.to} and then five wrong codes. Codes are refused for 15 minutes; whoever it was knows your password.`,
  )
