import { writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Request } from './rules.demo.ts'

/** `send-notifications` of specification section 7, type trial_request: the email to the vendor. */
export const requestLetter = (to: string, it: Request): Letter =>
  writeLetter(
    { name: 'Trial requests', primary_color: DEFAULT_COLOR },
    {
      to,
      subject: `Trial request: ${it.organizationName} (${it.teamSize} officers)`,
      paragraphs: [
        `${it.contactName} at ${it.organizationName} requested a trial. The landing page promises an answer within 24 hours.`,
        `Reply to: ${it.email}${it.phone ? ` or ${it.phone}` : ''}`,
        `Officers: ${it.teamSize}`,
        ...(it.message ? [it.message] : []),
      ],
      why: "Sent from the form on the landing page. It's also listed under Requests.",
    },
  )
