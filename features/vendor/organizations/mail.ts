import type { Told } from '#features/department/notifications/store.ts'
import { linkHours } from '#features/people/account-links/rules.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

type Facts = { of: Sender & { subdomain: string }; origin: string; to: string; name: string | null; token: string }

/** To an admin whom the vendor invites: the first one of a new organization, or an additional one. */
export const adminLetter = ({ of, origin, to, name, token }: Facts): Letter =>
  writeLetter(of, {
    to,
    subject: `You're invited to run ${of.name}`,
    paragraphs: [
      `Hello${name ? ` ${name}` : ''},`,
      `As an admin of ${of.name}, you'll post shifts, approve officers and see the department's records.`,
      `The link works once and expires in ${linkHours.admin_setup} hours. You'll set up a second factor next, so have your phone ready.`,
    ],
    action: { label: 'Activate account', url: origin + paths.agencyAdminSetup(of.subdomain, token) },
    why: "If you didn't expect this, ignore this email. No account will be created.",
  })

/** Notice to existing admins: the person who accepts the invitation becomes an admin. */
export const writeInvitedNotice = (email: string, reason: string): Told => ({
  type: 'support_access',
  officer_id: null,
  assignment_id: null,
  title: 'The vendor invited another admin',
  message: `${email.trim()} was invited to become an admin of your department: ${reason}. If no one requested this, withdraw the invitation under Officers, Open invitations.`,
})
