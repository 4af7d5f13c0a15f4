import { writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { plainDateWords } from '#platform/shared/time.ts'

type Facts = {
  to: string
  message: string
  of: {
    kind: 'upgrade' | 'support'
    organization: string
    subdomain: string
    primary_color: string
    subscription_tier: string
    trial_end_date: string | null
    name: string
    email: string
  }
}

export const requestLetter = ({ to, message, of }: Facts): Letter =>
  writeLetter(
    { name: of.organization, primary_color: of.primary_color },
    {
      to,
      subject: `${of.organization} requested an upgrade`,
      paragraphs: [
        `${of.name} (${of.kind === 'upgrade' ? 'admin' : 'officer'}) of ${of.organization} requested an upgrade.`,
        `Reply to: ${of.email}`,
        `Web address: /${of.subdomain} · plan: ${of.subscription_tier}${of.trial_end_date ? ` · trial until ${plainDateWords(of.trial_end_date)}` : ''}`,
        ...(message === '' ? [] : [message]),
      ],
      why: "Sent with the Contact Vendor button. It's also listed under Requests.",
    },
  )
