import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { namesOf } from './client.crews.ts'
import { readOfficersSchedule, readSchedule, readSharedSchedule } from './contract.ts'
import { routes } from './routes.ts'

/** Two platoons and an officer for each thing that makes days differ from a platoon's, in the week clocks go forward. */
let server: TestServer
let where: TestOrganization
let admin: TestPerson
let asker: TestPerson
const week = { from: '2028-03-12', days: 7 }

const platoon = async (name: string, start: string, more: object = {}) => {
  const { id } = await server.insert('platoons', { organization_id: where.id, name, ...more })
  const pattern = JSON.stringify({ kind: 'pitman', start, minutes: 720 })
  const row = { organization_id: where.id, platoon_id: id, starts_on: '2028-01-01', anchor_on: '2028-01-03' }
  await server.insert('platoon_schedules', { ...row, pattern })
  return id as string
}
const officer = async (name: string, unit: string | null, turns: [platoon_id: string, from: string, to?: string][]) => {
  const { officer_id } = await server.makePerson(where, { name })
  await server.rows('update officers set unit = $2 where id = $1', [officer_id, unit])
  for (const [platoon_id, starts_on, ends_on = null] of turns)
    await server.insert('platoon_members', { organization_id: where.id, platoon_id, officer_id, starts_on, ends_on })
  return { organization_id: where.id, officer_id }
}
const days = async (table: string, row: object) => server.insert(table, row as Record<string, unknown>)

beforeAll(async () => {
  server = await startTestServer([...routes])
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin', name: 'Zoe Boss' })
  asker = await server.makePerson(where, { name: 'Una Webb' })
  const day = await platoon('Days', '06:00')
  const night = await platoon('Nights', '18:00')
  const ending = await platoon('Ending', '10:00', { ended_on: '2028-03-15' })
  await officer('Ana Reyes', 'Patrol', [[day, '2028-01-01']])
  await officer('Ben Cho', 'Patrol', [[day, '2028-02-07']])
  await officer('Cleo Frost', 'Traffic', [[day, '2028-03-14']])
  await officer('Dan Ortiz', null, [[day, '2027-01-01', '2028-03-16']])
  await officer('Eve Park', 'Patrol', [
    [night, '2028-01-01', '2028-03-14'],
    [day, '2028-03-14'],
  ])
  await officer('Flo Hart', 'Traffic', [[night, '2028-01-01']])
  await officer('Gus Lind', 'Patrol', [[ending, '2028-01-01']])
  const off = await officer('Hal Ruiz', 'Patrol', [[night, '2028-01-01']])
  await days('tour_exceptions', { ...off, kind: 'off', on_day: '2028-03-13' })
  const extra = await officer('Ida Nash', 'Patrol', [])
  await days('tour_exceptions', { ...extra, kind: 'extra', on_day: '2028-03-15', start_time: '08:00', minutes: 240 })
  const own = await officer('Jon Vega', 'Traffic', [[day, '2028-01-01']])
  await days('imported_tours', {
    ...own,
    on_day: '2028-03-14',
    ...{ starts_at: new Date('2028-03-14T15:00:00Z'), ends_at: new Date('2028-03-14T23:00:00Z') },
  })
  const sick = await officer('Kay Moss', 'Patrol', [[day, '2028-01-01']])
  const whole = { kind: 'sick', starts_at: new Date('2028-03-13T05:00:00Z'), ends_at: new Date('2028-03-15T05:00:00Z') }
  await days('leaves', { ...sick, ...whole, whole_days: true, note: 'Broken wrist' })
  const half = await officer('Lou Berg', 'Patrol', [[day, '2028-01-01']])
  const part = { starts_at: new Date('2028-03-13T11:00:00Z'), ends_at: new Date('2028-03-13T14:00:00Z') }
  await days('leaves', { ...half, kind: 'training', ...part, whole_days: false })
  const gone = await officer('Mia Gone', 'Patrol', [[day, '2028-01-01']])
  await server.rows(`update officers set left_on = '2028-03-01' where id = $1`, [gone.officer_id])
})
afterAll(() => server.close())

type Counts = Record<string, number>
const sorted = (counts: Counts) => Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)))
const count = (counts: Counts, key: string, n: number) => {
  counts[key] = (counts[key] ?? 0) + n
}
/** Each officer's tours, worked out officer by officer. */
const oneByOne = async (span: typeof week) => {
  const { items } = (await server.call(readOfficersSchedule, span, admin)).body
  return items.flatMap((one) =>
    one.entries
      .filter(({ kind }) => kind === 'tour')
      .map((entry) => ({
        ...entry,
        name: one.name,
        unit: one.unit,
        key: `${entry.title} ${entry.starts_at} ${entry.ends_at}`,
      })),
  )
}

test('counts in crews exactly the tours that each officer has, whatever makes their days differ', async () => {
  const { crews } = (await server.call(readSchedule, week, admin)).body
  const [together, apart]: Counts[] = [{}, {}]
  for (const one of crews)
    if (one.count > 0) count(together ?? {}, `${one.platoon ?? 'Tour'} ${one.starts_at} ${one.ends_at}`, one.count)
  for (const { key } of await oneByOne(week)) count(apart ?? {}, key, 1)
  expect(Object.keys(apart ?? {}).length).toBeGreaterThan(12)
  expect(sorted(together ?? {})).toEqual(sorted(apart ?? {}))
  const kay = crews.filter((one) => one.away.includes('Kay Moss'))
  expect(kay.map(({ platoon, day }) => `${platoon} ${day}`)).toEqual(['Days 2028-03-13', 'Days 2028-03-14'])
})

test('counts the same by unit', async () => {
  const { crews } = (await server.call(readSchedule, { ...week, by_unit: 'yes' as const }, admin)).body
  const [together, apart]: Counts[] = [{}, {}]
  for (const one of crews)
    if (one.count > 0)
      count(together ?? {}, `${one.unit} ${one.platoon ?? 'Tour'} ${one.starts_at} ${one.ends_at}`, one.count)
  for (const { key, unit } of await oneByOne(week)) count(apart ?? {}, `${unit} ${key}`, 1)
  expect(sorted(together ?? {})).toEqual(sorted(apart ?? {}))
})

test('names everyone for a day and for paper, and the first six by name for a week, with the id of each', async () => {
  const rows = await server.rows<{ id: string; name: string }>(
    'select id, name from officers where organization_id = $1',
    [where.id],
  )
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  for (const from of ['2028-03-13', '2028-03-14', '2028-03-15']) {
    const { crews } = (await server.call(readSchedule, { from, days: 1 }, admin)).body
    const all = await oneByOne({ from, days: 1 })
    for (const crew of crews) {
      const same = all.filter(({ key }) => key === `${crew.platoon ?? 'Tour'} ${crew.starts_at} ${crew.ends_at}`)
      expect(namesOf(crew)).toEqual(same.map(({ name }) => name).toSorted())
    }
  }
  const { crews } = (await server.call(readSchedule, week, admin)).body
  const whole = (await server.call(readSchedule, { ...week, all_names: 'yes' }, admin)).body.crews
  const all = await oneByOne(week)
  expect(Math.max(...whole.map((one) => one.people.length))).toBeGreaterThan(6)
  for (const crew of [...crews, ...whole]) expect(crew.people.map(({ id }) => nameOf.get(id))).toEqual(namesOf(crew))
  for (const crew of whole) expect(crew.people).toHaveLength(crew.count)
  for (const crew of crews.filter((one) => one.count > 0)) {
    const same = all.filter(({ key }) => key === `${crew.platoon ?? 'Tour'} ${crew.starts_at} ${crew.ends_at}`)
    expect(namesOf(crew)).toEqual(
      same
        .map(({ name }) => name)
        .toSorted()
        .slice(0, 6),
    )
  }
})

describe('shared with officers', () => {
  const share = (on: boolean, organization = where) =>
    server.rows('update organizations set officers_see_schedule = $2 where id = $1', [organization.id, on])
  const shared = (who: TestPerson, span = week) => server.call(readSharedSchedule, span, who)

  test('gives an officer of a department that does not share it nothing', async () => {
    const answer = await shared(asker)
    expect([answer.status, answer.error?.code]).toEqual([403, 'schedule_not_shared'])
    expect(JSON.stringify(answer)).not.toMatch(/Ana Reyes|Days/)
  })

  test('names colleagues on tour and says of leave only that they are off', async () => {
    await share(true)
    const { body } = await shared(asker)
    const { crews } = (await server.call(readSchedule, week, admin)).body
    expect(body.tours.map(({ platoon, starts_at, count, off }) => ({ platoon, starts_at, count, off }))).toEqual(
      crews.map(({ platoon, starts_at, count, away }) => ({ platoon, starts_at, count, off: away })),
    )
    const tuesday = body.tours.find(
      ({ platoon, day, off }) => platoon === 'Days' && day === '2028-03-14' && off.length > 0,
    )
    expect(Object.keys(tuesday ?? {}).toSorted()).toEqual([
      'count',
      'day',
      'ends_at',
      'names',
      'off',
      'platoon',
      'starts_at',
      'tail',
    ])
    expect(tuesday?.off).toEqual(['Kay Moss'])
    expect(tuesday?.names).toEqual(['Ana Reyes', 'Ben Cho', 'Cleo Frost', 'Dan Ortiz', 'Eve Park', 'Lou Berg'])
    // Neither a kind of leave, nor a note, nor a request, nor anything that finds a colleague's file.
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/sick|training|vacation|leave|wrist|Patrol|Traffic|@/i)
    const ids = await server.rows<{ id: string }>('select id from officers where organization_id = $1', [where.id])
    for (const { id } of ids) expect(text).not.toContain(id)
    await share(false)
    expect((await shared(asker)).status).toBe(403)
  })

  test('shows requested leave to no colleague', async () => {
    await share(true)
    const before = (await shared(asker)).body
    const [ana] = await server.rows<{ id: string }>(
      `select id from officers where organization_id = $1 and name = 'Ana Reyes'`,
      [where.id],
    )
    await server.insert('leave_requests', {
      ...{ organization_id: where.id, officer_id: ana?.id, kind: 'sick', whole_days: true },
      ...{ starts_at: new Date('2028-03-13T05:00:00Z'), ends_at: new Date('2028-03-15T05:00:00Z') },
    })
    const { body } = await shared(asker)
    expect(body).toEqual(before)
    await share(false)
  })

  test('names at most 12 of a crew in a week, and everyone for a day', async () => {
    await share(true)
    const [nights] = await server.rows<{ id: string }>(
      `select id from platoons where organization_id = $1 and name = 'Nights'`,
      [where.id],
    )
    for (let n = 10; n < 30; n++) await officer(`Officer ${n}`, null, [[nights?.id ?? '', '2028-01-01']])
    const crew = (tours: Awaited<ReturnType<typeof shared>>['body']['tours']) =>
      tours.find(({ platoon, day }) => platoon === 'Nights' && day === '2028-03-14')
    const inWeek = crew((await shared(asker)).body.tours)
    expect([inWeek?.count, inWeek?.names.length, inWeek?.names[0]]).toEqual([22, 12, 'Flo Hart'])
    const onDay = crew((await shared(asker, { from: '2028-03-14', days: 1 })).body.tours)
    expect([onDay?.count, onDay?.names.length]).toEqual([22, 22])
    await share(false)
  })

  test('gives an officer of another department nothing of it', async () => {
    await share(true)
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere)
    expect((await shared(stranger)).status).toBe(403)
    await share(true, elsewhere)
    expect((await shared(stranger)).body).toMatchObject({ tours: [], items: [] })
    await share(false)
  })
})
