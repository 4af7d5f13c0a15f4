import Moon from 'lucide-react/icons/moon'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, Suspense, useRef, useState } from 'react'
import { addLeave } from '#features/roster/leaves/contract.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ms, type Range } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { clock, dateValue, timeValue } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import {
  type Conflict,
  conflictsOf,
  conflictsOfShift,
  conflictWords,
  countConflicts,
  countWords,
  type OtherSide,
  otherSideOf,
  overlapsIn,
} from '../client.conflicts.ts'
import { actOf, crewFits, type Filters, fits, isOver, openSpots } from '../client.rows.ts'
import type { Away, Crew, readSchedule, ScheduledShift } from '../contract.ts'
import { useActions } from './actions.tsx'
import { ShortMinimums } from './short-minimums.tsx'

type Schedule = OutputOf<typeof readSchedule>
const LeaveDialog = lazy(async () => ({
  default: (await import('#features/roster/leaves/parts/leave-dialog.tsx')).LeaveDialog,
}))

type Item = {
  key: string
  starts_at: string
  crew: Crew | null
  shift: ScheduledShift | null
}

const during = (one: Range, range: Range) =>
  ms(one.starts_at) < ms(range.ends_at) && ms(range.starts_at) < ms(one.ends_at)

/** Everything that starts on a day, or is on during a range, by start: a platoon's tours together, then shifts. */
const itemsOf = (schedule: Schedule, f: Filters, when: { day: string } | { during: Range }): Item[] => {
  const wanted = (one: Range & { day: string }) => ('day' in when ? one.day === when.day : during(one, when.during))
  const crews = Map.groupBy(
    schedule.crews.filter((one) => wanted(one) && crewFits(one, f)),
    (one) => `${one.platoon} ${one.starts_at} ${one.ends_at}`,
  )
  const tours = [...crews].flatMap(([key, same]): Item[] => {
    const [first] = same
    if (!first) return []
    const crew = {
      ...first,
      count: same.reduce((n, one) => n + one.count, 0),
      people: same.flatMap((one) => one.people).toSorted((a, b) => a.name.localeCompare(b.name)),
      away: same.flatMap((one) => one.away),
    }
    return [{ key, starts_at: first.starts_at, crew, shift: null }]
  })
  const shifts = schedule.shifts
    .filter((one) => wanted(one) && fits(one, f) && one.phase !== 'cancelled')
    .map((shift): Item => ({ key: shift.id, starts_at: shift.starts_at, crew: null, shift }))
  return [...tours, ...shifts].toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
}

const times = (one: Range, zone: string) => `${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)}`

const states: Partial<Record<string, string>> = {
  pending_approval: 'requested',
  offered: 'offered',
  no_show: 'no-show',
  calloff_requested: 'call-off requested',
}

/** Whether it is on at this moment, or over. */
const When = ({ one }: { one: Range }) => {
  const now = useNow()
  if (ms(one.ends_at) <= now) return <span className="text-faint"> · Ended</span>
  return ms(one.starts_at) <= now && <span className="font-semibold text-ok"> · On now</span>
}

const checkedWords = { in: 'checked in', out: 'checked out', late: 'not checked in' } as const

export const ConflictIcon = ({ of }: { of: readonly Conflict[] }) => {
  const Icon = overlapsIn(of).length > 0 ? TriangleAlert : Moon
  return <Icon aria-hidden className="mr-1 inline size-3.5 shrink-0 align-[-0.125em] text-warn" />
}

/** Under a crew or those on leave: who of them also has a shift. */
const ConflictLine = ({ conflicts, zone }: { conflicts: readonly Conflict[]; zone: string }) =>
  conflicts.length > 0 && (
    <span className="figures mt-1 block text-small text-warn">
      <ConflictIcon of={conflicts} />
      {conflictWords(conflicts, zone)}
    </span>
  )

type PersonProps = { one: ScheduledShift['people'][number]; shift: ScheduledShift; zone: string }

const Person = ({ one, shift, zone }: PersonProps) => {
  const actions = useActions()
  const act = actOf(shift, one)
  const state = states[one.status] ?? (one.ordered ? 'ordered in' : '')
  const late = one.checked === 'late'
  const look = cx(
    'rounded-[0.25rem] px-2',
    late ? 'border border-warn' : state ? 'border border-line-strong' : 'bg-hover',
  )
  const conflicts = conflictsOf(shift, one, one.conflicts)
  const conflict = conflictWords(conflicts, zone)
  const words = (
    <>
      {conflict && <ConflictIcon of={conflicts} />}
      {one.name}
      {state && <span className="text-soft"> · {state}</span>}
      {one.checked && (
        <span className={late ? 'font-medium text-warn' : 'text-soft'}> · {checkedWords[one.checked]}</span>
      )}
      {conflict && <span className="figures text-warn"> · {conflict}</span>}
    </>
  )
  return (
    <li data-conflict={overlapsIn(conflicts).length > 0 ? '' : undefined}>
      {actions && act ? (
        <button
          type="button"
          aria-haspopup="menu"
          onClick={(event) => actions.open(act, event.currentTarget)}
          className={cx(look, 'min-h-11 text-left md:min-h-7')}
        >
          {words}
        </button>
      ) : (
        <span className={cx(look, 'inline-block py-0.5')}>{words}</span>
      )}
    </li>
  )
}

const ShiftItem = ({ shift, zone }: { shift: ScheduledShift; zone: string }) => {
  const open = openSpots(shift)
  const draft = shift.phase === 'draft'
  return (
    <div className="px-4 py-3">
      <Anchor to={paths.adminAssignment(shift.id)} className="-mx-4 -mt-3 block px-4 pt-3 pb-1.5 hover:bg-hover">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-medium">{shift.title}</span>
          <span
            className={cx(
              'figures shrink-0 text-small',
              open > 0 && !isOver(shift) && !draft ? 'font-semibold text-warn' : 'text-soft',
            )}
          >
            {draft
              ? 'Draft'
              : open === 0
                ? `${shift.confirmed} of ${shift.required}`
                : `${open} ${isOver(shift) ? 'unfilled' : 'open'}`}
          </span>
        </span>
        <span className="figures block text-small text-soft">
          {[times(shift, zone), shift.location_name].filter(Boolean).join(' · ')}
          <When one={shift} />
        </span>
      </Anchor>
      <ul className="mt-0.5 flex flex-wrap items-center gap-1.5 text-small">
        {shift.people.map((one) => (
          <Person key={one.signup_id} one={one} shift={shift} zone={zone} />
        ))}
        {open > 0 && !isOver(shift) && !draft && (
          <li>
            <Anchor
              to={paths.adminAssignment(shift.id)}
              aria-label={`${open} open: ${shift.title}`}
              className="flex min-h-11 items-center rounded-[0.25rem] border border-dashed border-warn px-2 font-medium text-warn hover:bg-hover md:min-h-7"
            >
              {open === 1 ? 'Open' : `${open} open`}
            </Anchor>
          </li>
        )}
      </ul>
    </div>
  )
}

type Sick = Range & { officer_id: string; name: string }
type CrewProps = {
  crew: NonNullable<Item['crew']>
  zone: string
  others: OtherSide
  /** Null where leave can't be entered. */
  onSick: ((sick: Sick) => void) | null
}

/** Everyone on a tour. Selecting an officer enters sick leave for it; another admin must enter an admin's own leave. */
const CrewNames = ({ crew, onSick }: Pick<CrewProps, 'crew' | 'onSick'>) => {
  const me = useSignedIn().officer?.id
  const more = crew.count - crew.people.length
  return (
    <ul className="mt-1 flex flex-wrap items-center gap-1.5 text-small">
      {crew.people.map(({ id, name }) => (
        <li key={id}>
          {onSick && id !== me ? (
            <button
              type="button"
              aria-haspopup="dialog"
              title="Mark as sick"
              onClick={() => onSick({ officer_id: id, name, starts_at: crew.starts_at, ends_at: crew.ends_at })}
              className="min-h-11 rounded-[0.25rem] bg-hover px-2 text-left text-ink md:min-h-7"
            >
              {name}
            </button>
          ) : (
            <span className="inline-block px-2 py-0.5">{name}</span>
          )}
        </li>
      ))}
      {more > 0 && crew.people.length > 0 && <li>and {more} more</li>}
    </ul>
  )
}

const CrewItem = ({ crew, zone, others, onSick }: CrewProps) => (
  <div className="px-4 py-3 text-soft">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 font-medium">{crew.platoon ?? 'Other tours'}</span>
      <span className="figures shrink-0 text-small">{crew.count} on duty</span>
    </span>
    <span className="figures block text-small">
      {times(crew, zone)}
      <When one={crew} />
    </span>
    <CrewNames crew={crew} onSick={onSick} />
    {crew.away.length > 0 && (
      <p className="mt-1 flex items-center gap-1.5 text-small text-faint">
        <TreePalm aria-hidden className="size-3.5 shrink-0" />
        On leave: {crew.away.join(', ')}
      </p>
    )}
    <ConflictLine
      conflicts={[...others.onTour(crew), ...crew.away.flatMap((name) => others.onLeave(name, crew.day))]}
      zone={zone}
    />
  </div>
)

type AwayProps = { words: string; away: readonly Away[]; zone: string; others?: OtherSide }

const AwayItem = ({ words, away, zone, others }: AwayProps) =>
  away.length > 0 && (
    <li className="px-4 py-3 text-small text-faint">
      <span className="flex items-start gap-1.5">
        <TreePalm aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {words}: {away.map((one) => one.name).join(', ')}
      </span>
      {others && <ConflictLine conflicts={away.flatMap((one) => others.onLeave(one.name, one.day))} zone={zone} />}
    </li>
  )

type ListProps = {
  schedule: Schedule
  filters: Filters
  when: { day: string } | { during: Range }
  empty: string
}

type SickProps = { sick: Sick; zone: string; onAdded: () => void; onClose: () => void }
/** Sick leave for one tour, filled in. */
const SickDialog = ({ sick, zone, onAdded, onClose }: SickProps) => (
  <Suspense>
    <LeaveDialog
      {...sick}
      sickFor={{
        first_day: dateValue(sick.starts_at, zone),
        start_time: timeValue(sick.starts_at, zone),
        last_day: dateValue(sick.ends_at, zone),
        end_time: timeValue(sick.ends_at, zone),
      }}
      onAdded={onAdded}
      onClose={onClose}
    />
  </Suspense>
)

/** A day's shifts and tours by start, with every known name. */
export const DayList = ({ schedule, filters, when, empty }: ListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const actions = useActions()
  const may = useMay()
  const [sick, setSick] = useState<Sick | null>(null)
  /** The tour for which an officer was just marked as sick. */
  const [called, setCalled] = useState<Sick | null>(null)
  const onSick = actions && may(addLeave) ? setSick : null
  const items = itemsOf(schedule, filters, when)
  const count = countConflicts(items.flatMap(({ shift }) => (shift ? conflictsOfShift(shift) : [])))
  const others = otherSideOf(schedule.shifts, (unit) => filters.unit === null || unit === filters.unit)
  const zone = schedule.time_zone
  const away =
    'day' in when && !filters.unfilled && !filters.kind ? schedule.leaves.filter((one) => one.day === when.day) : []
  if (items.length === 0 && away.length === 0) return <p className="px-4 py-6 text-soft">{empty}</p>
  return (
    <>
      {called && <ShortMinimums during={called} zone={zone} />}
      <ul ref={list} className="divide-y divide-line">
        {count > 0 && (
          <li className="px-4 py-1">
            <button
              type="button"
              title="Go to the first conflict"
              className="figures min-h-11 text-small font-semibold text-warn hover:underline md:min-h-7"
              onClick={() => {
                const first = list.current?.querySelector('[data-conflict]')
                first?.scrollIntoView({ block: 'center' })
                first?.querySelector('button')?.focus({ preventScroll: true })
              }}
            >
              <TriangleAlert aria-hidden className="mr-1 inline size-3.5 shrink-0 align-[-0.125em] text-warn" />
              {countWords(count)}
            </button>
          </li>
        )}
        {items.map(({ key, crew, shift }) => (
          <li key={key}>
            {crew && <CrewItem crew={crew} zone={zone} others={others} onSick={onSick} />}
            {shift && <ShiftItem shift={shift} zone={zone} />}
          </li>
        ))}
        <AwayItem words="On leave" away={away.filter((one) => !one.pending)} zone={zone} others={others} />
        <AwayItem words="Leave requested" away={away.filter((one) => one.pending)} zone={zone} />
      </ul>
      {sick && <SickDialog sick={sick} zone={zone} onAdded={() => setCalled(sick)} onClose={() => setSick(null)} />}
    </>
  )
}
