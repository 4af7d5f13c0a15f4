import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

export type TestOrganization = { id: string; name: string; subdomain: string; time_zone: string }
export type TestPerson = {
  user_id: string
  officer_id: string
  organization_id: string
  role: string
  secret: string
  email: string
}
/** Inserts as the owner, bypassing the fence; for test setup only. */
export const insertAs =
  (admin: pg.Pool) =>
  async (table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const names = Object.keys(row)
    const { rows } = await admin.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return rows[0]
  }
type Insert = ReturnType<typeof insertAs>

/** A complete session, with the second factor confirmed by default. */
export const signInWith =
  (insert: Insert) =>
  async (userId: string, organizationId: string | null, kind = 'department', secondFactor = true): Promise<string> => {
    const secret = randomBytes(32).toString('base64url')
    await insert('sessions', {
      token_hash: createHash('sha256').update(secret).digest(),
      user_id: userId,
      organization_id: organizationId,
      kind,
      ...(secondFactor ? { second_factor_at: new Date() } : {}),
    })
    return secret
  }
type SignIn = ReturnType<typeof signInWith>

/** Organizations and people for test setup. */
export const peopleOf = (insert: Insert, signIn: SignIn, admin: pg.Pool) => {
  const makeOrganization = async (over: Partial<Record<string, unknown>> = {}): Promise<TestOrganization> => {
    const name = `Department ${randomBytes(4).toString('hex')}`
    const row = {
      name,
      subdomain: name.toLowerCase().replaceAll(' ', '-'),
      time_zone: 'America/Chicago',
      subscription_tier: 'pro',
      ...over,
    }
    return insert('organizations', row) as Promise<TestOrganization>
  }
  /** An approved officer (or admin) with an account and a live session. */
  const makePerson = async (organization: { id: string }, over: Record<string, unknown> = {}): Promise<TestPerson> => {
    const email = `p${randomBytes(6).toString('hex')}@example.org`
    const account = await insert('accounts', { email, email_key: email, name: 'Test Person' })
    const officer = await insert('officers', {
      organization_id: organization.id,
      user_id: account.id,
      name: 'Test Person',
      email,
      email_key: email,
      badge_number: randomBytes(4).toString('hex'),
      approved: true,
      role: 'officer',
      ...over,
    })
    return {
      user_id: String(account.id),
      officer_id: String(officer.id),
      organization_id: organization.id,
      role: String(officer.role),
      email,
      secret: await signIn(String(account.id), organization.id),
    }
  }
  const makeSuperAdmin = async () => {
    // A vendor staff member with a live session, the second factor confirmed, and another session elsewhere.
    const email = `s${randomBytes(6).toString('hex')}@example.org`
    const account = await insert('accounts', { email, email_key: email, name: 'Vendor Person' })
    await insert('super_admin_users', { email, email_key: email, active: true, account_id: account.id })
    const user_id = String(account.id)
    await signIn(user_id, null, 'super_admin')
    const { rows } = await admin.query('select id from sessions where user_id = $1', [user_id])
    return { user_id, email, other_session_id: String(rows[0].id), secret: await signIn(user_id, null, 'super_admin') }
  }
  return { makeOrganization, makePerson, makeSuperAdmin }
}
