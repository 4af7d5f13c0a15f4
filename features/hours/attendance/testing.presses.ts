import type { Route } from '#platform/server/route.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { checkIn, checkOut } from './contract.ts'

/** For tests of presses that were saved on a phone: shifts, presses and what became of them, in minutes before now. */

/** Taken once: whole minutes stay whole while the tests run. */
const began = Math.floor(Date.now() / 60_000) * 60_000
export const ago = (minutes: number): string => new Date(began - minutes * 60_000).toISOString()
export const minutesAgo = (at: Date | string | null | undefined): number | null =>
  at ? Math.round((began - new Date(at).getTime()) / 60_000) : null

export type Made = { officer: TestPerson; signup_id: string; assignment_id: string }
export type Row = {
  id: string
  version: number
  state: string
  worked_minutes: number
  note: string
} & Record<string, Date | null>

/** A press made this many minutes ago, on a phone that heard from the server shortly before it. */
export const press = ({ signup_id }: Pick<Made, 'signup_id'>, minutes: number) => ({
  signup_id,
  device_at: ago(minutes),
  clock: { ahead_ms: 0, heard_at: ago(minutes + 1), since_ms: 60_000 },
})
export const answer = ({ error }: { error: { code: string } | null }): string => error?.code ?? 'done'
export const asked = ({ asked_in_at, asked_out_at }: Row) => [minutesAgo(asked_in_at), minutesAgo(asked_out_at)]

export const makePresses = (server: TestServer, organization: TestOrganization) => {
  /** A shift of a new officer that began and ends these minutes ago. */
  const shift = async (from: number, to: number): Promise<Made> => {
    const officer = await server.makePerson(organization)
    const row = { organization_id: organization.id, starts_at: ago(from), ends_at: ago(to) }
    const job = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
    const assignment = await server.insert('assignments', { ...row, ...job })
    const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'Gate', required_count: 1 })
    const who = { assignment_id: assignment.id, post_id: post.id, officer_id: officer.officer_id }
    const signup = await server.insert('officer_assignments', { ...row, ...who, status: 'confirmed' })
    return { officer, signup_id: String(signup.id), assignment_id: String(assignment.id) }
  }
  const recordOf = async ({ signup_id }: Made): Promise<Row> => {
    const [row] = await server.rows<Row>('select * from attendance where signup_id = $1', [signup_id])
    if (!row) throw new Error('no record')
    return row
  }
  return {
    shift,
    recordOf,
    goesIn: async (made: Made, at: number) => answer(await server.call(checkIn, press(made, at), made.officer)),
    goesOut: async (made: Made, at: number) =>
      answer(await server.call(checkOut, { ...press(made, at), early: true }, made.officer)),
    gapsOf: async (made: Made) =>
      (
        await server.rows<{ left_at: Date; back_at: Date }>(
          'select left_at, back_at from attendance_gaps where attendance_id = $1 order by left_at',
          [(await recordOf(made)).id],
        )
      ).map(({ left_at, back_at }) => [minutesAgo(left_at), minutesAgo(back_at)]),
    /** What the admins were notified of. */
    toldOf: ({ assignment_id }: Made) =>
      server.rows<{ title: string; message: string }>(
        `select title, message from notifications where assignment_id = $1 and type = 'press_refused' order by created_at`,
        [assignment_id],
      ),
  }
}

export type Desk = {
  server: TestServer
  organization: TestOrganization
  admin: TestPerson
  presses: ReturnType<typeof makePresses>
}
/** A server with a department in Chicago and its admin, for the presses of its officers. */
export const startPresses = async (routes: readonly Route[]): Promise<Desk> => {
  const server = await startTestServer(routes)
  const organization = await server.makeOrganization({ time_zone: 'America/Chicago', time_format: '24h' })
  const admin = await server.makePerson(organization, { role: 'admin' })
  return { server, organization, admin, presses: makePresses(server, organization) }
}
