import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender; origin: string; to: string }

/** To the new address: the link that proves it. */
export const writeAddressLetter = ({
  of,
  origin,
  to,
  token,
  hours,
}: Facts & { token: string; hours: number }): Letter =>
  writeLetter(of, {
    to,
    subject: 'Confirm your new address',
    paragraphs: [
      `Somebody, most likely you, wants to sign in at ${of.name} with ${to} from now on.`,
      `The link works once, within ${hours} hours. Until then the present address stays.`,
    ],
    action: { label: 'Confirm this address', url: origin + paths.accountLink(token) },
    why: 'If it was not you, leave the link alone: without it nothing changes.',
  })

/** To an address that has an account already: whoever asked is told nothing of it. */
export const writeTakenLetter = ({ of, to }: Omit<Facts, 'origin'>): Letter =>
  writeLetter(of, {
    to,
    subject: 'This address is in use already',
    paragraphs: [
      `Somebody wanted to sign in at ${of.name} with ${to}, which has an account of its own. Nothing was changed.`,
      'If that was you, sign in with the account of this address, or ask an admin of your department.',
    ],
    why: 'If it was not you, there is nothing to do.',
  })
