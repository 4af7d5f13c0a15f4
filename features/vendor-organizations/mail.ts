import { linkHours } from '#features/account-links/rules.ts'
import type { Told } from '#features/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string; name: string | null; token: string }

/** To an admin whom the vendor invites: the first one of a new organization, or another one. */
export const adminLetter = ({ of, origin, to, name, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `You are invited to run ${of.name}`,
    paragraphs: [
      `Hello${name ? ` ${name}` : ''},`,
      `You become an admin of ${of.name}: you post shifts, approve officers and see the department's records.`,
      `The link works once, within ${linkHours.admin_setup} hours. Admins sign in with a second factor, which you set up right after: have your telephone at hand.`,
    ],
    action: { label: 'Set up my account', url: origin + paths.agencyAdminSetup(of.subdomain, token) },
    why: 'If you did not expect it, leave the link alone: without it nothing is made.',
  })

/** What the admins who are there read: whoever takes the link is one of them. */
export const writeInvitedNotice = (email: string, reason: string): Told => ({
  type: 'support_access',
  officer_id: null,
  assignment_id: null,
  title: 'The vendor invited another admin',
  message: `${email.trim()} was sent a link that makes an admin of your department: ${reason}. If nobody of yours asked for it, take it back under Officers, Open invitations.`,
})
