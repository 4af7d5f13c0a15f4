import type { Told } from '#features/notifications/store.ts'
import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'

export const writeReset = (
  { of, origin, to }: { of: Sender; origin: string; to: string },
  by = `An admin of ${of.name}`,
): Letter =>
  writeLetter(of, {
    to,
    subject: 'Your second factor was taken off',
    paragraphs: [
      `${by} took every second factor off the account ${to}, and every device was signed out. Sign in with your password and set one up anew.`,
      'If you did not ask for it, set a new password at once and tell another admin.',
    ],
    action: { label: 'Sign in', url: origin + paths.app() },
    why: 'This is told after every change of how you sign in.',
  })

/** What the other admins read. */
export const writeResetNotice = (name: string, by: string): Told => ({
  type: 'factors_reset',
  officer_id: null,
  assignment_id: null,
  title: 'A second factor was taken off',
  message: `${by} took every second factor off the account of ${name}.`,
})
