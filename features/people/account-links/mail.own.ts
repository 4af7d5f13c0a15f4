import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender; origin: string; to: string }

/** To the new address: the link that verifies it. */
export const writeAddressLetter = ({
  of,
  origin,
  to,
  token,
  hours,
}: Facts & { token: string; hours: number }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Confirm your new email',
    paragraphs: [
      `Someone, probably you, asked to change your sign-in email at ${of.name} to ${to}.`,
      `The link works once and expires in ${hours} hours. Until then, your current email keeps working.`,
    ],
    action: { label: 'Confirm this email', url: origin + paths.accountLink(token) },
    why: "If this wasn't you, ignore this email. Nothing will change.",
  })

/** To an address that already has an account; the requester does not learn that. */
export const writeTakenLetter = ({ of, to }: Omit<Facts, 'origin'>): Letter =>
  writeLetter(of, {
    to,
    subject: 'This email is already in use',
    paragraphs: [
      `Someone tried to use ${to} as their sign-in email at ${of.name}, but it already belongs to another account. Nothing changed.`,
      'If this was you, sign in with that account, or ask an admin in your department.',
    ],
    why: "If this wasn't you, no action is needed.",
  })
