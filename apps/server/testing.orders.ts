import type { Ids, Make } from '#platform/server/testing.inputs.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** An active order-in, with an exemption and an open request for volunteers. */
export const makeOrdered = async (
  make: Make,
  {
    assignment_id,
    post_id,
    officer_id,
    mark,
  }: { assignment_id: string; post_id: string; officer_id: string; mark: string },
) => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const times = { starts_at: hours(48), ends_at: hours(56) }
  const signup_id = await make('officer_assignments', {
    ...{ assignment_id, post_id, officer_id, ...times },
    status: 'released',
  })
  const call = { assignment_id, post_id }
  const call_id = await make('order_calls', {
    ...call,
    opened_at: '2026-01-05T12:00:00Z',
    closes_at: '2026-01-05T13:00:00Z',
    closed_at: '2026-01-05T13:00:00Z',
    outcome: 'decided',
  })
  await make('order_asked', { call_id, officer_id })
  const order_in_id = await make('order_ins', { ...call, call_id, officer_id, signup_id, position: 1, count_before: 0 })
  const exemption_id = await make('force_exemptions', { officer_id, reason: `Exempt ${mark}`, starts_on: '2026-01-05' })
  const escalation_id = await make('escalations', {
    assignment_id,
    steps: JSON.stringify([{ kind: 'all', clock: 'before_start', minutes: 60, units: [] }]),
    published_at: '2026-01-05T12:00:00Z',
  })
  const plan_id = await make('escalation_plans', {
    steps: JSON.stringify([{ kind: 'group', clock: 'before_start', minutes: 60, units: [`Unit ${mark}`] }]),
  })
  return { escalation_id, plan_id, order_call_id: call_id, order_in_id, exemption_id }
}

/** The smallest plan. */
export const oneStep = [{ kind: 'all', clock: 'before_start', minutes: 60, units: [] }]

/** For calls that cannot act on the smallest input that fits the schema. */
export const orderOverrides = {
  'eligibility.waiting': (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({ ids: ids('signup_id', endpoint) }),
  'swaps.own_checks': (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({ ids: ids('id', endpoint) }),
  'order_ins.edit_settings': () => ({ year_starts: '07-01' }),
  'order_ins.stop': (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({ id: ids('order_call_id', endpoint) }),
  'order_ins.answer': (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({ id: ids('order_call_id', endpoint) }),
  'order_ins.end_exemption': (ids: Ids, _scene: unknown, endpoint: Endpoint) => ({ id: ids('exemption_id', endpoint) }),
}
