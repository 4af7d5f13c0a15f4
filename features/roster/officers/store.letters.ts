import { notify, sendLetter } from '#features/department/notifications/store.ts'
import { linkHours } from '#features/people/account-links/rules.ts'
import { makeLink } from '#features/people/account-links/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
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

/** An officer who is on duty has lost access: nothing that their phone saves can be sent. The admins hear of it, not only the one who asked. */
export const tellOnDuty = async (db: Db, officerId: string): Promise<void> => {
  const of = await db.row<{ assignment_id: string; title: string; name: string; since: string }>(sql`
    select t.assignment_id, a.title, f.name, app.day_and_clock(t.checked_in_at) as since
    from attendance t
    join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
    join officers f on f.organization_id = t.organization_id and f.id = t.officer_id
    where ${ours('t')} and t.officer_id = ${officerId}::uuid and t.state = 'open' and t.checked_out_at is null`)
  if (!of) return
  const { assignment_id, title, name, since } = of
  await notify(db, [
    {
      ...{ type: 'press_refused', officer_id: null, assignment_id, title: `${name}: on duty without access` },
      message: `${title}: on duty since ${since}. The registration was undone, so no check-out can be sent until it's approved again. Record it in Attendance.`,
    },
  ])
}
