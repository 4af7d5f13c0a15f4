import { routes as attendance } from '#features/attendance/routes.ts'
import { routes as attendanceReview } from '#features/attendance-review/routes.ts'
import { routes as notifications } from '#features/notifications/routes.ts'
import { routes as signupDecisions } from '#features/signup-decisions/routes.ts'
import { routes as signups } from '#features/signups/routes.ts'
import type { Route } from '#platform/server/route.ts'
import { ADMINS, type Size } from './data.ts'
import { idOf, idSql, type Kind } from './ids.ts'

/** A call of the contract whose numbers (person, assignment) vary from request to request. */
export type Call = {
  name: string
  route: Route
  /** Of 1 what the reference reaches, at least so much at 32 clients. */
  promise: number
  /** The numbers of a request: in pgbench's words, one `\set` a line, and here, from the same ranges. */
  sets: (size: Size) => readonly string[]
  pick: (size: Size, turn: Turn) => Numbers
  /** Ids in the input, each from a number that `pick` answers. */
  ids: Readonly<Record<string, readonly [Kind, string]>>
}
/** `person` is the account's number; the others by the names that `sets` gives them. */
export type Numbers = Readonly<Record<string, number>> & { person: number }
/** The how-manieth request of the run this is. Reads pick at random, since each may be made any number of times. */
export type Turn = { index: number; random: (low: number, high: number) => number }

const routeOf = (name: string): Route => {
  const found = [...attendance, ...attendanceReview, ...notifications, ...signupDecisions, ...signups].find(
    (route) => route.endpoint.name === name,
  )
  if (!found) throw new Error(`the contract has no ${name}`)
  return found
}

const officer: Pick<Call, 'sets' | 'pick' | 'ids'> = {
  sets: (size) => [
    `o random(0, ${size.organizations - 1})`,
    `person :o * ${size.officers} + random(${ADMINS}, ${size.officers - 1})`,
  ],
  pick: (size, { random }) => ({
    person: random(0, size.organizations - 1) * size.officers + random(ADMINS, size.officers - 1),
  }),
  ids: {},
}
const admin: typeof officer = {
  sets: (size) => [`o random(0, ${size.organizations - 1})`, `person :o * ${size.officers} + random(0, ${ADMINS - 1})`],
  pick: (size, { random }) => ({ person: random(0, size.organizations - 1) * size.officers + random(0, ADMINS - 1) }),
  ids: {},
}

const roster: typeof officer = {
  sets: (size) => [...admin.sets(size), `assignment :o * ${size.assignments} + random(0, ${size.assignments - 1})`],
  pick: (size, { random }) => {
    const o = random(0, size.organizations - 1)
    return {
      person: o * size.officers + random(0, ADMINS - 1),
      assignment: o * size.assignments + random(0, size.assignments - 1),
    }
  },
  ids: { assignment_id: ['assignment', 'assignment'] },
}

/** Every officer takes every open job once: the organizations in turn, then their officers, then their jobs. */
const signUp: typeof officer = {
  sets: (size) => [
    'turn :turn + :clients',
    'i :turn + :client_id',
    `o :i % ${size.organizations}`,
    `person :o * ${size.officers} + ${ADMINS} + (:i / ${size.organizations}) % ${size.officers - ADMINS}`,
    `job :o * ${size.open} + :i / ${size.organizations * (size.officers - ADMINS)}`,
  ],
  pick: (size, { index }) => {
    const o = index % size.organizations
    const n = Math.floor(index / size.organizations)
    const people = size.officers - ADMINS
    return { person: o * size.officers + ADMINS + (n % people), job: o * size.open + Math.floor(n / people) }
  },
  ids: { assignment_id: ['open_assignment', 'job'], post_id: ['open_post', 'job'] },
}
/** Requests before an officer would have to sign up for the same job again. */
export const signUpsOf = (size: Size) => size.organizations * (size.officers - ADMINS) * size.open

export const calls: readonly Call[] = [
  { name: 'signups.open_jobs', promise: 0.5, ...officer },
  { name: 'signups.sign_up', promise: 0.6, ...signUp },
  { name: 'notifications.latest', promise: 0.5, ...officer },
  { name: 'counts.pending', promise: 0.5, ...admin },
  { name: 'signups.roster', promise: 0.5, ...roster },
  { name: 'attendance.hours', promise: 0.5, ...admin },
].map((call) => ({ ...call, route: routeOf(call.name) }))

export const inputOf = (call: Call, numbers: Numbers): Record<string, string> =>
  Object.fromEntries(Object.entries(call.ids).map(([field, [kind, n]]) => [field, idOf(kind, numbers[n] ?? 0)]))
/** Each id of the input as it is here, with the expression that makes it of pgbench's number. */
export const inputSql = (call: Call, numbers: Numbers): [string, string][] =>
  Object.values(call.ids).map(([kind, n]) => [idOf(kind, numbers[n] ?? 0), idSql(kind, `:${n}`)])
