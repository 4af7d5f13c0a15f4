import { writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Request } from './rules.ts'

/** `send-notifications` of specification section 7, type trial_request: what the vendor is told. */
export const requestLetter = (to: string, it: Request): Letter =>
  writeLetter(
    { name: 'Trial requests', primary_color: DEFAULT_COLOR },
    {
      to,
      subject: `Trial request: ${it.organizationName} (${it.teamSize} officers)`,
      paragraphs: [
        `${it.contactName} of ${it.organizationName} asks for a trial. The front page promised an answer within 24 hours.`,
        `Answer to: ${it.email}${it.phone ? ` or ${it.phone}` : ''}`,
        `Officers: ${it.teamSize}`,
        ...(it.message ? [it.message] : []),
      ],
      why: 'Sent by the form of the front page. The request is kept among the feature requests.',
    },
  )
