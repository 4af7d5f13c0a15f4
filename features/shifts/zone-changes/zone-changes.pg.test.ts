import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { routes as settings } from '#features/home/settings/routes.ts'
import { editOrganization } from '#features/vendor/organizations/contract.ts'
import { routes as vendorOrganizations } from '#features/vendor/organizations/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays, weekdayOf } from '#platform/shared/time.ts'
import { rangeFromWall, startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { previewZone } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let ann: TestPerson
let ben: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...settings, ...vendorOrganizations])
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization({ time_zone: 'UTC' })
  admin = await server.makePerson(organization, { role: 'admin', name: 'Alma Admin' })
  ann = await server.makePerson(organization, { name: 'Ann Lee' })
  ben = await server.makePerson(organization, { name: 'Ben Roy' })
})

const ahead = plusDays(new Date().toISOString().slice(0, 10), 20)
/** A Monday: no zone changes its clocks in this night or the next three. */
const day = plusDays(ahead, (8 - weekdayOf(ahead)) % 7)
const wallIn = (zone: string, date: string, start_time: string, end_time: string) => {
  const range = rangeFromWall({ date, start_time, end_time, zone })
  if (range.kind !== 'ok') throw new Error('not a plain day')
  return { starts_at: range.starts_at, ends_at: range.ends_at }
}

type Place = { who: TestPerson; status: string }
/** 18:00 to 02:00 by default, with a post and these officers. */
const makeShift = async (over: Record<string, unknown> = {}, places: Place[] = [], date = day) => {
  const times = wallIn('UTC', date, '18:00', '02:00')
  const own = { organization_id: organization.id }
  const base = { title: 'Parade', kind: 'overtime', time_zone: 'UTC', status: 'published', ...times }
  const shift = await server.insert('assignments', { ...own, ...base, ...over })
  const range = { starts_at: shift.starts_at, ends_at: shift.ends_at }
  const post = await server.insert('posts', {
    ...{ ...own, ...range },
    ...{ assignment_id: shift.id, name: 'Gate', required_count: 5 },
  })
  for (const { who, status } of places)
    await server.insert('officer_assignments', {
      ...{ ...own, ...range, status },
      ...{ assignment_id: shift.id, post_id: post.id, officer_id: who.officer_id },
    })
  return String(shift.id)
}
const confirmed = (who: TestPerson): Place => ({ who, status: 'confirmed' })

const change = async (time_zone: string, shifts_keep?: 'wall' | 'instant') => {
  const { version } = (await server.call(readSettings, {}, admin)).body
  return server.call(editSettings, { version, time_zone, ...(shifts_keep ? { shifts_keep } : {}) }, admin)
}
const preview = async (time_zone: string) => (await server.call(previewZone, { time_zone }, admin)).body
const zoneNow = async () => (await server.call(readSettings, {}, admin)).body.time_zone
type Row = { time_zone: string; starts_at: Date; ends_at: Date; version: number; freed: boolean }
const shiftRow = async (id: string) => {
  const [row] = await server.rows<Row>(
    `select time_zone, starts_at, ends_at, version, terms_changed_at is not null as freed from assignments where id = $1`,
    [id],
  )
  if (!row) throw new Error('no such shift')
  const [from, to] = [row.starts_at, row.ends_at].map((at) => wallOf(at.toISOString(), row.time_zone))
  return {
    zone: row.time_zone,
    wall: `${from?.date} ${from?.time}–${to?.time}`,
    version: row.version,
    freed: row.freed,
  }
}
const toldOf = (who: TestPerson) =>
  server.rows<{ type: string; message: string }>(
    `select type, message from notifications where officer_id = $1 order by created_at, id`,
    [who.officer_id],
  )

test('an empty department changes its time zone without a question', async () => {
  expect((await change('America/Chicago')).status).toBe(200)
  expect(await zoneNow()).toBe('America/Chicago')
})

test('with upcoming shifts, asks first, lists them, and saves nothing until answered', async () => {
  const id = await makeShift({}, [confirmed(ann)])
  await makeShift({ title: 'Draft', status: 'draft' }, [], plusDays(day, 1))
  await makeShift({ title: 'Elsewhere', time_zone: 'America/Denver' }, [], plusDays(day, 2))
  const refused = await change('America/Chicago')
  expect([refused.status, refused.error?.code]).toEqual([409, 'zone_choice_needed'])
  expect(await zoneNow()).toBe('UTC')
  const seen = await preview('America/Chicago')
  expect(seen).toMatchObject({ from: 'UTC', to: 'America/Chicago', shifts: 1, drafts: 1, templates: 0, blocked: [] })
  expect(seen.items.map((one) => [one.title, one.status, one.signups])).toEqual([
    ['Parade', 'published', 1],
    ['Draft', 'draft', 0],
  ])
  expect(seen.items[0]).toMatchObject({ id, wall: wallIn('America/Chicago', day, '18:00', '02:00') })
})

describe('keeping the wall time', () => {
  test('every upcoming shift keeps its time of day, and officers with a live sign-up are notified and may call off', async () => {
    const parade = await makeShift({}, [confirmed(ann), { who: ben, status: 'pending_approval' }])
    const next = await makeShift({ title: 'Next day' }, [confirmed(ann)], plusDays(day, 1))
    const draft = await makeShift({ title: 'Draft', status: 'draft' }, [], plusDays(day, 2))
    const elsewhere = await makeShift({ title: 'Elsewhere', time_zone: 'America/Denver' }, [], plusDays(day, 3))
    const before = await shiftRow(elsewhere)
    expect((await change('America/Chicago', 'wall')).status).toBe(200)
    const zone = 'America/Chicago'
    expect(await shiftRow(parade)).toMatchObject({ zone, wall: `${day} 18:00–02:00`, freed: true, version: 2 })
    expect(await shiftRow(next)).toMatchObject({ zone, wall: `${plusDays(day, 1)} 18:00–02:00` })
    expect(await shiftRow(draft)).toMatchObject({ zone, wall: `${plusDays(day, 2)} 18:00–02:00`, freed: false })
    expect(await shiftRow(elsewhere)).toEqual(before)
    const [apart] = await server.rows<{ n: number }>(
      `select count(*)::int as n from officer_assignments s join posts p on p.id = s.post_id join assignments a on a.id = p.assignment_id
        where a.organization_id = $1 and ((s.starts_at, s.ends_at) is distinct from (p.starts_at, p.ends_at)
          or (p.starts_at, p.ends_at) is distinct from (a.starts_at, a.ends_at))`,
      [organization.id],
    )
    expect(apart?.n).toBe(0)
    expect((await toldOf(ann)).map((one) => one.type)).toEqual(['assignment_changed', 'assignment_changed'])
    expect((await toldOf(ben))[0]?.message).toMatch(/^The time changed\. Now .*18:00–02:00 \(8 h\)/)
    const entries = await server.rows<{ thing_type: string }>(
      `select distinct thing_type from audit_entries where organization_id = $1 and action = 'settings.edit' order by 1`,
      [organization.id],
    )
    expect(entries.map((one) => one.thing_type)).toEqual(
      expect.arrayContaining(['assignments', 'officer_assignments', 'organizations', 'posts']),
    )
  })

  test('one officer’s closely spaced shifts move together', async () => {
    // Six hours later, each begins where the next one was.
    for (const [i, start] of ['00:00', '06:00', '12:00', '18:00'].entries())
      await makeShift(
        { title: `Part ${i}`, ...wallIn('UTC', day, start, ['06:00', '12:00', '18:00', '00:00'][i] ?? '') },
        [confirmed(ann)],
      )
    expect((await change('America/Chicago', 'wall')).status).toBe(200)
    const rows = await server.rows<{ at: string }>(
      `select to_char(s.starts_at at time zone 'America/Chicago', 'HH24:MI') as at from officer_assignments s
        where s.organization_id = $1 order by s.starts_at`,
      [organization.id],
    )
    expect(rows.map((row) => row.at)).toEqual(['00:00', '06:00', '12:00', '18:00'])
  })

  test('is refused if a confirmed officer would overlap a shift that does not move, and names them', async () => {
    await makeShift({}, [confirmed(ann)])
    const other = wallIn('UTC', plusDays(day, 1), '03:00', '09:00')
    await makeShift({ title: 'Denver detail', time_zone: 'America/Denver', ...other }, [confirmed(ann)])
    expect((await preview('America/Chicago')).blocked).toMatchObject([
      { title: 'Parade', why: 'overlaps', officers: ['Ann Lee'] },
    ])
    const refused = await change('America/Chicago', 'wall')
    expect([refused.status, refused.error?.code]).toEqual([409, 'zone_change_blocked'])
    expect(refused.error?.details).toMatchObject({ titles: '"Parade"' })
    expect(await zoneNow()).toBe('UTC')
    expect((await change('America/Chicago', 'instant')).status).toBe(200)
  })
})

test('keeping the instant shows shifts in the new zone, notifies no one and allows no free call-off', async () => {
  const id = await makeShift({}, [confirmed(ann)])
  const before = await server.rows(`select starts_at, ends_at from assignments where id = $1`, [id])
  expect((await change('America/Phoenix', 'instant')).status).toBe(200)
  expect(await shiftRow(id)).toEqual({ zone: 'America/Phoenix', wall: `${day} 11:00–19:00`, version: 2, freed: false })
  expect(await server.rows(`select starts_at, ends_at from assignments where id = $1`, [id])).toEqual(before)
  expect(await toldOf(ann)).toEqual([])
})

describe('templates and series', () => {
  const body = {
    ...{ title: 'Gate', description: '', kind: 'overtime', client: null, location_name: null, location_address: null },
    ...{ location_lat: null, location_lng: null, location_radius_m: null, time_zone: 'UTC' },
    ...{ start_time: '18:00', end_time: '02:00', end_days: 1, min_required: 1, signup_mode: 'approval' },
    ...{ pay_code: null, min_pay_minutes: 0 },
    posts: [
      { start_time: null, end_time: null, name: 'Gate', required_count: 1, requirements: {}, split_minutes: null },
    ],
  }
  const template = () =>
    server.insert('assignment_templates', {
      organization_id: organization.id,
      name: 'Gate',
      body: JSON.stringify(body),
    })
  const bodies = async () =>
    (
      await server.rows<{ body: typeof body }>(`select body from assignment_templates where organization_id = $1`, [
        organization.id,
      ])
    )[0]?.body

  test('a template alone also asks, and uses the new zone either way', async () => {
    await template()
    expect((await change('America/Phoenix')).error?.code).toBe('zone_choice_needed')
    await change('America/Phoenix', 'instant')
    expect(await bodies()).toMatchObject({ time_zone: 'America/Phoenix', start_time: '11:00', end_time: '19:00' })
    await change('America/Denver', 'wall')
    expect(await bodies()).toMatchObject({ time_zone: 'America/Denver', start_time: '11:00', end_time: '19:00' })
  })

  test('a series uses the new zone when its wall time was kept', async () => {
    const series = await server.insert('assignment_series', {
      organization_id: organization.id,
      pattern: JSON.stringify({ zone: 'UTC', start_time: '18:00' }),
    })
    await makeShift({ series_id: series.id })
    await change('America/Chicago', 'wall')
    expect(await server.rows(`select pattern from assignment_series where id = $1`, [series.id])).toEqual([
      { pattern: { zone: 'America/Chicago', start_time: '18:00' } },
    ])
  })
})

describe('leave', () => {
  const away = (who: TestPerson, range: { starts_at: string; ends_at: string | null }, whole_days = true) =>
    server.insert('leaves', {
      ...{ organization_id: organization.id, officer_id: who.officer_id, kind: 'vacation', whole_days },
      ...range,
    })
  const days = (zone: string, first: string, last: string) => ({
    starts_at: startOfDayIn(zone, first),
    ends_at: startOfDayIn(zone, plusDays(last, 1)),
  })
  const request = (who: TestPerson, range: object, over: object = {}) =>
    server.insert('leave_requests', {
      ...{ organization_id: organization.id, officer_id: who.officer_id, kind: 'vacation', whole_days: true },
      ...{ ...range, ...over },
    })
  const of = async (table: string, id: unknown) => {
    const [row] = await server.rows<{ starts_at: Date; ends_at: Date | null; version: number }>(
      `select starts_at, ends_at, version from ${table} where id = $1`,
      [id],
    )
    return {
      starts_at: row?.starts_at.toISOString(),
      ends_at: row?.ends_at?.toISOString() ?? null,
      version: row?.version,
    }
  }
  const as = (zone: string, first: string, last: string) => ({ ...days(zone, first, last), version: 1 })
  const past = plusDays(day, -60)

  test('keeps its dates and times of day without a question, past leave and the admin’s own too', async () => {
    const elsewhere = await server.makeOrganization({ time_zone: 'UTC' })
    const stranger = await server.makePerson(elsewhere)
    const own = { organization_id: elsewhere.id, officer_id: stranger.officer_id, kind: 'sick', whole_days: true }
    const other = await server.insert('leaves', { ...own, ...days('UTC', day, day) })
    // One right after the other: each moves to where the other just was.
    const first = await away(ann, days('UTC', day, plusDays(day, 1)))
    const second = await away(ann, days('UTC', plusDays(day, 2), plusDays(day, 2)))
    const hours = await away(ann, wallIn('UTC', plusDays(day, 3), '00:00', '04:00'), false)
    const open = await away(ben, { starts_at: startOfDayIn('UTC', day), ends_at: null })
    const admins = await away(admin, days('UTC', past, past))
    for (const zone of ['America/Chicago', 'Asia/Kathmandu']) {
      expect((await change(zone)).status).toBe(200)
      expect(await of('leaves', first.id)).toEqual(as(zone, day, plusDays(day, 1)))
      expect(await of('leaves', second.id)).toEqual(as(zone, plusDays(day, 2), plusDays(day, 2)))
      expect(await of('leaves', hours.id)).toMatchObject(wallIn(zone, plusDays(day, 3), '00:00', '04:00'))
      expect(await of('leaves', open.id)).toEqual({ starts_at: startOfDayIn(zone, day), ends_at: null, version: 1 })
      expect(await of('leaves', admins.id)).toEqual(as(zone, past, past))
    }
    expect(await of('leaves', other.id)).toEqual(as('UTC', day, day))
  })

  test('keeps its dates whichever way the shifts go, and so do requests, pending or decided', async () => {
    await makeShift()
    const leave = await away(ann, days('UTC', day, day))
    const pending = await request(ann, days('UTC', plusDays(day, 1), plusDays(day, 2)))
    const next = await request(ann, days('UTC', plusDays(day, 3), plusDays(day, 3)))
    const decided = { state: 'denied', deny_reason: 'notice', decided_by: admin.officer_id, decided_at: new Date() }
    const denied = await request(ann, days('UTC', plusDays(day, 2), plusDays(day, 3)), decided)
    for (const [zone, keep] of [
      ['America/Chicago', 'wall'],
      ['America/Denver', 'instant'],
    ] as const) {
      expect((await change(zone, keep)).status).toBe(200)
      expect(await of('leaves', leave.id)).toEqual(as(zone, day, day))
      expect(await of('leave_requests', pending.id)).toEqual(as(zone, plusDays(day, 1), plusDays(day, 2)))
      expect(await of('leave_requests', next.id)).toEqual(as(zone, plusDays(day, 3), plusDays(day, 3)))
      expect(await of('leave_requests', denied.id)).toEqual(as(zone, plusDays(day, 2), plusDays(day, 3)))
    }
  })

  test('stays as it is when the change is refused', async () => {
    await makeShift()
    const leave = await away(ann, days('UTC', day, day))
    expect((await change('America/Chicago')).error?.code).toBe('zone_choice_needed')
    expect(await of('leaves', leave.id)).toEqual(as('UTC', day, day))
  })
})

test('the vendor changes the time zone only of a department with nothing upcoming, and leave keeps its dates', async () => {
  const vendor = await server.makeSuperAdmin()
  const edit = async (time_zone: string) => {
    const [row] = await server.rows<{ version: number }>('select version from organizations where id = $1', [
      organization.id,
    ])
    const asked = { organization_id: organization.id, version: row?.version ?? 0, time_zone }
    return server.call(editOrganization, asked, vendor)
  }
  const kept = { organization_id: organization.id, officer_id: ann.officer_id, kind: 'sick', whole_days: true }
  const leave = await server.insert('leaves', {
    ...{ ...kept, starts_at: startOfDayIn('UTC', day), ends_at: startOfDayIn('UTC', plusDays(day, 1)) },
  })
  expect((await edit('America/Denver')).status).toBe(200)
  const [moved] = await server.rows<{ starts_at: Date }>('select starts_at from leaves where id = $1', [leave.id])
  expect(moved?.starts_at.toISOString()).toBe(startOfDayIn('America/Denver', day))
  await makeShift({ time_zone: 'America/Denver' })
  const refused = await edit('America/Chicago')
  expect([refused.status, refused.error?.code]).toEqual([409, 'zone_carried'])
  expect(await zoneNow()).toBe('America/Denver')
})
