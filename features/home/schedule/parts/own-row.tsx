import { AddRowToCalendar } from '#features/home/calendar/parts/add-to-calendar.tsx'
import { clock, nearDay } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { inks } from '#platform/web/ui/inks.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { type OwnEntry, ownState } from '../client.own.ts'
import { OwnShape } from './own-shape.tsx'

export type OwnRowEntry = OwnEntry & {
  title: string
  signup_id: string | null
  location_name?: string | null | undefined
}

type RowProps = { entry: OwnRowEntry; zone: string; now: number; dated?: boolean }

/** One entry of a day: shape, times, title, state. A shift links to its available action. */
export const OwnRow = ({ entry, zone, now, dated = false }: RowProps) => {
  const state = ownState(entry, zone, now)
  const leave = entry.kind === 'leave' || entry.kind === 'leave_request'
  const content = (
    <>
      <OwnShape entry={entry} now={now} />
      <span className="figures w-14 shrink-0">
        {leave ? (
          <span className="text-soft">All day</span>
        ) : (
          <>
            <span className={cx('block', entry.kind === 'shift' && 'font-semibold')}>
              {clock(entry.starts_at, zone)}
            </span>
            <span className="block text-small text-soft">{clock(entry.ends_at, zone)}</span>
          </>
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block', entry.kind === 'shift' ? 'font-semibold' : 'text-soft')}>{entry.title}</span>
        <span className="block text-small text-soft">
          {[dated ? nearDay(entry.starts_at, zone, now) : '', entry.location_name ?? ''].filter(Boolean).join(' · ')}
          {state.words && (dated || entry.location_name) && ' ·\u00a0'}
          {state.words && <span className={inks[state.tone]}>{state.words}</span>}
        </span>
      </span>
    </>
  )
  const ahead = entry.kind === 'shift' && Date.parse(entry.ends_at) > now
  const className = 'flex min-h-18 min-w-0 flex-1 items-center gap-3.5 px-4 py-3'
  return (
    <li className="flex items-center">
      {state.to ? (
        <Anchor to={state.to} className={cx(className, 'hover:bg-hover')}>
          {content}
        </Anchor>
      ) : (
        <div className={className}>{content}</div>
      )}
      {ahead && entry.signup_id && <AddRowToCalendar signup_id={entry.signup_id} title={entry.title} />}
    </li>
  )
}
