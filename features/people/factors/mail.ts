import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender; origin: string; to: string }

const notYou = "If this wasn't you, set a new password right away and contact an admin in your department."

const letter = ({ of, origin, to }: Facts, subject: string, said: string): Letter =>
  writeLetter(of, {
    to,
    subject,
    paragraphs: [said, notYou],
    action: { label: "This wasn't me", url: origin + paths.resetPassword() },
    why: 'We send this after every change to your sign-in.',
  })

export const writeAdded = (facts: Facts, name: string): Letter =>
  letter(facts, 'A second factor was added', `"${name}" was just added to the account ${facts.to} as a second factor.`)

export const writeRemoved = (facts: Facts, name: string): Letter =>
  letter(facts, 'A second factor was removed', `"${name}" was just removed from the account ${facts.to}.`)

export const writeNewCodes = (facts: Facts): Letter =>
  letter(
    facts,
    'New recovery codes created',
    `New recovery codes were just created for ${facts.to}. The old ones no longer work.`,
  )

export const writeCodeUsed = (facts: Facts, left: number): Letter =>
  letter(
    facts,
    'A recovery code was used',
    `Someone, probably you, just signed in to ${facts.to} with a recovery code. ${left === 0 ? 'None are left. Create new ones in your profile.' : `${left} ${left === 1 ? 'is' : 'are'} left.`}`,
  )

export const writeCodesLocked = (facts: Facts): Letter =>
  letter(
    facts,
    'Wrong codes entered with your password',
    `Someone entered the correct password for ${facts.to} and then 5 wrong codes. Codes are locked for 15 minutes. That person knows your password.`,
  )
