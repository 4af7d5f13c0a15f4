import type { Told } from '#features/department/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

export const writeReset = (
  { of, origin, to }: { of: Sender; origin: string; to: string },
  by = `An admin at ${of.name}`,
): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your second factor was removed',
    paragraphs: [
      `${by} removed all second factors from the account ${to}, and every device was signed out. Sign in with your password and set up a new one.`,
      "If you didn't request this, set a new password right away and contact another admin.",
    ],
    action: { label: 'Sign in', url: origin + paths.app() },
    why: 'We send this after every change to your sign-in.',
  })

/** Notification text for the other admins. */
export const writeResetNotice = (name: string, by: string): Told => ({
  type: 'factors_reset',
  officer_id: null,
  assignment_id: null,
  title: 'A second factor was removed',
  message: `${by} removed all second factors from ${name}'s account.`,
})
