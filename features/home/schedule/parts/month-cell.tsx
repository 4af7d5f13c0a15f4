import { paths } from '#platform/shared/paths.ts'
import { usePhone } from '#platform/web/phone.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { isOver, lookOf, openSpots } from '../client.rows.ts'
import type { Shown } from '../client.ts'
import type { MonthDay } from '../contract.ts'
import { dayNumber, longDay, monthDay } from '../words.ts'
import { chipLooks } from './chip.tsx'

const said = (one: MonthDay) =>
  [
    longDay(one.day),
    one.needed > 0 ? `${one.filled} of ${one.needed} filled` : 'no shifts',
    one.open > 0 ? `${one.open} open` : '',
    one.pending > 0 ? `${one.pending} pending` : '',
  ]
    .filter(Boolean)
    .join(', ')

export const openLook = 'rounded-[0.25rem] border border-dashed border-warn px-1 font-medium text-warn'

type CellProps = { one: MonthDay; shown: Shown; chosen: boolean; onChoose: () => void }

const Numeral = ({ one, shown, phone }: Pick<CellProps, 'one' | 'shown'> & { phone: boolean }) => (
  <span
    className={cx(
      'font-medium',
      one.day === shown.today && 'rounded-[0.25rem] bg-brand px-1.5 text-on-brand',
      one.day < shown.today && 'text-soft',
    )}
  >
    {one.day.endsWith('-01') && !phone ? monthDay(one.day) : dayNumber(one.day)}
  </span>
)

/** What a day's cell is: outside of the month, or the one whose list is open. */
const groundOf = ({ one, shown, chosen }: Omit<CellProps, 'onChoose'>) =>
  cx(
    one.day.slice(0, 7) !== shown.date.slice(0, 7) && 'bg-sunken text-faint',
    chosen && 'bg-brand-wash outline-2 -outline-offset-2 outline-brand-ink',
  )

const pressed = ({ one, shown, chosen, onChoose }: CellProps) => ({
  type: 'button' as const,
  'aria-pressed': chosen,
  'aria-current': one.day === shown.today ? ('date' as const) : undefined,
  onClick: onChoose,
})

/** Numbers without words: a seventh of a phone has no room for a name. */
const PhoneCell = (props: CellProps) => {
  const { one, shown } = props
  const hidden = shown.filters.unfilled && one.needed <= one.filled
  return (
    <button
      {...pressed(props)}
      className={cx('figures flex h-full min-h-16 w-full flex-col items-start gap-1 p-1 text-left', groundOf(props))}
    >
      <Numeral one={one} shown={shown} phone />
      {one.needed > 0 && !hidden && (
        // On two lines where a large department's numbers need them.
        <span className="text-small text-soft">
          {one.filled}/<wbr />
          {one.needed}
        </span>
      )}
      {one.open > 0 && <span className={cx('text-small', openLook)}>{one.open}</span>}
      <span className="sr-only">{said(one)}</span>
    </button>
  )
}

/** `18:00 Hospital detail 1/2`: in a narrow cell the title has a line of its own. */
const Named = ({ shift, zone }: { shift: MonthDay['named'][number]; zone: string }) => {
  const over = isOver(shift)
  const open = openSpots(shift)
  const look = over ? 'over' : open > 0 && shift.phase !== 'in_progress' ? 'open' : lookOf(shift)
  return (
    <Anchor
      to={paths.adminAssignment(shift.id)}
      title={shift.title}
      className={cx(
        'figures relative z-1 flex flex-wrap items-baseline gap-x-1.5 rounded-[0.25rem] px-1 text-tiny hover:brightness-110 @min-[9rem]:flex-nowrap',
        chipLooks[look],
      )}
    >
      <span>{clock(shift.starts_at, zone)}</span>
      <span className="order-3 min-w-0 basis-full truncate @min-[9rem]:order-none @min-[9rem]:flex-1 @min-[9rem]:basis-0">
        {shift.title}
      </span>
      <span className="ml-auto">
        {shift.confirmed}/{shift.required}
        <span className="sr-only"> filled{open > 0 && !over && `, ${open} open`}</span>
      </span>
    </Anchor>
  )
}

/** What the cell has no room for: `+8 more`, `2 pending`. */
const restOf = (one: MonthDay, more: number, past: boolean): string[] => [
  ...(more > 0 ? [`+${more} more`] : []),
  ...(past && one.needed > one.filled ? [`${one.needed - one.filled} unfilled`] : []),
  ...(one.pending > 0 ? [`${one.pending} pending`] : []),
]

/** The day's first shifts by name; a press anywhere else in the cell opens its list. */
const DeskCell = (props: CellProps) => {
  const { one, shown } = props
  const hidden = shown.filters.unfilled && one.needed <= one.filled
  return (
    <div
      className={cx(
        'figures @container relative flex h-full min-h-29 flex-col gap-0.5 p-1 hover:bg-hover',
        groundOf(props),
      )}
    >
      <button
        {...pressed(props)}
        className="mb-0.5 flex w-full items-center justify-between gap-2 px-1 text-left after:absolute after:inset-0"
      >
        <Numeral one={one} shown={shown} phone={false} />
        <span aria-hidden className="flex items-center gap-1.5 text-small whitespace-nowrap text-soft">
          {one.open > 0 && <span className={openLook}>{one.open} open</span>}
          {one.needed > 0 && !hidden && (
            <span className={cx(one.open > 0 && 'hidden @min-[9rem]:inline')}>
              {one.filled}/{one.needed}
            </span>
          )}
        </span>
        <span className="sr-only">{said(one)}</span>
      </button>
      {one.named.map((shift) => (
        <Named key={shift.id} shift={shift} zone={shown.zone} />
      ))}
      <p className="mt-auto flex flex-wrap justify-between gap-x-2 px-1 text-tiny text-soft">
        {restOf(one, one.listed - one.named.length, one.day < shown.today).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </div>
  )
}

export const DayCell = (props: CellProps) => (usePhone() ? <PhoneCell {...props} /> : <DeskCell {...props} />)
