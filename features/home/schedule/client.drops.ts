import { aheadStatuses } from '#platform/shared/statuses.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { Act, Row } from './client.rows.ts'

/** What is being dragged: an officer on a shift, or the shift itself. */
export type Carried = { act: Act; whole: boolean; officer: Row['officer'] }
/** A cell: its day, its row, and the shift in it that the pointer is nearest to. */
export type Target = { date: WallDate; officer: Row['officer']; act: Act | null }

export type Drop =
  | { kind: 'shift'; date: WallDate }
  | { kind: 'officer'; assignment_id: string; title: string; officer: { id: string; name: string } }
  /** `why` is empty over the place it comes from. */
  | { kind: 'none'; why: string }

const none = (why = ''): Drop => ({ kind: 'none', why })

/** Statuses that can be moved: who has a spot. */
export const movable = (act: Act): boolean => aheadStatuses.some((status) => status === act.signup?.status)

/** In the rows of officers: down to a colleague on the same day, or along to another day. */
const overOfficer = ({ act, officer }: Carried, to: Target, today: WallDate): Drop => {
  if (!to.officer || !officer) return none()
  if (to.officer.id === officer.id) return overDay(act, to, today)
  if (to.date !== act.day) return none('One change at a time: change the officer or the day.')
  if (!movable(act)) return none('Only confirmed officers can be replaced.')
  return { kind: 'officer', assignment_id: act.assignment_id, title: act.title, officer: to.officer }
}

const overDay = (act: Act, to: Target, today: WallDate): Drop => {
  if (to.date === act.day) return none()
  return to.date < today ? none('That day has passed.') : { kind: 'shift', date: to.date }
}

/** What letting go over a cell would do; whether it is allowed is for the server to say. */
export function dropOf(carried: Carried, to: Target, today: WallDate): Drop {
  const { act, whole, officer } = carried
  if (act.over) return none('This shift is over.')
  if (officer) return overOfficer(carried, to, today)
  if (whole || !act.signup) return overDay(act, to, today)
  if (!movable(act)) return none('Only confirmed officers can be moved.')
  if (!to.act) return to.date === act.day ? none() : none('No shift here. Drop on a shift with an open spot.')
  if (to.act.assignment_id === act.assignment_id) return none()
  if (to.act.over) return none('That shift is over.')
  const { officer_id: id, name } = act.signup
  return { kind: 'officer', assignment_id: to.act.assignment_id, title: to.act.title, officer: { id, name } }
}
