import { aheadStatuses } from '#platform/shared/statuses.ts'
import type { Tone } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import { type OwnEntry, ownTone } from '../client.own.ts'

const square = 'rounded-[0.125rem]'
const shapes = {
  tour: 'rounded-full border-2 border-line-strong',
  leave: `${square} border-2 border-line-strong`,
  leave_request: `${square} border border-dashed border-line-strong`,
  over: `${square} bg-line-strong`,
  ordered: 'rotate-45',
  asked: `${square} border border-dashed`,
  held: square,
} as const
type Shape = keyof typeof shapes

/** The color of the state's badge: filled for a spot that the officer has, as an outline for one that is asked for. */
const fills: Partial<Record<Tone, string>> = { ok: 'bg-ok', warn: 'bg-warn', hold: 'bg-hold', live: 'bg-brand' }
const outlines: Partial<Record<Tone, string>> = { info: 'border-info', warn: 'border-warn', hold: 'border-hold' }

const shapeOf = ({ kind, status, ordered, attendance, ends_at }: OwnEntry, now: number): Shape => {
  if (kind !== 'shift') return kind
  if (status === 'worked' || status === 'no_show' || (attendance && attendance !== 'open')) return 'over'
  if (Date.parse(ends_at) <= now) return 'over'
  if (!aheadStatuses.some((one) => one === status)) return 'asked'
  return ordered && status === 'confirmed' && !attendance ? 'ordered' : 'held'
}

const classOf = (shape: Shape, tone: Tone): string =>
  cx(
    shapes[shape],
    (shape === 'held' || shape === 'ordered') && fills[tone],
    shape === 'asked' && (outlines[tone] ?? 'border-line-strong'),
  )

/** A shape for each kind of entry: circle, square, diamond, dashed. */
export const OwnShape = ({ entry, now, small = false }: { entry: OwnEntry; now: number; small?: boolean }) => (
  <span
    aria-hidden
    className={cx('block shrink-0', small ? 'size-2.5' : 'size-3.5', classOf(shapeOf(entry, now), ownTone(entry, now)))}
  />
)

const samples: readonly [Shape, Tone, string][] = [
  ['held', signupBadge.confirmed.tone, 'Confirmed'],
  ['ordered', 'hold', 'Ordered in'],
  ['held', signupBadge.calloff_requested.tone, 'Call-off requested'],
  ['asked', signupBadge.offered.tone, 'Offered or applied'],
  ['asked', signupBadge.pending_approval.tone, 'Requested'],
  ['asked', signupBadge.waitlisted.tone, 'Waitlist'],
  ['tour', 'plain', 'Regular tour'],
  ['leave', 'plain', 'Leave'],
  ['leave_request', 'plain', 'Leave requested'],
  ['over', 'plain', 'Past'],
]

/** What the shapes and colors mean: one line until it is opened. */
export const OwnLegend = () => (
  <Disclosure title="What the symbols mean" className="no-print mb-2 text-small text-soft">
    <ul className="grid grid-cols-2 gap-x-4 gap-y-2 pb-2 md:grid-cols-4">
      {samples.map(([shape, tone, word]) => (
        <li key={word} className="flex items-center gap-2">
          <span aria-hidden className={cx('block size-3.5 shrink-0', classOf(shape, tone))} />
          {word}
        </li>
      ))}
    </ul>
  </Disclosure>
)
