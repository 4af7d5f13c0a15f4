import { cx } from '#platform/web/ui/class-names.ts'
import type { OwnEntry } from '../client.own.ts'

const shapes = {
  tour: 'rounded-full border-2 border-line-strong',
  leave: 'rounded-[0.125rem] border border-hold-line bg-hold-wash',
  leave_request: 'rounded-[0.125rem] border border-dashed border-hold-line',
  ordered: 'rotate-45 bg-bad',
  asked: 'rounded-[0.125rem] border border-dashed border-info',
  confirmed: 'rounded-[0.125rem] bg-info',
  over: 'rounded-[0.125rem] bg-line-strong',
} as const

const shapeOf = ({ kind, status, ordered, attendance, ends_at }: OwnEntry, now: number): keyof typeof shapes => {
  if (kind !== 'shift') return kind
  if (status === 'worked' || status === 'no_show' || (attendance && attendance !== 'open')) return 'over'
  if (Date.parse(ends_at) <= now) return 'over'
  if (status !== 'confirmed' && status !== 'calloff_requested') return 'asked'
  return ordered ? 'ordered' : 'confirmed'
}

/** A shape for each kind of entry: circle, square, diamond, dashed. */
export const OwnShape = ({ entry, now, small = false }: { entry: OwnEntry; now: number; small?: boolean }) => (
  <span aria-hidden className={cx('block shrink-0', small ? 'size-2.5' : 'size-3.5', shapes[shapeOf(entry, now)])} />
)
