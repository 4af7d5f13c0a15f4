import type { Ids, Make } from '#platform/server/testing.inputs.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'

const pattern = { kind: 'four_two', start: '06:00', minutes: 720 }

const minimum = {
  ...{ least: 2, weekdays: [1, 2, 3], start_time: '22:00', end_time: '06:00', starts_on: '2026-03-02' },
  ...{ days_ahead: 14, latest_minutes: 240, title: 'Night watch', kind: 'overtime', signup_mode: 'approval' },
}

/** A minimum, and a gap in it whose shift was withdrawn manually. */
const makeMinimum = async (make: Make, mark: string, platoon_id: string) => {
  const minimum_id = await make('staffing_minimums', { ...minimum, name: `Minimum ${mark}`, platoon_id })
  await make('staffing_gaps', {
    ...{ minimum_id, on_day: '2026-03-02', opened_at: '2026-03-01T12:00:00Z', places: 1 },
    ...{ starts_at: '2026-03-03T04:00:00Z', ends_at: '2026-03-03T12:00:00Z', reason: `Missing ${mark}` },
  })
  return minimum_id
}

/** A platoon with a schedule and a member, a day off, an imported tour, a leave, and a minimum. */
export const makeTours = async (make: Make, mark: string, officer_id: string) => {
  const platoon_id = await make('platoons', { name: `Platoon ${mark}` })
  const schedule = { starts_on: '2026-01-05', anchor_on: '2026-01-05', pattern: JSON.stringify(pattern) }
  await make('platoon_schedules', { platoon_id, ...schedule })
  await make('platoon_members', { platoon_id, officer_id, starts_on: '2026-01-05' })
  const exception_id = await make('tour_exceptions', { officer_id, kind: 'off', on_day: '2026-02-05', note: mark })
  const imported_tour_id = await make('imported_tours', {
    officer_id,
    on_day: '2026-02-07',
    starts_at: '2026-02-07T12:00:00Z',
    ends_at: '2026-02-07T20:00:00Z',
  })
  const leave_id = await make('leaves', {
    officer_id,
    kind: 'vacation',
    starts_at: '2026-02-09T06:00:00Z',
    ends_at: '2026-02-16T06:00:00Z',
    whole_days: true,
    note: mark,
  })
  const leave_request_id = await make('leave_requests', {
    officer_id,
    kind: 'vacation',
    starts_at: '2026-03-09T06:00:00Z',
    ends_at: '2026-03-12T05:00:00Z',
    whole_days: true,
    note: mark,
  })
  const minimum_id = await makeMinimum(make, mark, platoon_id)
  return { platoon_id, exception_id, imported_tour_id, leave_id, leave_request_id, minimum_id }
}

const plan = { starts_on: '2026-03-02', anchor_on: '2026-03-02', keeps: 'length', pattern }
const leave = {
  whole_days: true,
  first_day: '2026-05-04',
  last_day: '2026-05-08',
  start_time: '',
  end_time: '',
  note: '',
}

let asked = 0
/** A day that may be requested whenever the test runs, another one each time: requests that wait may not overlap. */
const soon = () => {
  const day = new Date(Date.now() + (40 + (asked++ % 300)) * 86_400_000).toISOString().slice(0, 10)
  return { first_day: day, last_day: day }
}

const minimumOf = (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({
  ...{ ...minimum, platoon_id: ids('platoon_id', endpoint), unit: '', rank: '', last_on: '', award_rule_id: null },
  requirements: {},
})

/** For calls that cannot act on the smallest input that fits the schema. */
export const tourOverrides = {
  'tours.create_platoon': () => ({ name: `Platoon ${Math.random()}`, unit: '', ...plan }),
  'tours.edit_platoon': () => ({ unit: '', ended_on: '' }),
  'tours.put_schedule': () => plan,
  'platoon_members.join_many': () => ({ unit: 'Patrol' }),
  'tours.add_exception': () => ({
    kind: 'off',
    on_day: '2026-06-01',
    works_on: '',
    start_time: '',
    minutes: null,
    note: '',
  }),
  'minimums.add': minimumOf,
  'minimums.try': minimumOf,
  'minimums.edit': minimumOf,
  'minimums.open_again': () => ({ on_day: '2026-03-02' }),
  'leaves.add': () => leave,
  'leaves.edit': () => leave,
  'leave_requests.ask': () => ({ ...leave, ...soon() }),
}
