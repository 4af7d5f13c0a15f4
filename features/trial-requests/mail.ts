import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = {
  of: Sender & { subdomain: string }
  origin: string
  to: string
  name: string
  token: string
  hours: number
  /** The last day of the trial, as it reads in the department. */
  ends: string
}

/** The first admin's way in: the answer to the form of the front page. */
export const trialLetter = ({ of, origin, to, name, token, hours, ends }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `Your trial is ready: ${of.name}`,
    paragraphs: [
      `Hello ${name},`,
      `You asked for a trial. ${of.name} is set up, and you are its first admin.`,
      `The trial has every feature of the Pro plan and runs to the end of ${ends}.`,
      `Open the link within ${hours} hours. It works once.`,
    ],
    action: { label: 'Set up your account', url: origin + paths.agencyAdminSetup(of.subdomain, token) },
    why: 'You get this mail because a trial was asked for with this address. If it was not you, leave the link alone.',
  })
