import { routes as notifications } from '#features/department/notifications/routes.ts'
import { routes as attendanceReview } from '#features/hours/attendance/routes.review.ts'
import { routes as attendance } from '#features/hours/attendance/routes.ts'
import { routes as pendingCounts } from '#features/hours/pending-counts/routes.ts'
import { routes as signupDecisions } from '#features/shifts/signup-decisions/routes.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import type { Route } from '#platform/server/route.ts'
import { ADMINS, type Size } from './data.ts'
import { idOf, idSql, type Kind } from './ids.ts'

/** A call in the contract whose numbers (person, assignment) vary from request to request. */
export type Call = {
  name: string
  route: Route
  /** The minimum fraction (of 1) of the reference's throughput at 32 clients. */
  promise: number
  /** How many of the cheapest reads (`cheapest`) it may cost at 32 clients. */
  price: number
  /** The numbers of a request: for pgbench, one `\set` per line, and for TypeScript, from the same ranges. */
  sets: (size: Size) => readonly string[]
  pick: (size: Size, turn: Turn) => Numbers
  /** Ids in the input, each derived from a number that `pick` returns. */
  ids: Readonly<Record<string, readonly [Kind, string]>>
}
/** `person` is the account's number; the others have the names that `sets` gives them. */
export type Numbers = Readonly<Record<string, number>> & { person: number }
/** `index` is the request's position in the run. Reads pick at random, since each can be repeated any number of times. */
export type Turn = { index: number; random: (low: number, high: number) => number }

const routeOf = (name: string): Route => {
  const found = [
    ...attendance,
    ...attendanceReview,
    ...notifications,
    ...pendingCounts,
    ...signupDecisions,
    ...signups,
  ].find((route) => route.endpoint.name === name)
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

/** Every officer signs up for every open job once: the organization varies fastest, then the officer, then the job. */
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
/** Requests until an officer would have to sign up for the same job again. */
export const signUpsOf = (size: Size) => size.organizations * (size.officers - ADMINS) * size.open

/** The read that the prices of the others are counted in. */
export const cheapest = 'counts.pending'

export const calls: readonly Call[] = [
  { name: 'signups.open_jobs', promise: 0.75, price: 3, ...officer },
  { name: 'signups.sign_up', promise: 0.75, price: 4.5, ...signUp },
  { name: 'notifications.latest', promise: 0.75, price: 1.3, ...officer },
  { name: 'counts.pending', promise: 0.75, price: 1, ...admin },
  { name: 'signups.roster', promise: 0.75, price: 1.5, ...roster },
  { name: 'attendance.hours', promise: 0.75, price: 2.5, ...admin },
].map((call) => ({ ...call, route: routeOf(call.name) }))

export const inputOf = (call: Call, numbers: Numbers): Record<string, string> =>
  Object.fromEntries(Object.entries(call.ids).map(([field, [kind, n]]) => [field, idOf(kind, numbers[n] ?? 0)]))
/** Each id in the input, here and as the expression that derives it from pgbench's number. */
export const inputSql = (call: Call, numbers: Numbers): [string, string][] =>
  Object.values(call.ids).map(([kind, n]) => [idOf(kind, numbers[n] ?? 0), idSql(kind, `:${n}`)])
