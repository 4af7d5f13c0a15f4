import { setTimeout as pause } from 'node:timers/promises'
import { listOpenJobs, signUp } from '#features/shifts/signups/contract.ts'
import { readAgainAfter, readsAgain, writeAgainAfter, writesAgain } from '#platform/web/read-again.ts'
import { ADMINS, type Size } from '../data.ts'
import { withClient } from '../ground.ts'
import { idOf, secretOf } from '../ids.ts'
import { type Asked, makeAsker } from './ask.ts'

/**
 * Officers who sign up and read the open shifts, each with the browser's rules for trying again (`read-again.ts`). What then still
 * failed, a person sees; they press again, with the same key, until it is done.
 */
export type People = {
  /** The numbers of the sign-ups that were acknowledged, with the time of the answer. */
  signUps: { index: number; at: number }[]
  /** The times at which a list came. */
  reads: number[]
  /** Tries that were not answered with 200, by what came instead. */
  tries: Record<string, number>
  /** The same, of what a person saw. */
  seen: Record<string, number>
  /** Ends after everything under way is acknowledged. */
  stop: () => Promise<void>
}

const count = (into: Record<string, number>, key: string) => {
  into[key] = (into[key] ?? 0) + 1
}

/** Every officer signs up for every open shift once: the department varies fastest, then the officer, then the shift. */
const spotOf = (size: Size, index: number) => {
  const o = index % size.organizations
  const n = Math.floor(index / size.organizations)
  const officers = size.officers - ADMINS
  return { job: o * size.open + Math.floor(n / officers), person: o * size.officers + ADMINS + (n % officers) }
}

export const signUpOf = (size: Size, index: number) => {
  const { job, person } = spotOf(size, index)
  const path = signUp.path.replace(':assignment_id', idOf('open_assignment', job))
  return {
    person,
    path,
    write: { method: signUp.method, body: { post_id: idOf('open_post', job) }, key: `people-${index}` },
  }
}

type Outcome = { said: string; text: string }
/** How a try ended: 200, another status with its code, or why there was no answer. */
const outcomeOf = (asked: Promise<Asked>): Promise<Outcome> =>
  asked.then(
    ({ status, text }) => ({
      said: status === 200 ? '200' : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`,
      text,
    }),
    (error: Error) => ({ said: 'code' in error ? String(error.code) : error.message, text: '' }),
  )
/** Between two presses of a person who read that it did not work. */
const pressAgainMs = 600

export type Write = { method: string; body: object; key: string }
/** One person at a browser. `told` counts the tries that failed, and what the person saw of it, by the name of the action. */
export const makePerson = (
  route: () => number | null,
  ask: ReturnType<typeof makeAsker>['ask'],
  told: Pick<People, 'tries' | 'seen'>,
  /** Of each try; a planted fault gives each another one. */
  keyOf: (key: string) => string = (key) => key,
) => {
  const attempt = async (path: string, person: number, made?: Write): Promise<Outcome> => {
    const port = route()
    const write = made && { ...made, key: keyOf(made.key) }
    const outcome =
      port === null
        ? { said: 'no process', text: '' }
        : await outcomeOf(ask(port, path, `watchbill=${secretOf(person)}`, write))
    if (outcome.said !== '200') count(told.tries, outcome.said)
    return outcome
  }
  /** Presses until it is done, and returns the answer's text; empty if it was refused for good. */
  const press = async (name: string, path: string, person: number, write: Write): Promise<string> => {
    for (let failures = 0; ; failures++) {
      const { said, text } = await attempt(path, person, write)
      if (said === '200') return text
      if (/^4(?!29)/.test(said)) {
        count(told.seen, `${name} ${said}`)
        return ''
      }
      if (writesAgain(failures, said.startsWith('503'))) await pause(writeAgainAfter(failures))
      else {
        count(told.seen, `${name} ${said}`)
        failures = -1
        await pause(pressAgainMs)
      }
    }
  }
  /** False: the person saw that it failed. */
  const read = async (name: string, path: string, person: number): Promise<boolean> => {
    for (let failures = 0; ; failures++) {
      const { said } = await attempt(path, person)
      if (said === '200') return true
      if (!readsAgain(failures, said.startsWith('503'))) {
        count(told.seen, `${name} ${said}`)
        return false
      }
      await pause(readAgainAfter(failures))
    }
  }
  return { press, read }
}

/** `route` names the port for each try, as a load balancer would; null if it has no process to send it to. */
export const startPeople = (
  size: Size,
  route: () => number | null,
  /** `restMs`: between two actions of one person, so that the shifts last. */
  { writers, readers, restMs = 15 }: { writers: number; readers: number; restMs?: number },
): People => {
  const { ask, close } = makeAsker(writers + readers)
  const people: Omit<People, 'stop'> = { signUps: [], reads: [], tries: {}, seen: {} }
  let on = true
  let next = 0

  const person = makePerson(route, ask, people)
  const signUpOnce = async (index: number) => {
    const spot = signUpOf(size, index)
    if (await person.press('sign-up', spot.path, spot.person, spot.write))
      people.signUps.push({ index, at: performance.now() })
  }
  const readOnce = async (reader: number) => {
    const came = await person.read('list', `${listOpenJobs.path}?days=100&limit=20`, reader)
    if (came) people.reads.push(performance.now())
  }

  const writer = async () => {
    while (on) {
      await signUpOnce(next++)
      await pause(restMs)
    }
  }
  const reader = async (n: number) => {
    for (let turn = n; on; turn += readers) {
      await readOnce((turn % size.organizations) * size.officers + ADMINS + (turn % (size.officers - ADMINS)))
      await pause(restMs)
    }
  }
  const working = [...Array.from({ length: writers }, writer), ...Array.from({ length: readers }, (_, n) => reader(n))]
  return {
    ...people,
    stop: async () => {
      on = false
      await Promise.all(working)
      close()
    },
  }
}

/** Acknowledged sign-ups without a row, and officers with two rows for one spot or a counter that disagrees with the rows. */
export const checkSignUps = (url: string, size: Size, people: People) =>
  withClient(url, async (client) => {
    const pairs = people.signUps.map(({ index }) => {
      const { job, person } = spotOf(size, index)
      return [idOf('open_post', job), idOf('officer', person)]
    })
    const asked = [pairs.map(([post]) => post), pairs.map(([, officer]) => officer)]
    const { rows } = await client.query<{ lost: number; doubled: number }>(
      `with mine as (select post_id, officer_id, count(*) as n from officer_assignments
          where starts_at > now() + interval '65 days' and app.holds_place(status) group by 1, 2)
        select (select count(*)::int from unnest($1::uuid[], $2::uuid[]) w (post_id, officer_id)
            where not exists (select from mine m where m.post_id = w.post_id and m.officer_id = w.officer_id)) as lost,
          (select count(*)::int from mine where n > 1)
            + (select count(*)::int from posts p where starts_at > now() + interval '65 days'
              and confirmed_count <> (select coalesce(sum(n), 0) from mine m where m.post_id = p.id)) as doubled`,
      asked,
    )
    return { lost: rows[0]?.lost ?? -1, doubled: rows[0]?.doubled ?? -1 }
  })

/** The longest time without one of these that ends after the moment. */
export const longestGap = (at: readonly number[], after: number): number => {
  const sorted = at.toSorted((a, b) => a - b)
  return Math.max(0, ...sorted.slice(1).map((later, n) => (later > after ? later - (sorted[n] ?? later) : 0)))
}
