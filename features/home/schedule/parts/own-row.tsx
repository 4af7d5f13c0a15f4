import { AddRowToCalendar } from '#features/home/calendar/parts/add-to-calendar.tsx'
import { paths } from '#platform/shared/paths.ts'
import { clock, dayAndClock, nearDay } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { type OwnEntry, OwnShape } from './own-shape.tsx'

export type OwnRowEntry = OwnEntry & {
  title: string
  assignment_id: string | null
  signup_id: string | null
  location_name?: string | null | undefined
  starts_at: string
  ends_at: string
  expires_at?: string | null | undefined
}

/** The state in words, and a link to the available action. */
const stateOf = (entry: OwnRowEntry, zone: string, now: number): { words: string; tone: string; to: string | null } => {
  const job = entry.assignment_id
  const jobs = job ? paths.officerAssignments(job) : null
  const plain = 'text-soft'
  if (entry.kind === 'leave_request') return { words: '', tone: plain, to: paths.officerLeave() }
  if (entry.kind !== 'shift') return { words: '', tone: plain, to: null }
  if (entry.status === 'offered')
    return {
      words: entry.expires_at ? `Offer · yours until ${dayAndClock(entry.expires_at, zone, now)}` : 'Offer',
      tone: 'text-info',
      to: paths.officerDashboard(),
    }
  if (entry.status === 'pending_approval' || entry.status === 'interested')
    return { words: 'Requested', tone: plain, to: jobs }
  if (entry.status === 'waitlisted') return { words: 'Waitlist', tone: plain, to: jobs }
  if (entry.status === 'calloff_requested') return { words: 'Call-off requested', tone: 'text-warn', to: jobs }
  if (entry.status === 'worked') return { words: 'Worked', tone: plain, to: paths.officerHistory() }
  if (entry.status === 'no_show') return { words: 'No-show', tone: 'text-bad', to: paths.officerHistory() }
  if (entry.ordered) return { words: 'Ordered in', tone: 'text-bad', to: paths.officerDashboard() }
  // Check-in and call-off are on the dashboard and on the job's card.
  return { words: 'Confirmed', tone: 'text-ok', to: Date.parse(entry.ends_at) > now ? jobs : paths.officerHistory() }
}

type RowProps = { entry: OwnRowEntry; zone: string; now: number; dated?: boolean }

/** One entry of a day: shape, times, title, state. A shift links to its available action. */
export const OwnRow = ({ entry, zone, now, dated = false }: RowProps) => {
  const state = stateOf(entry, zone, now)
  const leave = entry.kind === 'leave' || entry.kind === 'leave_request'
  const content = (
    <>
      <OwnShape entry={entry} />
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
          {state.words && (dated || entry.location_name) && ' · '}
          {state.words && <span className={state.tone}>{state.words}</span>}
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
