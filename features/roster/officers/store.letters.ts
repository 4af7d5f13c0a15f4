import { sendLetter } from '#features/department/notifications/store.ts'
import { linkHours } from '#features/people/account-links/rules.ts'
import { makeLink } from '#features/people/account-links/store.ts'
import type { Db } from '#platform/server/db.ts'
import { approvalLetter, invitationLetter } from './mail.ts'
import { findOrganization, type Invitable, type Organization, updateInvited } from './store.ts'

/** Emails the approval to officers who have an address. */
export const tellApproved = async (
  db: Db,
  officers: readonly { email: string | null; name: string }[],
  origin: string,
): Promise<void> => {
  const of = await findOrganization(db)
  for (const { email: to, name } of officers) {
    if (to !== null) await sendLetter(db, 'officer_approved', approvalLetter({ of, origin, to, name }))
  }
}

/** Mails the link with which an officer of the roster makes an account. */
export const sendInvitation = async (db: Db, of: Organization, officer: Invitable, origin: string): Promise<void> => {
  const { id, name, email } = officer
  await updateInvited(db, id, email, officer.email_key)
  const token = await makeLink(db, { kind: 'claim', email, name, organization_id: of.id, officer_id: id })
  const facts = { of, origin, to: email, name, token, hours: linkHours.claim }
  await sendLetter(db, 'invitation_link', invitationLetter(facts))
}
