import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { acceptOffer } from '#features/shifts/offers/contract.ts'
import { routes as offers } from '#features/shifts/offers/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  askFit,
  assignToShift,
  listOpenSpots,
  listReplacements,
  moveOfficer,
  replaceSick,
  undoChange,
} from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...offers])
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin' })
})
afterAll(() => server.close())

const hour = 3_600_000
/** Far from the edges of a week for the few hours that these take. */
const base = Date.parse('2031-03-05T15:00:00Z')
const at = (hours: number) => new Date(base + hours * hour)

type Shift = Awaited<ReturnType<typeof shift>>
const shift = async (from: number, to: number, more: { required?: number; requirements?: object } = {}) => {
  const row = { organization_id: where.id, starts_at: at(from), ends_at: at(to) }
  const made = await server.insert('assignments', {
    ...row,
    title: `Gate ${from}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
  })
  const post = await server.insert('posts', {
    ...row,
    assignment_id: made.id,
    name: 'Gate',
    required_count: more.required ?? 1,
    requirements: JSON.stringify(more.requirements ?? {}),
  })
  return { ...row, assignment_id: String(made.id), post_id: String(post.id) }
}
const sign = async (made: Shift, who: TestPerson, status = 'confirmed') =>
  String((await server.insert('officer_assignments', { ...made, officer_id: who.officer_id, status })).id)
const idOf = (who: TestPerson) => who.officer_id ?? ''
const statusOf = async (id: string) =>
  (await server.rows<{ status: string }>('select status from officer_assignments where id = $1', [id]))[0]?.status
const onShift = (made: Shift) =>
  server.rows<{ officer_id: string; status: string }>(
    `select officer_id, status from officer_assignments where assignment_id = $1 and status in ('confirmed', 'offered')`,
    [made.assignment_id],
  )
const toldTo = async (who: TestPerson) =>
  (
    await server.rows<{ type: string }>('select type from notifications where officer_id = $1 order by created_at', [
      who.officer_id,
    ])
  ).map(({ type }) => type)
const leavesOf = (who: TestPerson) =>
  server.rows<{ kind: string; starts_at: Date; ends_at: Date }>('select * from leaves where officer_id = $1', [
    who.officer_id,
  ])
const minutesOf = async (who: TestPerson) =>
  Number(
    (
      await server.rows<{ sum: string }>(
        `select coalesce(sum(minutes), 0) as sum from opportunities where officer_id = $1 and kind in ('accepted', 'called_off')`,
        [who.officer_id],
      )
    )[0]?.sum,
  )

describe('an officer calls in sick', () => {
  test('lists who can take over: eligible officers first, then those with the fewest hours that week', async () => {
    const gate = await shift(0, 8, { requirements: { units: ['Patrol'] } })
    const sick = await server.makePerson(where, { unit: 'Patrol' })
    const busy = await server.makePerson(where, { unit: 'Patrol' })
    const rested = await server.makePerson(where, { unit: 'Patrol' })
    const other = await server.makePerson(where, { unit: 'Traffic' })
    await sign(await shift(-30, -24), busy)
    const overlapping = await server.makePerson(where, { unit: 'Patrol' })
    await sign(await shift(4, 6), overlapping)
    const signup_id = await sign(gate, sick)
    const { items, signup } = (await server.call(listReplacements, { signup_id }, admin)).body
    expect(signup).toMatchObject({ id: signup_id, title: 'Gate 0', started: false, own: false })
    const known = [rested, busy, other, overlapping].map(idOf)
    const found = items.filter((one) => known.includes(one.officer_id))
    expect(found.map((one) => one.officer_id)).toEqual(known)
    expect(found.map((one) => one.minutes)).toEqual([0, 360, 0, 120])
    expect(found.map((one) => one.reasons.map(({ code }) => code))).toEqual([[], [], ['unit_required'], ['overlaps']])
    expect(items.map((one) => one.officer_id)).not.toContain(sick.officer_id)
  })

  test('lists in the order of the award rule, with what it compares, and admins who never had a shift after the officers', async () => {
    const gate = await shift(600, 608, { requirements: { units: ['Harbor'] } })
    const sick = await server.makePerson(where, { unit: 'Harbor' })
    const busyNow = await server.makePerson(where, { unit: 'Harbor', hired_on: '2001-01-01' })
    const worked = await server.makePerson(where, { unit: 'Harbor', hired_on: '2015-01-01' })
    const chief = await server.makePerson(where, { unit: 'Harbor', role: 'admin', hired_on: '1990-01-01' })
    await sign(await shift(590, 594), busyNow)
    await sign(await shift(400, 408), worked)
    const signup_id = await sign(gate, sick)
    const read = async () => {
      const { rule, items } = (await server.call(listReplacements, { signup_id }, admin)).body
      const known = items.filter((one) => [busyNow, worked, chief].map(idOf).includes(one.officer_id))
      return { rule, order: known.map((one) => one.officer_id), known }
    }
    const byWeek = await read()
    expect(byWeek).toMatchObject({ rule: null, order: [worked, busyNow, chief].map(idOf) })
    expect(byWeek.known.map(({ minutes, compared }) => [minutes, compared])).toEqual([
      [0, null],
      [240, null],
      [0, null],
    ])
    const rule = await server.insert('award_rules', { organization_id: where.id, name: 'Fair' })
    const since = { organization_id: where.id, rule_id: rule.id, effective_from: new Date(Date.now() - hour) }
    const adopt = async (version: number, more: object) => {
      const body = JSON.stringify({ ...plainRule, ...more })
      await server.insert('award_rule_versions', { ...since, version, body })
      return read()
    }
    await server.insert('award_adoptions', { ...since, kind: 'overtime' })
    const byHours = await adopt(1, { method: 'least_hours' })
    expect(byHours).toMatchObject({ rule: { name: 'Fair', version: 1 }, order: [busyNow, worked, chief].map(idOf) })
    expect(byHours.known.map(({ compared, ranked }) => [compared?.charged, ranked])).toEqual([
      [24_000, true],
      [48_000, true],
      [undefined, false],
    ])
    const bySeniority = await adopt(2, { method: 'reverse_seniority' })
    expect(bySeniority.order).toEqual([worked, busyNow, chief].map(idOf))
    expect(bySeniority.known[0]?.compared).toEqual({ owed: false, hired_on: '2015-01-01' })
    // The confirmed shift of the officer who worked last was entered last.
    expect((await adopt(3, { method: 'rotation' })).order).toEqual([busyNow, worked, chief].map(idOf))
    // A draw has no order before the award.
    expect(await adopt(4, { method: 'lottery' })).toMatchObject({
      rule: null,
      order: [worked, busyNow, chief].map(idOf),
    })
  })

  test('gives a match of a search the points that the rule gives among the whole roster', async () => {
    const gate = await shift(620, 628, { requirements: { units: ['Bridge'] } })
    const sick = await server.makePerson(where, { unit: 'Bridge', hired_on: '1980-01-01' })
    const suspended = await server.makePerson(where, { unit: 'Bridge', hired_on: '2025-01-01' })
    const one = await server.makePerson(where, { unit: 'Bridge', hired_on: '2001-01-01', badge_number: 'BR1' })
    await server.rows('update officers set suspended_at = now() where id = $1', [suspended.officer_id])
    const signup_id = await sign(gate, sick)
    const rule = await server.insert('award_rules', { organization_id: where.id, name: 'Points' })
    const body = JSON.stringify({ ...plainRule, method: 'weighted', weights: [{ factor: 'seniority', weight: 1 }] })
    const of = { organization_id: where.id, rule_id: rule.id }
    await server.insert('award_rule_versions', { ...of, version: 1, body, effective_from: new Date(Date.now() - hour) })
    await server.rows('update assignments set award_rule_id = $1 where id = $2', [rule.id, gate.assignment_id])
    const found = async (q: string) => (await server.call(listReplacements, { signup_id, q }, admin)).body.items
    const whole = (await found('')).find(({ officer_id }) => officer_id === idOf(one))?.compared?.points
    const alone = await found('BR1')
    expect(alone.map(({ officer_id, compared }) => [officer_id, compared?.points])).toEqual([[idOf(one), whole]])
    // The officer who leaves and the suspended one are compared, but not listed.
    const [from, own, to] = ['1980-01-01', '2001-01-01', '2025-01-01'].map((date) => Date.parse(date)) as [
      number,
      number,
      number,
    ]
    expect(whole).toBe(Math.floor((1000 * (to - own)) / (to - from)))
    const left = [sick, suspended].map(idOf)
    expect((await found('Bridge')).filter(({ officer_id }) => left.includes(officer_id))).toEqual([])
  })

  test('finds the officer the rule ranks first among many with fewer hours that week', async () => {
    const gate = await shift(700, 708, { requirements: { units: ['Fleet'] } })
    const sick = await server.makePerson(where, { unit: 'Fleet' })
    await server.rows(
      `insert into officers (organization_id, name, unit, approved, hired_on)
       select $1, 'Fleet ' || lpad(n::text, 4, '0'), 'Fleet', true, '2010-01-01'::date + n from generate_series(1, 300) n`,
      [where.id],
    )
    const first = await server.makePerson(where, { unit: 'Fleet', hired_on: '1999-01-01' })
    await sign(await shift(690, 694), first)
    const signup_id = await sign(gate, sick)
    const rule = await server.insert('award_rules', { organization_id: where.id, name: 'Seniors' })
    const body = JSON.stringify({ ...plainRule, method: 'seniority' })
    const of = { organization_id: where.id, rule_id: rule.id }
    await server.insert('award_rule_versions', { ...of, version: 1, body, effective_from: new Date(Date.now() - hour) })
    await server.rows('update assignments set award_rule_id = $1 where id = $2', [rule.id, gate.assignment_id])
    const { items } = (await server.call(listReplacements, { signup_id }, admin)).body
    expect(
      items.slice(0, 2).map(({ officer_id, name }) => [officer_id === idOf(first), name === 'Fleet 0001']),
    ).toEqual([
      [true, false],
      [false, true],
    ])
    // A reason for the order is kept with the decision; a search counts the same officers before it.
    const [one] = (await server.call(listReplacements, { signup_id, q: 'Fleet 0001' }, admin)).body.items
    expect([items[0]?.ahead, one?.ahead]).toEqual([0, 1])
    const asked = { signup_id, assignment_id: gate.assignment_id, officer_id: one?.officer_id ?? '' }
    const given = (reason: string) => ({ ...asked, out_of_order: { reason } })
    expect((await server.call(moveOfficer, given(' '), admin)).error?.code).toBe('invalid_input')
    expect((await server.call(moveOfficer, given('Knows the pumps'), admin)).error).toBeNull()
    const kept = await server.rows<{ override_reason: string | null; order_reason: string }>(
      'select override_reason, order_reason from officer_assignments where assignment_id = $1 and officer_id = $2',
      [gate.assignment_id, asked.officer_id],
    )
    expect(kept).toEqual([{ override_reason: null, order_reason: 'Knows the pumps' }])
    await server.rows(`update officers set left_on = current_date where name like 'Fleet %'`)
  })

  test('one press takes the officer off, enters sick leave and assigns the other; undo restores both officers', async () => {
    const gate = await shift(20, 28)
    const sick = await server.makePerson(where)
    const fit = await server.makePerson(where)
    const signup_id = await sign(gate, sick)
    expect(await minutesOf(sick)).toBe(480)
    const replacement = { officer_id: idOf(fit), way: 'assign' as const }
    const done = await server.call(replaceSick, { signup_id, replacement }, admin)
    expect(done.body).toMatchObject({ leave: true })
    expect(await statusOf(signup_id)).toBe('released')
    expect(await onShift(gate)).toEqual([{ officer_id: fit.officer_id, status: 'confirmed' }])
    expect(await leavesOf(sick)).toMatchObject([{ kind: 'sick', starts_at: gate.starts_at, ends_at: gate.ends_at }])
    // No one is charged hours for a shift that another officer works.
    expect([await minutesOf(sick), await minutesOf(fit)]).toEqual([0, 480])
    expect(await toldTo(sick)).toEqual(['calloff_accepted'])
    expect(await toldTo(fit)).toEqual(['signup_assigned'])

    expect((await server.call(undoChange, { id: done.body.change_id }, admin)).status).toBe(200)
    expect(await statusOf(signup_id)).toBe('confirmed')
    expect(await onShift(gate)).toEqual([{ officer_id: sick.officer_id, status: 'confirmed' }])
    expect(await leavesOf(sick)).toEqual([])
    expect([await minutesOf(sick), await minutesOf(fit)]).toEqual([480, 0])
    expect((await server.call(undoChange, { id: done.body.change_id }, admin)).error?.code).toBe('wrong_state')
    const audited = await server.rows<{ thing_type: string }>(
      `select thing_type from audit_entries where organization_id = $1 and action = 'replacements.sick'
        and thing_type in ('officer_assignments', 'leaves', 'shift_changes') order by id`,
      [where.id],
    )
    expect(audited.map((one) => one.thing_type).toSorted()).toEqual([
      'leaves',
      'officer_assignments',
      'officer_assignments',
      'shift_changes',
    ])
  })

  test('offers the spot instead, and the officer accepts it', async () => {
    const gate = await shift(40, 48)
    const sick = await server.makePerson(where)
    const asked = await server.makePerson(where)
    const signup_id = await sign(gate, sick)
    const done = await server.call(
      replaceSick,
      { signup_id, replacement: { officer_id: idOf(asked), way: 'offer' } },
      admin,
    )
    expect(done.status).toBe(200)
    expect(await onShift(gate)).toEqual([{ officer_id: asked.officer_id, status: 'offered' }])
    expect(await toldTo(asked)).toEqual(['place_offered'])
    const [offer] = await server.rows<{ id: string }>(
      `select id from officer_assignments where assignment_id = $1 and status = 'offered'`,
      [gate.assignment_id],
    )
    expect((await server.call(acceptOffer, { id: offer?.id ?? '' }, asked)).body).toMatchObject({ status: 'confirmed' })
    // The offer was answered: it can no longer be undone automatically.
    expect((await server.call(undoChange, { id: done.body.change_id }, admin)).error?.code).toBe('wrong_state')
    expect(await onShift(gate)).toEqual([{ officer_id: asked.officer_id, status: 'confirmed' }])
  })

  test('an undone offer is told as an offer, not as a shift', async () => {
    const gate = await shift(50, 58)
    const [sick, asked] = [await server.makePerson(where), await server.makePerson(where)]
    const replacement = { officer_id: idOf(asked), way: 'offer' as const }
    const done = await server.call(replaceSick, { signup_id: await sign(gate, sick), replacement }, admin)
    expect((await server.call(undoChange, { id: done.body.change_id }, admin)).status).toBe(200)
    expect(await toldTo(asked)).toEqual(['place_offered', 'place_lost'])
  })

  test('uses the replacement’s existing request, and leaves the spot open when no one is named', async () => {
    const gate = await shift(60, 68)
    const sick = await server.makePerson(where)
    const waiting = await server.makePerson(where)
    const signup_id = await sign(gate, sick)
    const request = await sign(gate, waiting, 'pending_approval')
    await server.call(replaceSick, { signup_id, replacement: { officer_id: idOf(waiting), way: 'assign' } }, admin)
    expect(await statusOf(request)).toBe('confirmed')
    const open = await server.call(replaceSick, { signup_id: request, replacement: null }, admin)
    expect(open.body.leave).toBe(true)
    expect(await onShift(gate)).toEqual([])
  })

  test('changes nothing where the replacement cannot have the spot, and asks for a reason where one would do', async () => {
    const gate = await shift(80, 88, { requirements: { units: ['Patrol'] } })
    const sick = await server.makePerson(where)
    const other = await server.makePerson(where, { unit: 'Traffic' })
    const signup_id = await sign(gate, sick)
    const replacement = { officer_id: idOf(other), way: 'assign' as const }
    const no = await server.call(replaceSick, { signup_id, replacement }, admin)
    expect(no.error).toMatchObject({ code: 'unit_required', details: { overridable: true } })
    expect([await statusOf(signup_id), await leavesOf(sick)]).toEqual(['confirmed', []])
    const offered = await server.call(
      replaceSick,
      { signup_id, replacement: { ...replacement, way: 'offer' }, override_reason: 'Nobody else is left' },
      admin,
    )
    expect(offered.error?.code).toBe('unit_required')
    await sign(await shift(81, 83), other)
    const clash = await server.call(
      replaceSick,
      { signup_id, replacement, override_reason: 'Nobody else is left' },
      admin,
    )
    expect(clash.error).toMatchObject({ code: 'overlaps' })
    expect(await statusOf(signup_id)).toBe('confirmed')
  })

  test('admins can’t decide on their own spot or take one; officers can’t call it', async () => {
    const gate = await shift(100, 108)
    const sick = await server.makePerson(where)
    const own = await sign(await shift(120, 128), admin)
    expect((await server.call(replaceSick, { signup_id: own, replacement: null }, admin)).error?.code).toBe(
      'own_signup',
    )
    const signup_id = await sign(gate, sick)
    const mine = { officer_id: idOf(admin), way: 'assign' as const }
    expect((await server.call(replaceSick, { signup_id, replacement: mine }, admin)).error?.code).toBe('own_signup')
    expect((await server.call(replaceSick, { signup_id, replacement: null }, sick)).status).toBe(403)
    const other = await server.makePerson(where, { role: 'admin' })
    const done = await server.call(replaceSick, { signup_id, replacement: null }, admin)
    expect((await server.call(undoChange, { id: done.body.change_id }, other)).error?.code).toBe('wrong_state')
    await server.rows(`update shift_changes set made_at = now() - interval '61 seconds' where id = $1`, [
      done.body.change_id,
    ])
    expect((await server.call(undoChange, { id: done.body.change_id }, admin)).error?.code).toBe('undo_over')
  })

  test('takes over a shift that is under way without a reason, and not one that is over', async () => {
    const since = (Date.now() - base) / hour
    const gate = await shift(since - 2, since + 6, { requirements: { units: ['Ferry'] } })
    const past = await shift(since - 9, since - 3, { requirements: { units: ['Ferry'] } })
    const sick = await server.makePerson(where, { unit: 'Ferry' })
    const fit = await server.makePerson(where, { unit: 'Ferry' })
    const signup_id = await sign(gate, sick)
    const over = await sign(past, sick)
    const reasons = async (id: string) =>
      (await server.call(listReplacements, { signup_id: id }, admin)).body.items
        .find((one) => one.officer_id === fit.officer_id)
        ?.reasons.map(({ code }) => code)
    expect(await reasons(signup_id)).toEqual([])
    expect(await reasons(over)).toEqual(['started'])
    const replacement = { officer_id: idOf(fit), way: 'assign' as const }
    expect((await server.call(replaceSick, { signup_id: over, replacement }, admin)).error?.code).toBe('started')
    expect((await server.call(replaceSick, { signup_id, replacement }, admin)).error).toBeNull()
    expect(await onShift(gate)).toEqual([{ officer_id: fit.officer_id, status: 'confirmed' }])
  })
})

describe('an officer is moved', () => {
  test('to a shift at the same time, which the shift that is left does not stand against', async () => {
    const [from, to] = [await shift(200, 208), await shift(202, 210)]
    const who = await server.makePerson(where)
    const signup_id = await sign(from, who)
    const asked = { assignment_id: to.assignment_id, officer_id: idOf(who) }
    expect((await server.call(askFit, asked, admin)).body.reasons.map(({ code }) => code)).toEqual(['overlaps'])
    const fit = (await server.call(askFit, { ...asked, leaving: signup_id }, admin)).body
    expect(fit).toEqual({ post_id: to.post_id, own: false, has_account: true, phone: null, reasons: [] })
    const moved = await server.call(moveOfficer, { signup_id, ...asked }, admin)
    expect(moved.status).toBe(200)
    expect([await onShift(from), await onShift(to)]).toEqual([
      [],
      [{ officer_id: who.officer_id, status: 'confirmed' }],
    ])
    expect((await server.call(undoChange, { id: moved.body.change_id }, admin)).status).toBe(200)
    expect([await onShift(from), await onShift(to)]).toEqual([
      [{ officer_id: who.officer_id, status: 'confirmed' }],
      [],
    ])
  })

  test('to another shift out of the rule’s order, with the reason kept', async () => {
    const [from, to] = [await shift(230, 238), await shift(231, 239)]
    const who = await server.makePerson(where)
    const asked = { signup_id: await sign(from, who), assignment_id: to.assignment_id, officer_id: idOf(who) }
    const out_of_order = { reason: 'Knows the pumps' }
    expect((await server.call(moveOfficer, { ...asked, out_of_order }, admin)).error).toBeNull()
    const kept = await server.rows('select override_reason, order_reason from officer_assignments where post_id = $1', [
      to.post_id,
    ])
    expect(kept).toEqual([{ override_reason: null, order_reason: 'Knows the pumps' }])
  })

  test('hands a spot to another officer', async () => {
    const gate = await shift(220, 228)
    const [from, to] = [await server.makePerson(where), await server.makePerson(where)]
    const signup_id = await sign(gate, from)
    const asked = { assignment_id: gate.assignment_id, officer_id: idOf(to) }
    expect((await server.call(moveOfficer, { signup_id, ...asked }, admin)).status).toBe(200)
    expect(await onShift(gate)).toEqual([{ officer_id: to.officer_id, status: 'confirmed' }])
    expect([await toldTo(from), await toldTo(to)]).toEqual([['signup_released'], ['signup_assigned']])
  })

  test('is put on the post that fits', async () => {
    const gate = await shift(300, 308, { requirements: { units: ['Patrol'] } })
    const post = await server.insert('posts', {
      organization_id: where.id,
      assignment_id: gate.assignment_id,
      name: 'Traffic',
      position: 1,
      required_count: 1,
      starts_at: gate.starts_at,
      ends_at: gate.ends_at,
    })
    const who = await server.makePerson(where, { unit: 'Traffic' })
    const asked = { assignment_id: gate.assignment_id, officer_id: idOf(who) }
    const { body } = await server.call(assignToShift, asked, admin)
    const [row] = await server.rows('select post_id, status from officer_assignments where id = $1', [body.signup_id])
    expect(row).toEqual({ post_id: post.id, status: 'confirmed' })
    expect((await server.call(assignToShift, asked, admin)).error?.code).toBe('already_signed_up')
    expect((await server.call(assignToShift, { ...asked, officer_id: idOf(admin) }, admin)).error?.code).toBe(
      'own_signup',
    )
  })

  test('not to a full shift, whatever the reason', async () => {
    const [from, to] = [await shift(240, 248), await shift(250, 258)]
    const [who, other] = [await server.makePerson(where), await server.makePerson(where)]
    await sign(to, other)
    const signup_id = await sign(from, who)
    const asked = { assignment_id: to.assignment_id, officer_id: idOf(who) }
    const fit = (await server.call(askFit, { ...asked, leaving: signup_id }, admin)).body
    expect(fit.reasons).toMatchObject([{ code: 'full', overridable: false }])
    const no = await server.call(moveOfficer, { signup_id, ...asked, override_reason: 'It has to be' }, admin)
    expect(no.error?.code).toBe('full')
    expect(await statusOf(signup_id)).toBe('confirmed')
  })

  test('never across departments', async () => {
    const gate = await shift(260, 268)
    const who = await server.makePerson(where)
    const signup_id = await sign(gate, who)
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere, { role: 'admin' })
    expect((await server.call(listReplacements, { signup_id }, stranger)).status).toBe(404)
    expect((await server.call(replaceSick, { signup_id, replacement: null }, stranger)).status).toBe(404)
    const asked = { assignment_id: gate.assignment_id, officer_id: idOf(who) }
    expect((await server.call(moveOfficer, { signup_id, ...asked }, stranger)).status).toBe(404)
    expect((await server.call(askFit, asked, stranger)).status).toBe(404)
  })
})

describe('an officer without an account', () => {
  const withoutAccount = async (name: string, phone: string | null) => {
    const row = { organization_id: where.id, name, phone, approved: true }
    return String((await server.insert('officers', row)).id)
  }

  test('is listed as one to call, never counted as notified, and offered nothing', async () => {
    const [gate, other] = [await shift(400, 408), await shift(430, 438)]
    const who = await server.makePerson(where)
    const called = await withoutAccount('Dana Fox', '713-555-0112')
    await server.insert('officer_assignments', { ...(await shift(380, 390)), officer_id: called, status: 'confirmed' })
    await server.insert('work_rules', { organization_id: where.id, rest_minutes: 60, reach_minutes: 4320 })
    const signup_id = await sign(gate, who)
    const { items } = (await server.call(listReplacements, { signup_id, q: 'Dana Fox' }, admin)).body
    expect(items).toMatchObject([{ has_account: false, phone: '713-555-0112', free: { since: at(390).toISOString() } }])
    const asked = { assignment_id: gate.assignment_id, officer_id: called }
    expect((await server.call(askFit, { ...asked, leaving: signup_id }, admin)).body).toMatchObject({
      has_account: false,
      phone: '713-555-0112',
    })
    const handed = await server.call(moveOfficer, { signup_id, ...asked }, admin)
    expect(handed.body.unreached).toEqual([{ name: 'Dana Fox', phone: '713-555-0112' }])
    expect((await server.call(undoChange, { id: handed.body.change_id }, admin)).status).toBe(200)
    const replacement = { officer_id: called, way: 'assign' as const }
    const offered = await server.call(replaceSick, { signup_id, replacement: { ...replacement, way: 'offer' } }, admin)
    expect(offered.error?.code).toBe('no_account')
    expect([await statusOf(signup_id), await onShift(gate)]).toEqual([
      'confirmed',
      [{ officer_id: who.officer_id, status: 'confirmed' }],
    ])
    const sick = await server.call(replaceSick, { signup_id, replacement }, admin)
    expect(sick.body.unreached).toEqual([{ name: 'Dana Fox', phone: '713-555-0112' }])
    const mine = await sign(other, who)
    const moved = { officer_id: idOf(who), assignment_id: (await shift(460, 468)).assignment_id }
    expect((await server.call(moveOfficer, { signup_id: mine, ...moved }, admin)).body.unreached).toEqual([])
    await server.rows('delete from work_rules where organization_id = $1', [where.id])
  })
})

test('counts the spots to move to as assigning does: an offered one, or one kept for the waitlist, is not open', async () => {
  const [free, offered, kept, full] = [
    await shift(500, 508, { required: 2 }),
    await shift(501, 509),
    await shift(502, 510),
    await shift(503, 511),
  ]
  const made = [free, offered, kept, full]
  const who = await Promise.all(made.map(() => server.makePerson(where)))
  const [one, two, three, four] = who as [TestPerson, TestPerson, TestPerson, TestPerson]
  await sign(free, one)
  await sign(full, four)
  const offer = { officer_id: two.officer_id, status: 'offered', offer_expires_at: at(500) }
  await server.insert('officer_assignments', { ...offered, ...offer })
  await sign(kept, three, 'waitlisted')
  await server.rows('update posts set freed_at = now() where id = $1', [kept.post_id])
  const span = { from: at(500).toISOString(), to: at(503).toISOString() }
  const { items } = (await server.call(listOpenSpots, span, admin)).body
  expect(items).toEqual([{ assignment_id: free.assignment_id, open: 1 }])
  const mover = await server.makePerson(where)
  const signup_id = await sign(await shift(530, 538), mover)
  for (const to of [offered, kept]) {
    const asked = { assignment_id: to.assignment_id, officer_id: idOf(mover) }
    expect((await server.call(moveOfficer, { signup_id, ...asked }, admin)).error?.code).toBe('full')
  }
})

describe('open spots', () => {
  const openIn = async (from: Date, to: Date, by = admin) =>
    await server.call(listOpenSpots, { from: from.toISOString(), to: to.toISOString() }, by)

  test('leaves out a draft, a shift that is not out yet, and one that is over', async () => {
    const now = (Date.now() - base) / hour
    const [draft, hidden, over, running, ahead] = [
      await shift(now + 3, now + 5),
      await shift(now + 3, now + 5),
      await shift(now - 9, now - 1),
      await shift(now - 4, now + 1),
      await shift(now + 3, now + 5),
    ]
    const set = (made: Shift, row: string) =>
      server.rows(`update assignments set ${row} where id = $1`, [made.assignment_id])
    await set(draft, `status = 'draft'`)
    await set(hidden, `publish_at = now() + interval '1 h'`)
    const { items } = (await openIn(at(now - 12), at(now + 12))).body
    expect(items.map((one) => one.assignment_id)).toEqual([running, ahead].map((one) => one.assignment_id))
    expect(items.map((one) => one.assignment_id)).not.toContain(over.assignment_id)
  })

  test('are looked for in at most 42 days, one of which may have 25 hours', async () => {
    const days = 42 * 24
    expect((await openIn(at(0), at(days + 1))).error).toBeNull()
    const { error } = await openIn(at(0), at(days + 2))
    expect(error).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'to', message: 'Choose at most 42 days.' }],
    })
  })

  test('are found behind more shifts without one than the list holds', async () => {
    const other = await server.makeOrganization()
    const chief = await server.makePerson(other, { role: 'admin' })
    const who = await server.makePerson(other)
    const held = await server.rows<{ id: string }>(
      `insert into assignments (organization_id, title, kind, time_zone, status, starts_at, ends_at)
       select $1, 'Held ' || n, 'overtime', 'UTC', 'published', $2::timestamptz + n * interval '1 s',
         $2::timestamptz + interval '1 h' from generate_series(0, 1500) n returning id`,
      [other.id, at(0)],
    )
    await server.rows(
      `with made as (insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
         select organization_id, id, 'Gate', 1, starts_at, ends_at from assignments where organization_id = $1
         returning organization_id, assignment_id, id, starts_at, ends_at)
       insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
         offer_expires_at)
       select m.organization_id, assignment_id, id, $2, 'offered', starts_at, ends_at, starts_at from made m
       where assignment_id <> $3`,
      [other.id, who.officer_id, held.at(-1)?.id],
    )
    expect((await openIn(at(-1), at(2), chief)).body.items).toEqual([{ assignment_id: held.at(-1)?.id, open: 1 }])
  })
})
