import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planDeliveriesOf } from '#features/department/channels/jobs.planning.ts'
import { sweepsOf } from '#features/department/channels/jobs.ts'
import { mountCalls } from '#features/department/channels/routes.calls.ts'
import { mountTexts, numberHash } from '#features/department/channels/routes.incoming.ts'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import { callOff, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { createCalling } from '#platform/server/calling.ts'
import { asJob } from '#platform/server/jobs.ts'
import { startTwilio, type TestTwilio } from '#platform/server/testing.phones.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { createTexting } from '#platform/server/texting.ts'
import { acceptOffer, declineOffer, joinWaitlist } from './contract.ts'
import { passPlacesOf } from './jobs.ts'
import { answerOfferByPhone, noteOfferCall } from './routes.by-phone.ts'
import { routes } from './routes.ts'
import { isOfferAnswered } from './store.answered.ts'

let server: TestServer
let twilio: TestTwilio
let house: TestOrganization
const publicOrigin = 'https://pd.example.org'

beforeAll(async () => {
  twilio = await startTwilio(publicOrigin)
  const origin = () => publicOrigin
  const takers = [answerOfferByPhone]
  const calls = { config: twilio.config, origin, takers, answered: [isOfferAnswered], noters: [noteOfferCall] }
  server = await startTestServer([...signups, ...routes], {
    mount: (app, database) => {
      mountTexts(app, database, { config: twilio.config, origin, takers })
      mountCalls(app, database, calls)
    },
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  twilio.close()
  await server.close()
})
beforeEach(async () => {
  twilio.clear()
  house = await server.makeOrganization({ calloff_desk_minutes: 60, phone: '555 0100' })
  await server.insert('channel_orders', {
    ...{ organization_id: house.id, event: 'place_offered', push_after: 0, text_after: 0, call_after: 5 },
  })
})

const hour = 3_600_000
const at = (hours: number) => new Date(Math.ceil(Date.now() / hour) * hour + hours * hour).toISOString()
const makeJob = async (from = 100) => {
  const times = { starts_at: at(from), ends_at: at(from + 8) }
  const of = { organization_id: house.id, ...times }
  const { id } = await server.insert('assignments', {
    ...{ ...of, title: 'Night patrol', kind: 'overtime', time_zone: house.time_zone, status: 'published' },
    signup_mode: 'first_come',
  })
  const post = await server.insert('posts', { ...of, assignment_id: id, name: 'Gate', required_count: 1 })
  return { assignment_id: String(id), post_id: String(post.id) }
}
let numbers = 0
type Reached = { who: TestPerson; number: string; id: string }
/** An officer on the waitlist who takes texts and calls. */
const waiting = async (job: Awaited<ReturnType<typeof makeJob>>): Promise<Reached> => {
  const who = await server.makePerson(house)
  const number = `+1312557${1000 + ++numbers}`
  await server.insert('phones', {
    ...{ organization_id: house.id, officer_id: who.officer_id, number, number_hash: numberHash(number) },
    ...{ consent_text: 'I agree.', confirmed_at: new Date() },
    ...{ call_consented_at: new Date(), call_consent_text: 'I agree to calls.' },
  })
  return { who, number, id: (await server.call(joinWaitlist, job, who)).body.id }
}
/** A shift with one spot that its holder has just given up, and officers waiting for it. */
const freed = async (count: number, from = 100) => {
  const job = await makeJob(from)
  const holder = await server.makePerson(house)
  const { body } = await server.call(signUp, job, holder)
  const line: Reached[] = []
  for (let i = 0; i < count; i++) line.push(await waiting(job))
  const gone = await server.call(callOff, { id: body.id, reason: 'Sick' }, holder)
  expect(gone.status).toBe(200)
  await run()
  const [first, second] = line as [Reached, Reached]
  return { job, first, second }
}
const run = async () => {
  await passPlacesOf(server.database, house.id)
  const letters = notificationSweeps(publicOrigin, planDeliveriesOf({ texting: true, calling: true }))
  await asJob(
    server.database,
    house.id,
    'write_letters',
  )(async (db) => void (await letters.find(({ name }) => name === 'write_letters')?.run(db)))
  const { config } = twilio
  const [sweep] = sweepsOf({
    ...{ push: async () => ({ kind: 'sent' as const }), text: createTexting(config), call: createCalling(config) },
    ...{ origin: publicOrigin, title: 'Watchbill', answered: [isOfferAnswered] },
  })
  if (!sweep || !('outside' in sweep)) throw new Error('no sweep sends')
  await sweep.outside(server.database, house.id, () => false)
}
/** Five minutes later, by the rows. */
const ring = async () => {
  await server.rows(
    `update deliveries set next_try_at = now() where organization_id = $1 and channel = 'call' and state = 'waiting'`,
    [house.id],
  )
  await run()
}
let messages = 0
const reply = async ({ number }: Reached, text: string) =>
  (await twilio.post(server.base, '/api/public/texts', { From: number, Body: text, MessageSid: `MO${++messages}` }))
    .said
const press = async ({ number }: Reached, step: '/answer' | '/status', form: Record<string, string>) => {
  const call = twilio.calls.find(({ to }) => to === number)
  const path = (call?.url ?? '').replace(publicOrigin, '') + step
  return (await twilio.post(server.base, path, { CallSid: call?.id ?? '', To: number, ...form })).said
}
const codeOf = ({ number }: Reached) =>
  /Reply YES (\d{4}) or NO \1\./.exec(twilio.texts.findLast(({ to }) => to === number)?.text ?? '')?.[1] ?? ''
const statusOf = async ({ id }: Reached) =>
  (await server.rows<{ status: string }>('select status from officer_assignments where id = $1', [id]))[0]?.status
const ledger = async ({ id }: Reached) =>
  (
    await server.rows<{ kind: string; minutes: number; times: number | null; contact: string | null }>(
      'select kind, minutes, times, contact from opportunities where signup_id = $1 order by at, kind',
      [id],
    )
  ).map(({ kind, minutes, times, contact }) => [kind, minutes, times, contact].filter((one) => one !== null).join(' '))

describe('an offer', { meta: { shows: ['issue 12 offers by phone'] } }, () => {
  it('is accepted by a text with its code, once, as in the app', async () => {
    const { first, second } = await freed(2)
    const code = codeOf(first)
    expect(await reply(second, `YES ${code}`)).toContain('match your')
    expect(await reply(first, `YES ${code}`)).toMatch(/^Accepted\. You have the shift: Night patrol, /)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['confirmed', 'waitlisted'])
    expect(await reply(first, `NO ${code}`)).toMatch(/^This offer has ended/)
    expect(await statusOf(first)).toBe('confirmed')
    expect((await server.call(acceptOffer, { id: first.id }, first.who)).error?.code).toBe('wrong_state')
    const [entry] = await server.rows(
      `select actor_user_id, after ->> 'status' as status from audit_entries
       where organization_id = $1 and thing_type = 'officer_assignments' and thing_id = $2 order by at desc limit 1`,
      [house.id, first.id],
    )
    expect(entry).toEqual({ actor_user_id: first.who.user_id, status: 'confirmed' })
    await ring()
    expect(twilio.calls).toEqual([])
  })

  it('is declined by a key and goes to the next officer, who accepts by one; the ledger has both calls', async () => {
    const { first, second } = await freed(2)
    await ring()
    expect(await press(first, '/answer', { Digits: '2' })).toMatch(/^Declined: Night patrol, .* Goodbye\.$/)
    await press(first, '/status', { CallStatus: 'completed', CallDuration: '12' })
    expect(await statusOf(first)).toBe('offer_declined')
    expect(await ledger(first)).toEqual(['offered 480', 'called 0 0 declined', 'refused 480'])
    await run()
    await ring()
    expect(await press(second, '/answer', { Digits: '1' })).toMatch(/^Accepted\. You have the shift/)
    expect(await statusOf(second)).toBe('confirmed')
    expect(await ledger(second)).toEqual(['offered 480', 'accepted 480', 'called 0 0 answered'])
  })

  it('whose call nobody takes has it in the ledger, and nothing is charged for it', async () => {
    const { first } = await freed(1)
    await ring()
    await press(first, '/status', { CallStatus: 'no-answer' })
    await press(first, '/status', { CallStatus: 'busy' })
    expect(await ledger(first)).toEqual(['offered 480', 'called 0 0 no_answer'])
    expect(await statusOf(first)).toBe('offered')
  })

  it('is refused where the app refuses it, and the reply says why', async () => {
    const { first } = await freed(1)
    // An admin has assigned the officer to another shift at the same time.
    await server.insert('officer_assignments', {
      ...{ organization_id: house.id, officer_id: first.who.officer_id, status: 'confirmed' },
      ...{ ...(await makeJob()), starts_at: at(100), ends_at: at(108) },
    })
    expect(await reply(first, `YES ${codeOf(first)}`)).toBe(
      'You can&#39;t take this shift: overlaps another shift. Open the app to see why.',
    )
    expect(await statusOf(first)).toBe('offered')
    expect(await ledger(first)).toEqual(['offered 480'])
  })

  it('that expired or was made again is not answered by its old code', async () => {
    const { job, first } = await freed(1)
    const old = codeOf(first)
    await server.rows(`update officer_assignments set offer_expires_at = now() where id = $1`, [first.id])
    expect(await reply(first, `YES ${old}`)).toMatch(/^This offer has ended/)
    await run()
    expect(await statusOf(first)).toBe('offer_expired')
    // As if the officer had joined the waitlist again.
    await server.rows(`update officer_assignments set status = 'waitlisted', offer_expires_at = null where id = $1`, [
      first.id,
    ])
    await server.rows('update posts set freed_at = now() where id = $1', [job.post_id])
    await run()
    expect(await statusOf(first)).toBe('offered')
    expect(codeOf(first)).not.toBe(old)
    expect(await reply(first, `NO ${old}`)).toMatch(/^This offer has ended/)
    expect(await reply(first, `YES ${codeOf(first)}`)).toMatch(/^Accepted/)
  })

  it('to everyone is won by one of two replies at once, and the other is told so', async () => {
    const { first, second } = await freed(2, 3)
    const said = await Promise.all([first, second].map((one) => reply(one, `YES ${codeOf(one)}`)))
    expect(said.filter((one) => one?.startsWith('Accepted.'))).toHaveLength(1)
    expect(said.filter((one) => one?.startsWith('This offer has ended'))).toHaveLength(1)
    const statuses = [await statusOf(first), await statusOf(second)]
    expect(statuses.sort()).toEqual(['confirmed', 'waitlisted'])
  })

  it('declined in the app rings nobody', async () => {
    const { first } = await freed(1)
    expect((await server.call(declineOffer, { id: first.id }, first.who)).status).toBe(200)
    await ring()
    expect(twilio.calls).toEqual([])
  })
})
