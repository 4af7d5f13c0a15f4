import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { checkIn, checkOut } from '#features/hours/attendance/contract.ts'
import { approveSignup } from '#features/shifts/signup-decisions/contract.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { ADMINS } from '../data.ts'
import { withClient } from '../ground.ts'
import { idOf, idSql, secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'
import { size } from './patroni.load.ts'
import { makePerson, type People } from './people.ts'

/**
 * What the soak adds to the load of patroni.load.ts: requests that an admin approves, officers who check in to a shift of this hour and
 * out of it again, and screens whose streams come back by themselves.
 */
const officers = size.officers - ADMINS
/** Shifts for which a sign-up is a request, of each department. */
const asked = 120
/** Between a check-in and the check-out: the server refuses one that comes at once. */
const workMs = 90_000
const screens = 60

const requestedFirst = 1_000_000
const dutyFirst = 2_000_000

type Plan = { first: number; count: number; starts: string; ends: string; mode: string; spots: number }
const addShifts = ({ first, count, starts, ends, mode, spots }: Plan): string[] => {
  const rows = `(select o, ${first} + o * ${count} + j as n, ${starts} as starts, ${ends} as ends
    from generate_series(0, ${size.organizations - 1}) as o, generate_series(0, ${count - 1}) as j) rows`
  return [
    `insert into assignments (organization_id, id, title, kind, time_zone, starts_at, ends_at, signup_mode, published_at,
        announced_at, status)
      select ${idSql('organization', 'o')}, ${idSql('assignment', 'n')}, 'Soak', 'special_event', 'America/Chicago', starts, ends,
        '${mode}', now(), now(), 'published' from ${rows}`,
    `insert into posts (organization_id, id, assignment_id, name, required_count, starts_at, ends_at)
      select ${idSql('organization', 'o')}, ${idSql('post', 'n')}, ${idSql('assignment', 'n')}, 'Gate', ${spots}, starts, ends from ${rows}`,
  ]
}

/** Of an officer at the shift of this hour: the department varies fastest. */
const duty = (n: number) => {
  const o = n % size.organizations
  return {
    o,
    signup: idOf('signup', dutyFirst + n),
    person: o * size.officers + ADMINS + Math.floor(n / size.organizations),
  }
}
const onDuty = officers * size.organizations

/** Before the processes start. */
export const addSoakShifts = (url: string) =>
  withClient(url, async (client) => {
    await client.query('set session_replication_role = replica')
    const later = `date_trunc('hour', now()) + interval '200 days' + j * interval '2 hours'`
    const statements = [
      ...addShifts({
        first: requestedFirst,
        count: asked,
        starts: later,
        ends: `${later} + interval '1 hour'`,
        mode: 'approval',
        spots: 500,
      }),
      ...addShifts({
        first: dutyFirst,
        count: 1,
        starts: `now() - interval '10 minutes'`,
        ends: `now() + interval '3 hours'`,
        mode: 'first_come',
        spots: officers,
      }),
      `insert into officer_assignments (organization_id, id, assignment_id, post_id, officer_id, status, starts_at, ends_at, applied_at)
        select a.organization_id, ${idSql('signup', `${dutyFirst} + i * ${size.organizations} + o`)}, a.id,
          ${idSql('post', `${dutyFirst} + o`)}, ${idSql('officer', `o * ${size.officers} + ${ADMINS} + i`)}, 'confirmed', a.starts_at,
          a.ends_at, now()
        from generate_series(0, ${size.organizations - 1}) as o, generate_series(0, ${officers - 1}) as i
        join assignments a on true where a.id = ${idSql('assignment', `${dutyFirst} + o`)}`,
      `update posts set confirmed_count = required_count where id in
        (select ${idSql('post', `${dutyFirst} + o`)} from generate_series(0, ${size.organizations - 1}) as o)`,
    ]
    for (const statement of statements) await client.query(statement)
  })

type Told = Pick<People, 'tries' | 'seen'>
export type Soak = Told & {
  approved: string[]
  checkedIn: { signup: string; at: string }[]
  checkedOut: { signup: string; at: string }[]
  /** Of the streams: how often each opened, and which hear now. */
  streams: { opened: number; open: () => number; heard: () => number[]; forget: () => void }
  stop: () => Promise<void>
}

/** Streams that open again as a browser does: after a second, and at whichever process there is. */
const openStreams = (route: () => number | null, isOn: () => boolean) => {
  const heard = Array.from({ length: screens }, () => 0)
  const state = { opened: 0, open: 0 }
  const listen = (n: number) => {
    if (!isOn()) return
    const port = route()
    const again = () => void setTimeout(() => listen(n), 1_000 + 500 * Math.random())
    if (port === null) return again()
    const person = (n % size.organizations) * size.officers + ADMINS + Math.floor(n / size.organizations)
    const headers = { cookie: `watchbill=${secretOf(person)}`, accept: 'text/event-stream' }
    let answered = false
    const request = get({ port, host: '127.0.0.1', path: '/api/live', headers, agent: false }, (answer) => {
      answered = true
      const is200 = answer.statusCode === 200
      state.opened += is200 ? 1 : 0
      state.open += is200 ? 1 : 0
      answer.on('data', (bytes: Buffer) => {
        if (String(bytes).includes('"t":"assignments"')) heard[n] = (heard[n] ?? 0) + 1
        if (!isOn()) request.destroy()
      })
      answer.on('error', () => undefined)
      answer.on('close', () => {
        state.open -= is200 ? 1 : 0
        again()
      })
    })
    request.on('error', () => (answered ? undefined : again()))
  }
  for (let n = 0; n < screens; n++) listen(n)
  return {
    get opened() {
      return state.opened
    },
    open: () => state.open,
    heard: () => [...heard],
    forget: () => void heard.fill(0),
  }
}

const puncher =
  (press: ReturnType<typeof makePerson>['press']) =>
  async (call: typeof checkIn | typeof checkOut, n: number, more: object) => {
    const { signup, person } = duty(n)
    const body = { signup_id: signup, device_at: new Date().toISOString(), ...more }
    const text = await press(call.name, call.path, person, { method: call.method, body, key: `${call.name}-${n}` })
    if (text === '') return []
    const { checked_in_at, checked_out_at } = JSON.parse(text) as { checked_in_at: string; checked_out_at?: string }
    return [{ signup, at: checked_out_at ?? checked_in_at }]
  }

/** `keyOf`: as of `makePerson`. */
export const startSoak = (route: () => number | null, restMs: number, keyOf?: (key: string) => string): Soak => {
  let on = true
  const told: Told = { tries: {}, seen: {} }
  const { ask, close } = makeAsker(8)
  const { press } = makePerson(route, ask, told, keyOf)
  const punch = puncher(press)
  const done: Pick<Soak, 'approved' | 'checkedIn' | 'checkedOut'> = { approved: [], checkedIn: [], checkedOut: [] }

  const approve = async (from: number, step: number) => {
    for (let n = from; on && n < size.organizations * asked * officers; n += step) {
      const o = n % size.organizations
      const at = Math.floor(n / size.organizations)
      const shift = requestedFirst + o * asked + Math.floor(at / officers)
      const path = signUp.path.replace(':assignment_id', idOf('assignment', shift))
      const body = { post_id: idOf('post', shift) }
      const text = await press('request', path, o * size.officers + ADMINS + (at % officers), {
        method: signUp.method,
        body,
        key: `soak-request-${n}`,
      })
      if (text === '') continue
      const { id } = JSON.parse(text) as { id: string }
      const write = { method: approveSignup.method, body: {}, key: `soak-approve-${n}` }
      if (await press('approval', approveSignup.path.replace(':id', id), o * size.officers, write))
        done.approved.push(id)
      await pause(restMs)
    }
  }

  const workOnce = async (n: number) => {
    done.checkedIn.push(...(await punch(checkIn, n, {})))
    for (const until = performance.now() + workMs; on && performance.now() < until; ) await pause(500)
    if (on) done.checkedOut.push(...(await punch(checkOut, n, { early: true })))
  }
  const work = async () => {
    const out: Promise<void>[] = []
    for (let n = 0; on && n < onDuty; n++) {
      out.push(workOnce(n))
      await pause(20 * restMs)
    }
    await Promise.all(out)
  }
  const streams = openStreams(route, () => on)
  const working = [approve(0, 2), approve(1, 2), work()]
  return {
    ...told,
    ...done,
    streams,
    stop: async () => {
      on = false
      await Promise.all(working)
      close()
    },
  }
}

/** Changes a shift of each department; resolves with the number of screens that didn't hear of it within ten seconds. */
export const countDeaf = async (url: string, { streams }: Soak): Promise<number> => {
  streams.forget()
  await withClient(url, (client) =>
    client.query(`update assignments set title = 'Soak again' where id in
      (select ${idSql('assignment', `o * ${size.assignments}`)} from generate_series(0, ${size.organizations - 1}) as o)`),
  )
  const deaf = () => streams.heard().filter((count) => count === 0).length
  for (const until = performance.now() + 10_000; deaf() > 0 && performance.now() < until; ) await pause(50)
  return deaf()
}

/** After the load has ended: acknowledged approvals, check-ins and check-outs that are not in the database, and doubled records. */
export const checkSoak = (url: string, soak: Soak) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ lost: number; doubled: number }>(
      `select (select count(*)::int from unnest($1::uuid[]) a (id)
          where not exists (select from officer_assignments s where s.id = a.id and app.holds_place(s.status)))
        + (select count(*)::int from unnest($2::uuid[], $3::timestamptz[]) p (signup, at) where not exists (select from attendance t
            where t.signup_id = p.signup and abs(extract(epoch from t.checked_in_at - p.at)) < 1))
        + (select count(*)::int from unnest($4::uuid[], $5::timestamptz[]) p (signup, at) where not exists (select from attendance t
            where t.signup_id = p.signup and abs(extract(epoch from t.checked_out_at - p.at)) < 1)) as lost,
        (select count(*)::int from (select signup_id from attendance group by 1 having count(*) > 1) twice) as doubled`,
      [
        soak.approved,
        soak.checkedIn.map(({ signup }) => signup),
        soak.checkedIn.map(({ at }) => at),
        soak.checkedOut.map(({ signup }) => signup),
        soak.checkedOut.map(({ at }) => at),
      ],
    )
    return { lost: rows[0]?.lost ?? -1, doubled: rows[0]?.doubled ?? -1 }
  })
