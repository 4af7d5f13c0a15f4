import { span } from '#platform/web/time.ts'

/** `Fri, Nov 21 · 18:00–02:00 · 8 h` with what must not be overlooked: the next day, a clock change, another zone. */
export const ShiftTime = ({
  starts_at,
  ends_at,
  zone,
  wide = false,
}: {
  starts_at: string
  ends_at: string
  zone: string
  wide?: boolean
}) => {
  const { day, clock, length, notes } = span(starts_at, ends_at, zone)
  return (
    <span className={wide ? 'inline-flex flex-wrap gap-x-2' : 'inline-block'}>
      <span className="figures whitespace-nowrap">
        {day} · {clock}
      </span>{' '}
      <span className={wide ? 'text-soft' : 'figures block text-small text-faint'}>
        {[length, ...notes].join(' · ')}
      </span>
    </span>
  )
}
