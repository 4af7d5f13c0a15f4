import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimExtraTime } from '#features/hours/extra-time/contract.ts'
import { routes as extraTime } from '#features/hours/extra-time/routes.ts'
import { mergeOfficer, undoMerge } from '#features/roster/officers/contract.merges.ts'
import { approveOfficer } from '#features/roster/officers/contract.ts'
import { routes as merges } from '#features/roster/officers/routes.merges.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { correctAttendance } from './contract.review.ts'
import { checkIn, checkOut } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, makePresses, press } from './testing.presses.ts'

/** What an officer presses just as an admin merges them, or undoes the merge. */
let server: TestServer
let organization: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review, ...extraTime, ...merges, ...officers])
  organization = await server.makeOrganization({ time_zone: 'America/Chicago', time_format: '24h' })
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const shift = async () => {
  const made = await makePresses(server, organization).shift(180, -60)
  const roster = await server.insert('officers', { organization_id: organization.id, name: 'Row', approved: true })
  return { ...made, roster_id: String(roster.id) }
}
type Made = Awaited<ReturnType<typeof shift>>
const goesIn = (made: Made) => server.call(checkIn, press(made, 100), made.officer)
const goesOut = (made: Made) => server.call(checkOut, { ...press(made, 30), early: true }, made.officer)
const claims = ({ officer }: Made) =>
  server.call(
    claimExtraTime,
    { kind: 'holdover', starts_at: ago(400), minutes: 60, reason: 'Held over', docket_number: '', court: '' },
    officer,
  )
const merge = ({ officer, roster_id }: Made) =>
  server.call(mergeOfficer, { officer_id: officer.officer_id, roster_id }, admin)
const meta = { meta: { shows: ['issue 12 outbox'] } }

test.each([
  ['a check-in', goesIn],
  ['a check-out', goesOut],
])('%s counts, whatever of the merge it meets', meta, async (_, act) => {
  for (let n = 0; n < 10; n++) {
    const made = await shift()
    if (act === goesOut) expect((await goesIn(made)).status).toBe(200)
    const [merged, pressed] = await Promise.all([merge(made), act(made)])
    expect([merged.error, pressed.error]).toEqual([null, null])
    const records = await server.rows<{ officer_id: string }>(
      'select officer_id from attendance where signup_id = $1',
      [made.signup_id],
    )
    expect(records).toEqual([{ officer_id: made.roster_id }])
  }
})

test('a claim of extra time counts too', meta, async () => {
  for (let n = 0; n < 10; n++) {
    const made = await shift()
    const [merged, claimed] = await Promise.all([merge(made), claims(made)])
    expect([merged.error, claimed.error]).toEqual([null, null])
  }
})

test('so does a press just as a merge is undone', meta, async () => {
  for (let n = 0; n < 10; n++) {
    const made = await shift()
    expect((await merge(made)).error).toBeNull()
    const [row] = await server.rows<{ id: string }>('select id from officer_merges where into_id = $1', [
      made.roster_id,
    ])
    const [undone, pressed] = await Promise.all([
      server.call(undoMerge, { merge_id: row?.id ?? '' }, admin),
      goesIn(made),
    ])
    expect([undone.error, pressed.error]).toEqual([null, null])
  }
})

describe('a merge that is undone', meta, () => {
  const presses = () => makePresses(server, organization)
  const merged = async (from: number, to: number) => {
    const made = await presses().shift(from, to)
    const row = await server.insert('officers', { organization_id: organization.id, name: 'Row', approved: true })
    return { ...made, roster_id: String(row.id) }
  }
  const undo = async ({ roster_id }: { roster_id: string }) => {
    const [found] = await server.rows<{ id: string }>('select id from officer_merges where into_id = $1', [roster_id])
    expect((await server.call(undoMerge, { merge_id: found?.id ?? '' }, admin)).error).toBeNull()
  }

  test('takes along time off duty since: it is not paid, and its officer sees it', async () => {
    const { goesIn: enters, goesOut: leaves, recordOf } = presses()
    const made = await merged(600, 60)
    await enters(made, 590)
    expect((await merge(made)).error).toBeNull()
    expect([await leaves(made, 500), await enters(made, 200)]).toEqual(['done', 'done'])
    await undo(made)
    expect(await leaves(made, 100)).toBe('done')
    expect(await recordOf(made)).toMatchObject({ worked_minutes: 190, officer_id: made.officer.officer_id })
    const [gap] = await server.rows('select officer_id from attendance_gaps where attendance_id = $1', [
      (await recordOf(made)).id,
    ])
    expect(gap?.officer_id).toBe(made.officer.officer_id)
  })

  test('takes along a shift that was taken since, and what was pressed there', async () => {
    const { goesIn: enters, goesOut: leaves, recordOf } = presses()
    const made = await merged(1300, 1200)
    expect((await merge(made)).error).toBeNull()
    const [taken, before] = [await presses().shift(590, 50), await presses().shift(2000, 1900)]
    await server.rows('update officer_assignments set officer_id = $2 where id = any($1)', [
      [taken.signup_id, before.signup_id],
      made.roster_id,
    ])
    await server.rows(`update officer_assignments set applied_at = now() - interval '1 day' where id = $1`, [
      before.signup_id,
    ])
    const mine = { ...taken, officer: made.officer }
    expect(await enters(mine, 580)).toBe('done')
    await undo(made)
    expect(await leaves(mine, 100)).toBe('done')
    expect(await recordOf(mine)).toMatchObject({ worked_minutes: 480, officer_id: made.officer.officer_id })
    const [kept] = await server.rows('select officer_id from officer_assignments where id = $1', [before.signup_id])
    expect(kept?.officer_id).toBe(made.roster_id)
  })

  test('takes along a shift from before, once the account has checked in to it, and extra time that it claimed', async () => {
    const { goesIn: enters, goesOut: leaves, recordOf } = presses()
    const made = await merged(1300, 1200)
    expect((await merge(made)).error).toBeNull()
    const before = await presses().shift(590, 50)
    await server.rows(
      `update officer_assignments set officer_id = $2, assigned_by = $3, applied_at = now() - interval '9 days' where id = $1`,
      [before.signup_id, made.roster_id, admin.officer_id],
    )
    const mine = { ...before, officer: made.officer }
    expect(await enters(mine, 580)).toBe('done')
    const claim = { kind: 'callback', starts_at: ago(800), minutes: 60, reason: 'Called back' } as const
    const claimed = await server.call(claimExtraTime, { ...claim, docket_number: '', court: '' }, made.officer)
    expect(claimed.error).toBeNull()
    await undo(made)
    expect(await leaves(mine, 100)).toBe('done')
    expect(await recordOf(mine)).toMatchObject({ officer_id: made.officer.officer_id })
    const [extra] = await server.rows(
      'select officer_id from overtime_requests where organization_id = $1 and reason = $2',
      [organization.id, 'Called back'],
    )
    expect(extra?.officer_id).toBe(made.officer.officer_id)
  })

  test('leaves a shift that was assigned meanwhile with the roster row: the admins are notified of what the account saved for it', async () => {
    const { goesIn: enters, goesOut: leaves, toldOf } = presses()
    const made = await merged(1300, 1200)
    expect((await merge(made)).error).toBeNull()
    const assign = async (from: number, to: number) => {
      const shift = await presses().shift(from, to)
      await server.rows('update officer_assignments set officer_id = $2, assigned_by = $3 where id = $1', [
        shift.signup_id,
        made.roster_id,
        admin.officer_id,
      ])
      return { ...shift, officer: made.officer }
    }
    const mine = await assign(590, 50)
    await undo(made)
    expect([await enters(mine, 580), await leaves(mine, 60)]).toEqual(['not_found', 'not_found'])
    const stays =
      'Reason: the shift stayed with Row when the merge was undone. Enter the times by hand if they should count.'
    expect(await toldOf(mine)).toMatchObject([
      { title: "Test Person: saved check-in wasn't counted", message: expect.stringContaining(stays) },
      { title: "Test Person: saved check-out wasn't counted", message: expect.stringContaining(stays) },
    ])
    // Nobody else's press, and none for what the account never saw.
    const after = await assign(1000, 800)
    await server.rows(`update officer_assignments set applied_at = now() where id = $1`, [after.signup_id])
    expect(await enters({ ...mine, officer: await server.makePerson(organization) }, 570)).toBe('not_found')
    expect([await enters(after, 580), await toldOf(after), (await toldOf(mine)).length]).toEqual(['not_found', [], 2])
  })

  test('and had approved a registration tells the admins who is on duty: nothing can be sent until it’s approved again', async () => {
    const { goesIn: enters, goesOut: leaves, recordOf, toldOf } = presses()
    const approved = async () => {
      const made = await merged(600, 60)
      await server.rows('update officers set approved = false where id = $1', [made.officer.officer_id])
      expect((await merge(made)).error).toBeNull()
      return made
    }
    const [onDuty, other, again] = [await approved(), await approved(), await approved()]
    for (const made of [onDuty, again]) expect(await enters(made, 590)).toBe('done')
    for (const made of [onDuty, other, again]) await undo(made)
    const [told, ...more] = await toldOf(onDuty)
    expect([more, await toldOf(other)]).toEqual([[], []])
    expect(told).toMatchObject({
      title: 'Test Person: on duty without access',
      message: expect.stringMatching(/^Night watch: on duty since .* Record it in Attendance\.$/),
    })
    expect(await leaves(onDuty, 60)).toBe('waiting_for_approval')
    // What the message asks for.
    const { id, version } = await recordOf(onDuty)
    const times = { checked_in_at: ago(590), checked_out_at: ago(60) }
    const entered = await server.call(correctAttendance, { id, version, times, reason: 'Radio log' }, admin)
    expect(entered.error).toBeNull()
    const { officer_id } = again.officer
    expect((await server.call(approveOfficer, { officer_id }, admin)).error).toBeNull()
    expect(await leaves(again, 100)).toBe('done')
    expect(await recordOf(again)).toMatchObject({ worked_minutes: 490 })
  })
})
