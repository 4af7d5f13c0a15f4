import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string }

/** To each admin, when the vendor has asked for the deletion. */
export const closingLetter = (facts: Facts & { day: string; reason: string }): Letter =>
  writeLetter(facts.of, {
    to: facts.to,
    subject: `${facts.of.name} is closing`,
    paragraphs: [
      `The vendor closes ${facts.of.name}. Reason: ${facts.reason}`,
      `Everything of it is erased after ${facts.day}, for good. Until then the department works as before and you can sign in.`,
      'Export your records in time: Reports, "Export all records". If this is a mistake, contact the vendor at once.',
    ],
    action: { label: 'Sign in', url: facts.origin + paths.agencyLogin(facts.of.subdomain) },
    why: 'You are an admin of this department.',
  })

export const calledOffLetter = ({ of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `${of.name} stays`,
    paragraphs: [`The vendor has called the closing of ${of.name} off. Nothing is erased.`],
    action: { label: 'Sign in', url: origin + paths.agencyLogin(of.subdomain) },
    why: 'You are an admin of this department.',
  })
