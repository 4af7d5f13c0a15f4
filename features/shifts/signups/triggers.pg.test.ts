import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { signUp } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const signedUp = async (places = 2) => {
  const common = { organization_id: organization.id, starts_at: at(30), ends_at: at(38) }
  const shift = { title: 'Night patrol', kind: 'overtime', time_zone: 'America/Chicago' }
  const rest = { status: 'published', signup_mode: 'first_come' }
  const assignment_id = String((await server.insert('assignments', { ...common, ...shift, ...rest })).id)
  const post = { assignment_id, name: 'Gate', required_count: places }
  const post_id = String((await server.insert('posts', { ...common, ...post })).id)
  const officer = await server.makePerson(organization)
  const answer = await server.call(signUp, { assignment_id, post_id }, officer)
  expect(answer.status).toBe(200)
  return { assignment_id, post_id, officer, id: answer.body.id }
}
/** A statement that no handler makes, in the name of this person. */
const write = (who: TestPerson, statement: Sql) => {
  const token = createHash('sha256').update(who.secret).digest()
  const enter = sql`select app.enter(${token}::bytea, 'signed_in', '', true)`
  return server.database.transaction([enter], (db) => db.run(statement))
}
const held = async (post_id: string, id: string) =>
  (
    await server.rows<{ confirmed: number; names: number }>(
      `select p.confirmed_count as confirmed, (select count(*)::int from shared_places s where s.signup_id = $2) as names
       from posts p where p.id = $1`,
      [post_id, id],
    )
  )[0]
const calledOffAt = async (id: string) =>
  (await server.rows<{ at: Date | null }>('select called_off_at as at from officer_assignments where id = $1', [id]))[0]
    ?.at

beforeAll(async () => {
  server = await startTestServer(routes)
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

it('a sign-up has three triggers of its own beside those of every table', async () => {
  const found = await server.rows<{ name: string }>(
    `select tgname as name from pg_trigger where tgrelid = 'officer_assignments'::regclass and not tgisinternal order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual([
    ...['follow_signup', 'guard_signup', 'guard_support', 'keep_organization', 'note_opportunity', 'record_change'],
  ])
})

describe('a statement that no handler makes', () => {
  it('frees the spot and the name, and takes both again', async () => {
    const { id, post_id } = await signedUp()
    expect(await held(post_id, id)).toEqual({ confirmed: 1, names: 1 })
    await write(admin, sql`update officer_assignments set status = 'released' where id = ${id}::uuid`)
    expect(await held(post_id, id)).toEqual({ confirmed: 0, names: 0 })
    await write(admin, sql`update officer_assignments set status = 'confirmed' where id = ${id}::uuid`)
    expect(await held(post_id, id)).toEqual({ confirmed: 1, names: 1 })
  })

  it('cannot put more officers on a post than it needs', async () => {
    const { id, post_id, assignment_id } = await signedUp(1)
    const second = await server.makePerson(organization)
    const insert = sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at,
        ends_at)
      select organization_id, ${assignment_id}::uuid, id, ${second.officer_id}::uuid, 'confirmed', starts_at, ends_at
      from posts where id = ${post_id}::uuid`
    await expect(write(admin, insert)).rejects.toThrow(/posts_not_over|violates check constraint/)
    expect(await held(post_id, id)).toEqual({ confirmed: 1, names: 1 })
  })

  it('cannot choose when an officer called off', async () => {
    const { id, officer } = await signedUp()
    const early = sql`update officer_assignments set status = 'called_off', called_off_at = '2020-01-01' where id = ${id}::uuid`
    await expect(write(officer, early)).rejects.toThrow(/not_allowed/)
    await write(admin, early)
    const noted = await calledOffAt(id)
    expect(Math.abs(Date.now() - (noted?.getTime() ?? 0))).toBeLessThan(60_000)
    await write(admin, sql`update officer_assignments set called_off_at = '2020-01-01' where id = ${id}::uuid`)
    expect(await calledOffAt(id)).toEqual(noted)
    await write(admin, sql`update officer_assignments set status = 'confirmed' where id = ${id}::uuid`)
    expect(await calledOffAt(id)).toBeNull()
  })

  it('does not move a sign-up to another officer or shift', async () => {
    const [{ id, officer }, other] = [await signedUp(), await signedUp()]
    for (const statement of [
      sql`update officer_assignments set officer_id = ${admin.officer_id}::uuid where id = ${id}::uuid`,
      sql`update officer_assignments set assignment_id = ${other.assignment_id}::uuid, post_id = ${other.post_id}::uuid
        where id = ${id}::uuid`,
    ])
      for (const who of [officer, admin]) await expect(write(who, statement)).rejects.toThrow(/not_allowed|row-level/)
    await expect(
      write(officer, sql`update officer_assignments set status = 'worked' where id = ${id}::uuid`),
    ).rejects.toThrow(/not_allowed/)
  })
})
