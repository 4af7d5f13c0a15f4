import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string }

/** To each admin, when the vendor has requested the deletion. */
export const closingLetter = (facts: Facts & { day: string; reason: string }): Letter =>
  writeLetter(facts.of, {
    to: facts.to,
    subject: `${facts.of.name} is closing`,
    paragraphs: [
      `The vendor is closing ${facts.of.name}. Reason: ${facts.reason}`,
      `All data will be permanently erased after ${facts.day}. Until then, everything works and you can sign in.`,
      'Export your records before then: open Reports and select "Export all records". If this is a mistake, contact the vendor right away.',
    ],
    action: { label: 'Sign in', url: facts.origin + paths.agencyLogin(facts.of.subdomain) },
    why: "You're an admin of this department.",
  })

export const calledOffLetter = ({ of, origin, to }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `${of.name} will stay open`,
    paragraphs: [`The vendor canceled the closure of ${of.name}. Nothing will be erased.`],
    action: { label: 'Sign in', url: origin + paths.agencyLogin(of.subdomain) },
    why: "You're an admin of this department.",
  })
