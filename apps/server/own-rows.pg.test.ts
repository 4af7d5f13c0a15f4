import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appUrlOf } from '#platform/server/migrate.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { makeScene, type Scene } from './testing.scene.ts'

let server: TestServer
let scene: Scene
let client: pg.Client
let others: { officer: TestPerson; signup_id: string }
let adminsSignup: string
let firstCome: string
let byApproval: string

beforeAll(async () => {
  server = await startTestServer([])
  scene = await makeScene(server)
  client = new pg.Client({ connectionString: appUrlOf(server.databaseUrl) })
  await client.connect()
  const [job] = await server.rows<{ starts_at: Date; ends_at: Date }>(
    'select starts_at, ends_at from assignments where id = $1',
    [scene.known.assignment_id],
  )
  const times = { starts_at: job?.starts_at, ends_at: job?.ends_at }
  const of = { organization_id: scene.organization.id }
  const signup = async (officer_id: string, status = 'pending_approval') => {
    const place = { assignment_id: scene.known.assignment_id, post_id: scene.known.post_id }
    return String((await server.insert('officer_assignments', { ...of, ...place, officer_id, status, ...times })).id)
  }
  const officer = await server.makePerson(scene.organization)
  others = { officer, signup_id: await signup(officer.officer_id) }
  adminsSignup = await signup(scene.admin.officer_id)
  const postOf = async (signup_mode: string) => {
    const more = { kind: 'overtime', time_zone: 'America/Chicago', status: 'published', signup_mode }
    const open = await server.insert('assignments', { ...of, title: 'Second', ...more, ...times })
    const post = { assignment_id: open.id, name: 'P', required_count: 2, ...times }
    return String((await server.insert('posts', { ...of, ...post })).id)
  }
  firstCome = await postOf('first_come')
  byApproval = await postOf('approval')
})
afterAll(async () => {
  await client.end()
  await server.close()
})
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

const enter = (person: { secret: string }) =>
  client.query(`select app.enter($1::bytea, 'signed_in', '', true)`, [
    createHash('sha256').update(person.secret).digest(),
  ])
/** `:name` is replaced by an id of the scene. */
const filled = (statement: string) =>
  statement.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    const ids: Record<string, string | undefined> = {
      ...scene.known,
      me: scene.officer.officer_id,
      my_user: scene.officer.user_id,
      admin: scene.admin.officer_id,
      admin_signup: adminsSignup,
      other: others.officer.officer_id,
      other_user: others.officer.user_id,
      other_signup: others.signup_id,
      first_come: firstCome,
      by_approval: byApproval,
      worked_signup: scene.worked.signup_id,
    }
    return `'${ids[name]}'`
  })
/** Returns 'refused', or the number of rows changed. */
const attempt = async (statement: string): Promise<string> => {
  try {
    return `${(await client.query(filled(statement))).rowCount} changed`
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : ''
    // Refused by row-level security or a guard, or by a constraint, which no role can bypass.
    if (state === '42501' || state === '23514' || state === '23502' || state === '23503' || state === '23P01')
      return 'refused'
    throw error
  }
}
const nothing = ['refused', '0 changed']

const insertSignup = (officer: string, status: string, more = ['', '']) =>
  `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at${more[0]})
   select organization_id, assignment_id, id, ${officer}, '${status}', starts_at, ends_at${more[1]} from posts`
const insertAttendance = (signup: string, officer: string, state: string, more = ['', '']) =>
  `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at${more[0]})
   values (:organization_id, ${signup}, :assignment_id, ${officer}, '${state}', now(), now() + interval '1 hour'${more[1]})`
const insertClaim = (officer: string, status: string, more = ['', ''], ago = '40 hours') =>
  `insert into overtime_requests (organization_id, officer_id, status, kind, starts_at, minutes${more[0]})
   values (:organization_id, ${officer}, '${status}', 'callback', now() - interval '${ago}', 60${more[1]})`
const insertCertification = (officer: string, more = ['', '']) =>
  `insert into officer_certifications (organization_id, officer_id, type, issued_on${more[0]})
   values (:organization_id, ${officer}, 'CPR', '2026-01-05'${more[1]})`
const insertCalendar = (officer: string) =>
  `insert into calendar_feeds (organization_id, officer_id, token_hash)
   values (:organization_id, ${officer}, decode(repeat('cd', 32), 'hex'))`
const insertLink = (kind: string) =>
  `with named as (select set_config('app.address', 'friend@example.org', true))
   insert into account_links (token_hash, kind, email, email_key, organization_id, officer_id, expires_at)
   select decode(repeat('ab', 32), 'hex'), '${kind}', 'friend@example.org', 'friend@example.org', :organization_id, :me,
     now() + interval '1 hour' from named`

describe('the database refuses an officer, whatever the statement', { meta: { shows: ['issue 2.4'] } }, () => {
  test.each([
    `update officer_assignments set status = 'confirmed' where id = :signup_id`,
    `update officer_assignments set status = 'worked' where id = :worked_signup`,
    `update officer_assignments set status = 'no_show' where id = :worked_signup`,
    `update officer_assignments set decided_by = :admin, decided_at = now() where id = :signup_id`,
    `update officer_assignments set officer_id = :other where id = :signup_id`,
    `update officer_assignments set starts_at = starts_at - interval '1 hour' where id = :signup_id`,
    `update officer_assignments set applied_at = applied_at - interval '1 day' where id = :signup_id`,
    `update officer_assignments set took_over = true where id = :signup_id`,
    `update officer_assignments set status = 'withdrawn' where id = :other_signup`,
    `${insertSignup(':me', 'confirmed', [', took_over', ', true'])} where id = :first_come`,
    `${insertSignup(':me', 'confirmed', [', order_reason', `, 'mine'`])} where id = :first_come`,
    `${insertSignup(':me', 'confirmed')} where id = :by_approval`,
    `${insertSignup(':me', 'confirmed', [', assigned_by', ', :admin'])} where id = :first_come`,
    `${insertSignup(':me', 'confirmed', [', override_reason', `, 'mine'`])} where id = :first_come`,
    `${insertSignup(':other', 'confirmed')} where id = :first_come`,
    `update posts set required_count = 500 where id = :post_id`,
    `update posts set confirmed_count = 0 where id = :post_id`,
    `update posts set name = 'mine' where id = :post_id`,
    `delete from posts where id = :post_id`,
    `update assignments set signup_mode = 'first_come' where id = :assignment_id`,
    `update assignments set status = 'draft' where id = :assignment_id`,
    `delete from assignments where id = :assignment_id`,
    `update attendance set state = 'approved', decided_by = :admin where id = :attendance_id`,
    `update attendance set state = 'approved' where id = :attendance_id`,
    `update attendance set checked_in_at = checked_in_at - interval '1 hour' where id = :attendance_id`,
    `update attendance set checked_out_at = checked_out_at + interval '1 hour' where id = :attendance_id`,
    `update attendance set worked_minutes = 9000 where id = :attendance_id`,
    `update attendance set state = 'open', checked_out_at = null, worked_minutes = null where id = :attendance_id`,
    `update attendance set late_out_at = now() where id = :attendance_id`,
    `update attendance set state = 'approved', late_out_at = now() where id = :attendance_id`,
    `delete from attendance where id = :attendance_id`,
    `insert into attendance_gaps (organization_id, attendance_id, officer_id, left_at, back_at)
     values (:organization_id, :attendance_id, :me, now() - interval '1 hour', now())`,
    `update attendance set scheduled_starts_at = scheduled_starts_at - interval '1 hour' where id = :attendance_id`,
    insertAttendance(':signup_id', ':me', 'approved'),
    insertAttendance(':signup_id', ':me', 'approved', [', decided_by', ', :admin']),
    insertAttendance(':signup_id', ':me', 'submitted'),
    insertAttendance(':other_signup', ':me', 'open'),
    insertAttendance(':other_signup', ':other', 'open'),
    `update officers set role = 'admin' where id = :me`,
    `update officers set hourly_rate = 1 where id = :me`,
    `update officers set phone = '1' where id = :other`,
    `insert into officers (organization_id, name, approved, role) values (:organization_id, 'Friend', true, 'admin')`,
    `update organizations set subscription_tier = 'enterprise' where id = :organization_id`,
    `update organizations set name = 'mine' where id = :organization_id`,
    `insert into memberships (account_id, organization_id, officer_id) values (:my_user, :organization_id, :other)`,
    `delete from memberships where account_id = :other_user`,
    `insert into notifications (organization_id, type, title, message, officer_id) values (:organization_id, 't', 't', 'm', :other)`,
    `update notifications set read = true where officer_id is null or officer_id <> :me`,
    insertCertification(':me', [', verified_by, verified_at', ', :admin, now()']),
    insertCertification(':other'),
    `update officer_certifications set verified_by = :admin, verified_at = now() where id = :certification_id`,
    `update officer_certifications set officer_id = :other where id = :certification_id`,
    `insert into officer_notes (organization_id, officer_id, author_id, body) values (:organization_id, :other, :me, 'x')`,
    `insert into officer_notes (organization_id, officer_id, author_id, body) values (:organization_id, :me, :admin, 'x')`,
    insertClaim(':me', 'approved'),
    insertClaim(':me', 'approved', [', decided_by, decided_at', ', :admin, now()']),
    insertClaim(':me', 'locked'),
    insertClaim(':other', 'pending'),
    insertClaim(':me', 'pending', [', signup_id', ', :other_signup']),
    // Overlaps the recorded hours of the shift.
    insertClaim(':me', 'pending', ['', ''], '9 hours'),
    `update overtime_requests set status = 'approved', decided_by = :admin where id = :extra_time_id`,
    `update overtime_requests set status = 'denied', decided_by = :admin, decision_reason = 'x' where id = :extra_time_id`,
    `update overtime_requests set decided_by = :admin, decided_at = now() where id = :extra_time_id`,
    `update overtime_requests set officer_id = :other where id = :extra_time_id`,
    `update overtime_requests set asked_minutes = 5, asked_starts_at = now() where id = :extra_time_id`,
    `delete from overtime_requests where id = :extra_time_id`,
    insertCalendar(':other'),
    `update calendar_feeds set officer_id = :me`,
    `update calendar_feeds set token_hash = decode(repeat('cd', 32), 'hex')`,
    `update calendar_feeds set revoked_at = now(), revoked_why = 'by_officer' where officer_id <> :me`,
    `delete from calendar_feeds`,
    `update sessions set created_at = now() + interval '1 day'`,
    `update sessions set organization_id = null`,
    insertLink('claim'),
    insertLink('admin_setup'),
    insertLink('super_admin'),
    `with named as (select set_config('app.address', 'friend@example.org', true))
     insert into super_admin_users (email, email_key) select 'friend@example.org', 'friend@example.org' from named`,
    `update audit_entries set before = null`,
    `delete from audit_entries`,
    `insert into audit_entries (organization_id, action, actor_user_id, actor_role, thing_type)
     values (:organization_id, 'x', :other_user, 'officer', 'x')`,
    `delete from outbox`,
    `delete from mails`,
    `update mails set to_address = 'friend@example.org'`,
    `delete from officers where id = :other`,
    `truncate officers`,
  ])('%s', async (statement) => {
    await enter(scene.officer)
    expect(nothing).toContain(await attempt(statement))
  })

  test.each([
    'officer_imports',
    'assignment_templates',
    'assignment_series',
    'audit_entries',
    'mails',
    'outbox',
    'idempotency_keys',
    'sign_in_attempts',
    'account_links',
    'super_admin_users',
  ])('%s returns nothing', async (table) => {
    await enter(scene.officer)
    expect((await client.query(`select from ${table}`)).rowCount).toBe(0)
  })

  test.each([
    `update officer_assignments set status = 'withdrawn' where id = :signup_id`,
    `${insertSignup(':me', 'confirmed')} where id = :first_come`,
    `${insertSignup(':me', 'pending_approval')} where id = :by_approval`,
    `update officers set phone = '1' where id = :me`,
    `update attendance set note = 'late train' where id = :attendance_id`,
  ])('allows what officers may do themselves: %s', async (statement) => {
    await enter(scene.officer)
    expect(await attempt(statement)).toBe('1 changed')
  })
})

describe('no one, not even an admin, decides their own records', {
  meta: { shows: ['issue 2.7', 'issue 2.8'] },
}, () => {
  test.each([
    `update officer_assignments set status = 'confirmed' where id = :admin_signup`,
    `update officer_assignments set status = 'confirmed', decided_by = :admin where id = :admin_signup`,
    `update officer_assignments set status = 'confirmed', decided_by = :other where id = :admin_signup`,
    `update officer_assignments set status = 'released', decided_by = :other where id = :admin_signup`,
    `update officer_assignments set status = 'confirmed', decided_by = :other where id = :signup_id`,
    `${insertSignup(':admin', 'confirmed')} where id = :by_approval`,
    `${insertSignup(':admin', 'confirmed', [', took_over', ', true'])} where id = :first_come`,
    insertAttendance(':admin_signup', ':admin', 'approved', [', decided_by', ', :other']),
    insertAttendance(':signup_id', ':me', 'approved', [', decided_by', ', :other']),
    insertCertification(':admin', [', verified_by, verified_at', ', :admin, now()']),
    insertCertification(':me', [', verified_by, verified_at', ', :other, now()']),
    `insert into officer_notes (organization_id, officer_id, author_id, body) values (:organization_id, :admin, :admin, 'x')`,
    `insert into officer_notes (organization_id, officer_id, author_id, body) values (:organization_id, :me, :other, 'x')`,
    insertClaim(':admin', 'approved'),
    insertClaim(':admin', 'approved', [', decided_by, decided_at', ', :other, now()']),
    insertClaim(':me', 'approved', [', decided_by, decided_at', ', :admin, now()']),
    `update overtime_requests set status = 'approved', decided_by = :other where id = :extra_time_id`,
    `update overtime_requests set minutes = 1440, status = 'approved', decided_by = :admin where id = :extra_time_id`,
    `update overtime_requests set reason = 'mine', status = 'approved', decided_by = :admin where id = :extra_time_id`,
    `update overtime_requests set officer_id = :other where id = :extra_time_id`,
    `update organizations set subscription_tier = 'enterprise' where id = :organization_id`,
    `update organizations set max_officers = 10000 where id = :organization_id`,
    `update organizations set features_enabled = '{"audit_logs": true}' where id = :organization_id`,
    `update organizations set trial_end_date = '2099-01-01' where id = :organization_id`,
    insertLink('admin_setup'),
    insertLink('super_admin'),
  ])('%s', async (statement) => {
    await enter(scene.admin)
    expect(nothing).toContain(await attempt(statement))
  })

  test.each([
    `update officer_assignments set status = 'confirmed', decided_by = :admin where id = :signup_id`,
    `update officer_assignments set status = 'cancelled_by_dept', decided_at = now() where id = :admin_signup`,
    `update attendance set state = 'approved', decided_by = :admin where id = :attendance_id`,
    `update officer_certifications set verified_by = :admin, verified_at = now() where id = :certification_id`,
    `insert into officer_notes (organization_id, officer_id, author_id, body) values (:organization_id, :me, :admin, 'x')`,
    `update overtime_requests set status = 'approved', decided_by = :admin where id = :extra_time_id`,
    `update overtime_requests set status = 'approved', decided_by = :admin, minutes = 30, asked_minutes = minutes,
       asked_starts_at = starts_at where id = :extra_time_id`,
    `update organizations set calloff_notice_minutes = 60 where id = :organization_id`,
    insertLink('claim'),
  ])('allows an admin to decide others’ records: %s', async (statement) => {
    await enter(scene.admin)
    expect(await attempt(statement)).toBe('1 changed')
  })
})
