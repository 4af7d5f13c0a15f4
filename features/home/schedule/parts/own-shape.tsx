import { cx } from '#platform/web/ui/class-names.ts'

export type OwnEntry = {
  kind: 'shift' | 'tour' | 'leave' | 'leave_request'
  status: string | null
  ordered: boolean
}

const shapes = {
  tour: 'rounded-full border-2 border-line-strong',
  leave: 'rounded-[0.125rem] border border-hold-line bg-hold-wash',
  leave_request: 'rounded-[0.125rem] border border-dashed border-hold-line',
  ordered: 'rotate-45 bg-bad',
  asked: 'rounded-[0.125rem] border border-dashed border-info',
  confirmed: 'rounded-[0.125rem] bg-info',
  over: 'rounded-[0.125rem] bg-line-strong',
} as const

const shapeOf = ({ kind, status, ordered }: OwnEntry): keyof typeof shapes => {
  if (kind !== 'shift') return kind
  if (status === 'worked' || status === 'no_show') return 'over'
  if (status !== 'confirmed' && status !== 'calloff_requested') return 'asked'
  return ordered ? 'ordered' : 'confirmed'
}

/** A shape for each kind of entry: circle, square, diamond, dashed. */
export const OwnShape = ({ entry, small = false }: { entry: OwnEntry; small?: boolean }) => (
  <span aria-hidden className={cx('block shrink-0', small ? 'size-2.5' : 'size-3.5', shapes[shapeOf(entry)])} />
)
