import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string; name: string }

export const approvalLetter = ({ of, origin, to, name }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `Your registration at ${of.name} was approved`,
    paragraphs: [
      `Hello ${name},`,
      `An admin at ${of.name} approved your registration. You can now sign in and sign up for shifts.`,
    ],
    action: { label: 'Sign in', url: origin + paths.agencyLogin(of.subdomain) },
    why: `You asked to join ${of.name}.`,
  })

export const rejectionLetter = ({ of, to, name, reason }: Facts & { reason: string }): Letter =>
  writeLetter(of, {
    to,
    subject: `Your registration at ${of.name}`,
    paragraphs: [`Hello ${name},`, `An admin at ${of.name} didn't approve your registration.`, `Reason: ${reason}`],
    why: `You asked to join ${of.name}. If you think this is a mistake, contact your department.`,
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
      `${of.name} invited you to activate your account. Once you do, you can see posted shifts, sign up and track your hours.`,
      `The link works once and expires in ${Math.round(hours / 24)} days.`,
    ],
    action: { label: 'Activate account', url: origin + paths.accountLink(token) },
    why: `An admin at ${of.name} sent this invitation.`,
  })
