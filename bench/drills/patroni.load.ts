import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { badgesOf, officerOf, postTo, type Written } from '#apps/server/testing.crash.ts'
import { ADMINS, type Size } from '../data.ts'
import { withClient } from '../ground.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'
import { checkSignUps, type People, signUpOf, startPeople } from './people.ts'

/**
 * What people do while hosts are killed: officers sign up and read, admins add officers, and six officers at once ask for the two spots
 * of a shift. Everything is sent again with its key until it is answered.
 */
export const size: Size = { organizations: 10, officers: 40, assignments: 40, open: 200, history: false }
/** Of each department's open shifts, the last ones have only so many spots. */
const scarce = { shifts: 80, spots: 2, asking: 6 }
const officers = size.officers - ADMINS
const adminsEach = 2

/** Before the processes start. */
export const makeScarce = (url: string) =>
  withClient(url, (client) =>
    client.query(
      `update posts set required_count = $1 where starts_at >= (select min(starts_at) from posts where required_count = 500)
        + $2 * interval '2 hours'`,
      [scarce.spots, size.open - scarce.shifts],
    ),
  )

export type Load = {
  people: People
  /** Times of acknowledged writes: sign-ups, and officers added at each process. */
  series: () => number[][]
  added: Written[]
  contests: { rounds: number; acknowledged: number[]; refused: number[]; why: Record<string, number> }
  route: () => number | null
  stop: () => Promise<void>
}

/** The number of the sign-up of an officer for a shift of a department, as `signUpOf` counts. */
const indexOf = (department: number, shift: number, officer: number) =>
  department + size.organizations * (shift * officers + officer)

/** Admins of one department after the other add officers at one process. */
const addOfficers = async (
  port: number,
  from: number,
  { isOn, done, restMs }: { isOn: () => boolean; done: (one: Written) => void; restMs: number },
) => {
  const post = postTo(`http://127.0.0.1:${port}`)
  for (let k = from; isOn(); k++) {
    const one = { key: randomUUID(), badge: `P${randomUUID().slice(0, 12)}` }
    const cookie = `watchbill=${secretOf((k % size.organizations) * size.officers)}`
    const add = () => post('/api/officers', officerOf(one.badge), one.key, cookie).catch(() => null)
    while ((await add())?.status !== 200) await pause(50)
    done(one)
    await pause(restMs)
  }
}

const spotAsker =
  (route: () => number | null, ask: ReturnType<typeof makeAsker>['ask'], contests: Load['contests']) =>
  async (index: number) => {
    const { person, path, write } = signUpOf(size, index)
    for (;;) {
      const answer = await ask(route() ?? 0, path, `watchbill=${secretOf(person)}`, write).catch(() => null)
      if (answer?.status === 200) return contests.acknowledged.push(index)
      if (answer?.status === 409) {
        const why = /"code":"(\w+)"/.exec(answer.text)?.[1] ?? '409'
        contests.why[why] = (contests.why[why] ?? 0) + 1
        return contests.refused.push(index)
      }
      await pause(50)
    }
  }

/** `restMs`: between two actions of one person; a contest takes seven times as long to come. */
export const startLoad = (
  ports: readonly number[],
  restMs = 15,
  isUp: (port: number) => boolean = () => true,
): Load => {
  let on = true
  let turn = 0
  // As a load balancer that knows which processes are there.
  const route = () => {
    const up = ports.filter(isUp)
    return up[turn++ % up.length] ?? null
  }
  const people = startPeople(size, route, { writers: 4, readers: 2, restMs })
  const added: Written[] = []
  const addedAt: number[][] = ports.map(() => [])
  const contests: Load['contests'] = { rounds: 0, acknowledged: [], refused: [], why: {} }
  const { ask, close } = makeAsker(scarce.asking)

  const askForSpot = spotAsker(route, ask, contests)
  const contest = async () => {
    for (let n = 0; on && n < scarce.shifts * size.organizations; n++) {
      const shift = size.open - 1 - Math.floor(n / size.organizations)
      const asking = Array.from({ length: scarce.asking }, (_, k) =>
        indexOf(n % size.organizations, shift, (n * scarce.asking + k) % officers),
      )
      await Promise.all(asking.map(askForSpot))
      contests.rounds += 1
      await pause(7 * restMs)
    }
  }
  const adding = (port: number, p: number, n: number) =>
    addOfficers(port, n, {
      restMs,
      isOn: () => on,
      done: (one) => {
        added.push(one)
        addedAt[p]?.push(performance.now())
      },
    })
  const working = [
    contest(),
    ...ports.flatMap((port, p) => Array.from({ length: adminsEach }, (_, n) => adding(port, p, n))),
  ]
  return {
    people,
    added,
    contests,
    route,
    series: () => [people.signUps.map(({ at }) => at), ...addedAt],
    stop: async () => {
      on = false
      await Promise.all([...working, people.stop()])
      close()
    },
  }
}

/** Spots that more officers have than there are, officers who were refused and have one, and shifts with spots left over. */
const contested = (url: string, { contests }: Load) =>
  withClient(url, async (client) => {
    const keys = contests.refused.map((index) => {
      const { person, write } = signUpOf(size, index)
      return [person, write.body.post_id] as const
    })
    const { rows } = await client.query<{ oversold: number; refused_with_spot: number }>(
      `with mine as (select s.post_id, m.account_id, a.email_key from officer_assignments s
          join memberships m on m.officer_id = s.officer_id join accounts a on a.id = m.account_id
          where s.starts_at > now() + interval '65 days' and app.holds_place(s.status))
        select (select count(*)::int from posts p where p.starts_at > now() + interval '65 days'
            and (p.confirmed_count > p.required_count
              or (select count(*) from mine where mine.post_id = p.id) > p.required_count)) as oversold,
          (select count(*)::int from unnest($1::text[], $2::uuid[]) r (email, post_id)
            join mine on mine.post_id = r.post_id and mine.email_key = r.email) as refused_with_spot`,
      [keys.map(([person]) => `officer${person}@example.org`), keys.map(([, post]) => post)],
    )
    return { oversold: rows[0]?.oversold ?? -1, refusedWithSpot: rows[0]?.refused_with_spot ?? -1 }
  })

export type Checked = { acknowledged: number; lost: number; doubled: number; oversold: number; refusedWithSpot: number }

/** After the load has ended. */
export const checkLoad = async (url: string, load: Load): Promise<Checked> => {
  const contestedSignUps = load.contests.acknowledged.map((index) => ({ index, at: 0 }))
  const all = { ...load.people, signUps: [...load.people.signUps, ...contestedSignUps] }
  const signUps = await checkSignUps(url, size, all)
  const badges = badgesOf((work) => withClient(url, work))
  const [missing, twice] = [await badges.missing(load.added), await badges.doubled()]
  return {
    acknowledged: all.signUps.length + load.added.length,
    lost: signUps.lost + missing.length,
    doubled: signUps.doubled + twice.length,
    ...(await contested(url, load)),
  }
}
