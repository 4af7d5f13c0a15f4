import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { listMyCharges, readTerms } from '#features/shifts/awards/contract.ts'
import { routes as awards } from '#features/shifts/awards/routes.ts'
import { rankFor } from '#features/shifts/awards/store.ts'
import { approveSignup, assignOfficer, decideCallOff } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { callOff, keepPlace, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { acceptOffer, declineOffer, joinWaitlist, listMyOffers } from './contract.ts'
import { passPlacesOf } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()
type Made = { assignment_id: string; post_id: string }
const makeJob = async (
  from = 100,
  over: Record<string, unknown> = {},
  post: Record<string, unknown> = {},
): Promise<Made> => {
  const times = { starts_at: at(from), ends_at: at(from + 8) }
  const assignment = await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Night patrol',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'first_come',
    ...times,
    ...over,
  })
  const made = await server.insert('posts', {
    organization_id: organization.id,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 1,
    ...times,
    ...post,
  })
  return { assignment_id: String(assignment.id), post_id: String(made.id) }
}
const person = () => server.makePerson(organization)
const people = async (count: number) => Promise.all(Array.from({ length: count }, person))
/** A full shift with one spot, its holder, and the given number of officers in waitlist order. */
const fullJob = async (waiting: number, from = 100, over: Record<string, unknown> = {}) => {
  const job = await makeJob(from, over)
  const holder = await person()
  const held = await server.call(signUp, job, holder)
  const line: { who: TestPerson; id: string }[] = []
  for (const who of await people(waiting)) line.push({ who, id: (await server.call(joinWaitlist, job, who)).body.id })
  return { job, holder, held: held.body.id, line }
}
const pass = () => passPlacesOf(server.database, organization.id)
const statuses = async (job: Made) => {
  const rows = await server.rows<{ officer_id: string; status: string }>(
    'select officer_id, status from officer_assignments where post_id = $1',
    [job.post_id],
  )
  return (who: TestPerson) => rows.find((row) => row.officer_id === who.officer_id)?.status
}
const confirmed = async (job: Made) =>
  (await server.rows<{ n: number }>('select confirmed_count as n from posts where id = $1', [job.post_id]))[0]?.n
const runOut = (id: string) =>
  server.rows(`update officer_assignments set offer_expires_at = now() - interval '1 second' where id = $1`, [id])
const one = <T>(list: readonly T[], i = 0): T => {
  const found = list[i]
  if (found === undefined) throw new Error('nobody')
  return found
}

beforeAll(async () => {
  server = await startTestServer([...signups, ...decisions, ...awards, ...routes])
  organization = await server.makeOrganization({ calloff_desk_minutes: 60, phone: '555 0100' })
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('a full shift', { meta: { shows: ['issue 5.4 waitlist'] } }, () => {
  it('has a waitlist that shows each officer their position and can be left', async () => {
    const { job, line } = await fullJob(3)
    const second = one(line, 1)
    const mine = await server.call(listMyOffers, {}, second.who)
    expect(mine.body.items).toMatchObject([{ id: second.id, status: 'waitlisted', queue: { place: 2, of: 3 } }])
    expect((await server.call(joinWaitlist, job, second.who)).error?.code).toBe('already_signed_up')
    expect((await server.call(signUp, job, await person())).error?.code).toBe('full')
    const free = await makeJob()
    expect((await server.call(joinWaitlist, free, await person())).error?.code).toBe('place_free')
    const awarded = await makeJob(100, { signup_mode: 'award' })
    expect((await server.call(joinWaitlist, awarded, await person())).error?.code).toBe('no_waitlist')
  })

  it('offers a freed spot to the first eligible officer, reserves it, and passes it on when declined', async () => {
    const { job, holder, held, line } = await fullJob(3)
    const [first, second, third] = [one(line), one(line, 1), one(line, 2)]
    // The first officer now has another shift at that time.
    await server.call(signUp, await makeJob(), first.who)
    await server.call(callOff, { id: held }, holder)
    expect((await server.call(signUp, job, await person())).error?.code).toBe('full')
    await Promise.all([pass(), pass()])
    let is = await statuses(job)
    expect([first, second, third].map(({ who }) => is(who))).toEqual(['waitlisted', 'offered', 'waitlisted'])
    const [offer] = (await server.call(listMyOffers, {}, second.who)).body.items
    expect(Date.parse(String(offer?.offer_expires_at)) - Date.now()).toBeGreaterThan(59 * 60_000)
    expect((await server.call(acceptOffer, { id: second.id }, third.who)).status).toBe(404)
    expect((await server.call(acceptOffer, { id: third.id }, third.who)).error?.code).toBe('wrong_state')

    expect((await server.call(declineOffer, { id: second.id }, second.who)).body.status).toBe('offer_declined')
    await pass()
    expect((await server.call(acceptOffer, { id: third.id }, third.who)).body).toMatchObject({ status: 'confirmed' })
    is = await statuses(job)
    expect([is(holder), is(second.who), is(third.who)]).toEqual(['called_off', 'offer_declined', 'confirmed'])
    const told = await server.rows<{ type: string; message: string; read: boolean }>(
      `select type, message, read from notifications where assignment_id = $1 and type like any (array['place%', 'offer%']) order by created_at, type`,
      [job.assignment_id],
    )
    // Declined, accepted, and for the admins.
    expect(told.map(({ type, read }) => [type, read])).toEqual([
      ['place_offered', true],
      ['place_offered', true],
      ['offer_taken', false],
    ])
    expect(told.slice(0, 2).map(({ message }) => message.replace(/ Held for you.*/, ''))).toEqual([
      'An officer called off.',
      'The officer ahead of you declined.',
    ])
  })

  it('says that spots were added', async () => {
    const { job } = await fullJob(1)
    const add = `with a as (update assignments set updated_at = now() where id = $1)
      update posts set required_count = required_count + 1 where assignment_id = $1`
    const said = async () => {
      await pass()
      const rows = await server.rows<{ message: string }>(
        `select message from notifications where assignment_id = $1 and type = 'place_offered' order by created_at`,
        [job.assignment_id],
      )
      return rows.map(({ message }) => message.replace(/ Held for you.*/, ''))
    }
    await server.rows(add, [job.assignment_id])
    expect(await said()).toEqual(['Spots were added to the shift.'])
  })

  it('an answer counts only for the offer that the officer saw', async () => {
    const { job, holder, held, line } = await fullJob(1)
    const { id, who } = one(line)
    await server.call(callOff, { id: held }, holder)
    await pass()
    const [offer] = (await server.call(listMyOffers, {}, who)).body.items
    if (!offer) throw new Error('no offer')
    const { starts_at, ends_at, offer_expires_at: expires_at } = offer
    const seen = { starts_at, ends_at, expires_at }
    const hour = (at: string | null) => new Date(Date.parse(String(at)) - 3_600_000).toISOString()
    const others = [
      { ...seen, starts_at: hour(starts_at) },
      { ...seen, ends_at: hour(ends_at) },
      { ...seen, expires_at: hour(expires_at) },
      { ...seen, expires_at: null },
    ]
    for (const other of others)
      for (const answer of [acceptOffer, declineOffer])
        expect((await server.call(answer, { id, seen: other }, who)).error?.code).toBe('offer_changed')
    expect((await statuses(job))(who)).toBe('offered')
    expect((await server.call(acceptOffer, { id, seen }, who)).body).toMatchObject({ status: 'confirmed' })
  })

  it('an offer expires on time, once across two processes, and the next officer is asked', async () => {
    const { job, holder, held, line } = await fullJob(2)
    await server.call(callOff, { id: held }, holder)
    await pass()
    await runOut(one(line).id)
    // The offer is over by the clock alone, before anything is written.
    expect((await server.call(acceptOffer, { id: one(line).id }, one(line).who)).error?.code).toBe('offer_over')
    const [late] = await Promise.all([
      server.call(acceptOffer, { id: one(line).id }, one(line).who),
      pass(),
      pass(),
      server.call(signUp, job, await person()),
    ])
    expect(late.error?.code).toBe('offer_over')
    await pass()
    const is = await statuses(job)
    expect([is(one(line).who), is(one(line, 1).who)]).toEqual(['offer_expired', 'offered'])
    const told = await server.rows<{ message: string }>(
      `select message from notifications where assignment_id = $1 and type = 'place_offered' order by created_at`,
      [job.assignment_id],
    )
    expect(told).toHaveLength(2)
    expect(told[1]?.message).toMatch(/^The officer ahead of you didn't answer in time\. Held for you until /)
    const ledger = await server.rows<{ kind: string }>(
      `select kind from opportunities where assignment_id = $1 and source = 'waitlist' order by kind`,
      [job.assignment_id],
    )
    expect(ledger.map(({ kind }) => kind)).toEqual(['no_answer', 'offered', 'offered'])
  })

  it('an open offer blocks sign-up, approval and assignment alike', async () => {
    const { job, holder, held, line } = await fullJob(1, 100, { signup_mode: 'first_come' })
    const asking = await server.insert('officer_assignments', {
      organization_id: organization.id,
      ...job,
      officer_id: (await person()).officer_id,
      status: 'pending_approval',
      starts_at: at(100),
      ends_at: at(108),
    })
    await server.call(callOff, { id: held }, holder)
    await pass()
    const others = await people(8)
    const other = await person()
    const answers = await Promise.all([
      ...others.map((who) => server.call(signUp, job, who)),
      server.call(approveSignup, { id: String(asking.id) }, admin),
      server.call(assignOfficer, { ...job, officer_id: other.officer_id }, admin),
      server.call(acceptOffer, { id: one(line).id }, one(line).who),
    ])
    expect(answers.map((answer) => answer.error?.code ?? 'done')).toEqual([...Array(10).fill('full'), 'done'])
    expect(await confirmed(job)).toBe(1)
  })

  it('an awarded shift goes down the line by the rule, with a receipt for each officer waiting', async () => {
    const rule = await server.insert('award_rules', { organization_id: organization.id, name: 'Seniority' })
    await server.insert('award_rule_versions', {
      organization_id: organization.id,
      rule_id: rule.id,
      version: 1,
      effective_from: at(-1000),
      body: JSON.stringify({ ...plainRule, method: 'seniority', offer_minutes: 30 }),
    })
    const job = await makeJob(100, { signup_mode: 'award', award_rule_id: rule.id })
    const hired = ['2015-01-01', '2005-01-01', '2010-01-01']
    const line: TestPerson[] = []
    for (const hired_on of hired) {
      const who = await server.makePerson(organization, { hired_on })
      line.push(who)
      await server.insert('officer_assignments', {
        organization_id: organization.id,
        ...job,
        officer_id: who.officer_id,
        status: 'waitlisted',
        starts_at: at(100),
        ends_at: at(108),
      })
    }
    const mine = await server.call(listMyOffers, {}, one(line, 1))
    expect(mine.body.items[0]?.queue).toEqual({ place: null, of: 3 })
    await server.rows('update posts set freed_at = now() where id = $1', [job.post_id])
    await Promise.all([pass(), pass()])
    const is = await statuses(job)
    expect(line.map(is)).toEqual(['waitlisted', 'offered', 'waitlisted'])
    const [offer] = (await server.call(listMyOffers, {}, one(line, 1))).body.items
    expect(Date.parse(String(offer?.offer_expires_at)) - Date.now()).toBeLessThan(31 * 60_000)
    const receipts = await server.rows<{ rank: number; outcome: string }>(
      `select e.rank, e.outcome from award_receipts e join award_rounds r on r.id = e.round_id
       where r.assignment_id = $1 and r.purpose = 'waitlist' order by e.rank`,
      [job.assignment_id],
    )
    expect(receipts.map((one) => one.outcome)).toEqual(['offered', 'waitlisted', 'waitlisted'])
    const told = await server.rows<{ message: string }>(
      `select message from notifications where assignment_id = $1 and type = 'place_offered'`,
      [job.assignment_id],
    )
    expect(told[0]?.message).toMatch(
      /^A spot opened up\. By seniority, you're number 1 of 3 on the waitlist\. Held for you until /,
    )
  })

  it('declining and not answering charge what the offer says, and the officer reads the same total as an award', async () => {
    const rule = await server.insert('award_rules', { organization_id: organization.id, name: 'Fewest hours' })
    const counts = { ...plainRule.counts, window_days: 30, accepted: 100, refused: 100, no_answer: 100 }
    await server.insert('award_rule_versions', {
      organization_id: organization.id,
      rule_id: rule.id,
      version: 1,
      effective_from: at(-1000),
      body: JSON.stringify({ ...plainRule, method: 'least_hours', counts }),
    })
    const job = await makeJob(100, { signup_mode: 'award', award_rule_id: rule.id }, { required_count: 2 })
    const line = await people(2)
    const times = { starts_at: at(100), ends_at: at(108), offer_expires_at: at(10) }
    const ids: string[] = []
    for (const { officer_id } of line) {
      const of = { organization_id: organization.id, ...job, ...times, officer_id, status: 'offered' }
      ids.push(String((await server.insert('officer_assignments', of)).id))
    }
    const { charges } = (await server.call(readTerms, { assignment_id: job.assignment_id }, one(line))).body
    const whole = { share: 100, as_worked: true, turn: false }
    expect(charges).toMatchObject([{ rule_name: 'Fewest hours', declined: whole, no_answer: whole }])
    await server.call(declineOffer, { id: one(ids) }, one(line))
    await runOut(one(ids, 1))
    await pass()
    const officer_ids = line.map((who) => String(who.officer_id))
    const { ranked } = await server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
      rankFor(db, { ...job, officer_ids, at: new Date(Date.now() + 1000) }),
    )
    expect(ranked.map(({ values }) => values.charged)).toEqual([8 * 60 * 100, 8 * 60 * 100])
    const adopted = { organization_id: organization.id, kind: 'overtime', rule_id: rule.id, effective_from: at(-1000) }
    await server.insert('award_adoptions', adopted)
    for (const who of line)
      expect((await server.call(listMyCharges, {}, who)).body.rules).toMatchObject([
        { name: 'Fewest hours', charged: 8 * 60 * 100, recorded: 8 * 60 * 100 },
      ])
  })

  it('close to the start, everyone on the waitlist is asked at once, and the first to accept gets the spot', async () => {
    const { job, holder, held, line } = await fullJob(3, 2, {})
    await server.rows(`update assignments set terms_changed_at = now() where id = $1`, [job.assignment_id])
    await server.call(callOff, { id: held }, holder)
    await Promise.all([pass(), pass()])
    let is = await statuses(job)
    expect(line.map(({ who }) => is(who))).toEqual(['offered', 'offered', 'offered'])
    const answers = await Promise.all(line.slice(0, 2).map(({ who, id }) => server.call(acceptOffer, { id }, who)))
    const codes = answers.map((answer) => answer.error?.code ?? 'done').sort()
    expect(['full', 'wrong_state'].map((lost) => [lost, 'done'].sort())).toContainEqual(codes)
    expect(await confirmed(job)).toBe(1)
    is = await statuses(job)
    expect(line.map(({ who }) => is(who)).sort()).toEqual(['confirmed', 'waitlisted', 'waitlisted'])
  })
})

describe('by the notice given', { meta: { shows: ['issue 5.4 call-off'] } }, () => {
  it('inside it, the officer stays responsible until someone replaces them, and the record says who', async () => {
    const { job, holder, held, line } = await fullJob(2, 20)
    const asked = await server.call(callOff, { id: held, reason: 'A family matter' }, holder)
    expect(asked.body.status).toBe('calloff_requested')
    await Promise.all([pass(), pass()])
    expect((await statuses(job))(one(line).who)).toBe('offered')
    const offers = await server.rows<{ message: string }>(
      `select message from notifications where assignment_id = $1 and type = 'place_offered'`,
      [job.assignment_id],
    )
    expect(offers[0]?.message).toMatch(/^An officer asked to call off\. Held for you until /)
    expect(await confirmed(job)).toBe(1)
    // An officer who keeps the shift after all costs waiting officers nothing.
    await server.call(keepPlace, { id: held }, holder)
    expect((await server.call(acceptOffer, { id: one(line).id }, one(line).who)).error?.code).toBe('offer_over')
    await pass()
    expect((await statuses(job))(one(line).who)).toBe('waitlisted')
    await server.call(callOff, { id: held, reason: 'A family matter' }, holder)
    await pass()
    expect((await server.call(acceptOffer, { id: one(line).id }, one(line).who)).body.status).toBe('confirmed')
    const [left] = await server.rows<{ status: string; successor_id: string }>(
      'select status, successor_id from officer_assignments where id = $1',
      [held],
    )
    expect(left).toEqual({ status: 'replaced', successor_id: one(line).id })
    expect(await confirmed(job)).toBe(1)
    const told = await server.rows(`select from notifications where type = 'signup_replaced' and officer_id = $1`, [
      holder.officer_id,
    ])
    expect(told).toHaveLength(1)
  })

  it('an approved call-off is not told to the officer with the offer as a shift that is kept', async () => {
    const { job, holder, held, line } = await fullJob(1, 20)
    await server.call(callOff, { id: held, reason: 'A family matter' }, holder)
    await pass()
    await server.call(decideCallOff, { id: held, accept: true }, admin)
    await pass()
    expect((await statuses(job))(one(line).who)).toBe('offered')
    const told = await server.rows<{ type: string; message: string }>(
      'select type, message from notifications where assignment_id = $1 and officer_id = $2 order by created_at',
      [job.assignment_id, one(line).who.officer_id],
    )
    expect(told.map(({ type, message }) => [type, message.replace(/ Held .*/, '')])).toEqual([
      ['place_offered', 'An officer asked to call off.'],
      ['place_offered', 'A spot opened up.'],
    ])
    expect((await server.call(acceptOffer, { id: one(line).id }, one(line).who)).body.status).toBe('confirmed')
  })
  it('the officer with the offer is told that it ended if another was assigned instead', async () => {
    const { job, holder, held, line } = await fullJob(1, 20)
    await server.call(callOff, { id: held, reason: 'A family matter' }, holder)
    await pass()
    await server.call(decideCallOff, { id: held, accept: true }, admin)
    const other = await person()
    expect((await server.call(assignOfficer, { ...job, officer_id: String(other.officer_id) }, admin)).error).toBeNull()
    await pass()
    expect((await statuses(job))(one(line).who)).toBe('waitlisted')
    const told = await server.rows<{ title: string }>(
      `select title from notifications where assignment_id = $1 and officer_id = $2 and type = 'place_lost'`,
      [job.assignment_id, one(line).who.officer_id],
    )
    expect(told).toEqual([{ title: 'Your offer ended: Night patrol' }])
  })
  it('inside the shortest notice it is refused, with a message to call the desk', async () => {
    const { holder, held, job } = await fullJob(0, 1)
    await server.rows(`update officer_assignments set starts_at = now() + interval '30 minutes' where id = $1`, [held])
    expect((await server.call(callOff, { id: held, reason: 'A family matter' }, holder)).error?.code).toBe('call_desk')
    expect((await statuses(job))(holder)).toBe('confirmed')
  })
})
