import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string; name: string }

export const approvalLetter = ({ of, origin, to, name }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `You are approved at ${of.name}`,
    paragraphs: [
      `Hello ${name},`,
      `An admin of ${of.name} approved your registration. You can sign in and take shifts now.`,
    ],
    action: { label: 'Sign in', url: origin + paths.agencyLogin(of.subdomain) },
    why: `You asked to join ${of.name}.`,
  })

export const rejectionLetter = ({ of, to, name, reason }: Facts & { reason: string }): Letter =>
  writeLetter(of, {
    to,
    subject: `Your registration at ${of.name}`,
    paragraphs: [`Hello ${name},`, `An admin of ${of.name} did not approve your registration.`, `Reason: ${reason}`],
    why: `You asked to join ${of.name}. If you think this is a mistake, speak with your department.`,
  })

export const invitationLetter = ({
  of,
  origin,
  to,
  name,
  token,
  hours,
}: Facts & { token: string; hours: number }): Letter =>
  writeLetter(of, {
    to,
    subject: `Your account at ${of.name}`,
    paragraphs: [
      `Hello ${name},`,
      `${of.name} has put you on its roster and invites you to sign in: to see posted shifts, take them and find your hours.`,
      `The link works once, within ${Math.round(hours / 24)} days.`,
    ],
    action: { label: 'Take my account', url: origin + paths.accountLink(token) },
    why: `An admin of ${of.name} sent this invitation.`,
  })
