import { useOrganization } from '#platform/web/session.ts'
import { nearDay, type Span, span } from '#platform/web/time.ts'

export type Shift = {
  starts_at: string
  ends_at: string
  /** The shift's own zone, if it can differ from the department's. */
  time_zone?: string
}

/** A shift's times in the format of every screen: in the department's zone, which is named if the shift's or viewer's zone differs. */
export const useShiftWords = (
  now: number = Date.now(),
): ((shift: Shift, brief?: boolean) => Span & { near: string }) => {
  const { time_zone: zone } = useOrganization()
  return ({ starts_at, ends_at, time_zone }, brief = false) => ({
    ...span(starts_at, ends_at, zone, { now, shift: time_zone, brief }),
    near: nearDay(starts_at, zone, now),
  })
}

/** `Fri, Nov 21 · 18:00–02:00 · 8 h` plus important notes: the next day, a clock change, another zone. */
export const ShiftTime = ({ shift, wide = false }: { shift: Shift; wide?: boolean }) => {
  const { day, clock, length, notes } = useShiftWords()(shift)
  return (
    <span className={wide ? 'inline-flex flex-wrap gap-x-2' : 'block'}>
      {/* Large text on a phone: between the day and the times, and nowhere else. */}
      <span className="figures md:whitespace-nowrap">
        <span className="whitespace-nowrap">{day} ·</span> <span className="whitespace-nowrap">{clock}</span>
      </span>{' '}
      <span className={wide ? 'text-soft' : 'figures block text-small text-faint'}>
        {[length, ...notes].join(' · ')}
      </span>
    </span>
  )
}
