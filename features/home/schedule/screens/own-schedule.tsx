import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { acceptedShifts } from '#features/shifts/swaps/client.accepted.ts'
import { OpenSwaps, useOpenSwaps } from '#features/shifts/swaps/parts/open-swaps.tsx'
import { paths } from '#platform/shared/paths.ts'
import { isDate, plusDays, type WallDate } from '#platform/shared/time.ts'
import { todayIn } from '#platform/shared/when.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { useWeekBegins } from '../client.begin.ts'
import { useGoToDay } from '../client.days.ts'
import { acceptedEntry } from '../client.own.ts'
import { readOwnList, readOwnSchedule } from '../contract.ts'
import { OwnDays } from '../parts/own-days.tsx'
import { OwnRow, type OwnRowEntry } from '../parts/own-row.tsx'
import { OwnShape } from '../parts/own-shape.tsx'
import { SharedWeek } from '../parts/shared-week.tsx'
import { WeekStrip } from '../parts/strip.tsx'
import { Segments } from '../parts/toolbar.tsx'
import { FromToday } from '../parts/week-begin.tsx'
import { type Place, weekFrom } from '../rules.ts'
import { spanWords } from '../words.ts'

type Entries = readonly (OwnRowEntry & Place)[]

const lists = {
  later: { title: 'Later shifts', none: 'No later shifts. Confirmed shifts after your next one appear here.' },
  waiting: {
    title: 'Pending',
    none: "No pending requests. Requests, swaps and giveaways appear here until they're decided.",
  },
} as const
type ListName = keyof typeof lists

/** The items behind one of the dashboard's numbers. */
const Listed = ({ list }: { list: ListName }) => {
  const read = useRead(readOwnList, { list })
  const { time_zone } = useOrganization()
  const now = useNow()
  const swaps = useOpenSwaps({ filter: 'waiting' }, list === 'waiting')
  if (read.isPending) return <ListSkeleton />
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  const others = swaps.length > 0 && <OpenSwaps of={{ filter: 'waiting' }} title="Swaps and giveaways" />
  if (read.data.items.length === 0)
    return (
      others || (
        <EmptyState title={lists[list].none.split('. ')[0] ?? ''} text={lists[list].none.split('. ')[1] ?? ''} />
      )
    )
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-line rounded-ui border border-line bg-surface">
        {read.data.items.map((one) => (
          <OwnRow
            key={one.signup_id}
            entry={{ ...one, kind: 'shift', expires_at: null }}
            zone={time_zone}
            now={now}
            dated
          />
        ))}
      </ul>
      {others}
    </div>
  )
}

/** Which week, and the way to others. */
const WeekHead = ({ from, current }: { from: WallDate; current: boolean }) => {
  const setUrl = useSetUrl()
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1">
      <p className="min-w-fit flex-1 font-semibold" aria-live="polite">
        {spanWords(from, plusDays(from, 6))}
      </p>
      <div className="flex flex-wrap items-center">
        <IconButton
          label="Previous week"
          icon={<ChevronLeft aria-hidden />}
          onClick={() => setUrl({ day: plusDays(from, -7) })}
        />
        {!current && (
          <Button look="quiet" className="max-md:px-2!" onClick={() => setUrl({ day: null })}>
            This week
          </Button>
        )}
        <IconButton
          label="Next week"
          icon={<ChevronRight aria-hidden />}
          onClick={() => setUrl({ day: plusDays(from, 7) })}
        />
        <FromToday />
      </div>
    </div>
  )
}

const isChosen = (day: string | null): day is WallDate =>
  day !== null && /^(19|20)\d{2}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))

const withAccepted = (entries: Entries, accepted: Entries): Entries =>
  accepted.length === 0
    ? entries
    : [...entries, ...accepted].toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))

/** What the strip shows of a day: shapes, and titles for screen readers. */
const marksOf = (entries: Entries, now: number) => (date: WallDate) => {
  const own = entries.filter((one) => one.day === date)
  return {
    shapes: own
      .slice(0, 3)
      .map((one) => <OwnShape key={`${one.kind} ${one.status} ${one.starts_at}`} entry={one} now={now} small />),
    said: own.length === 0 ? 'nothing' : own.map((one) => one.title).join(', '),
  }
}

const OwnWeek = () => {
  const { time_zone } = useOrganization()
  const now = useNow()
  const [day] = useUrlValue('day')
  const [whose] = useUrlValue('whose')
  const all = whose === 'department'
  const me = useSignedIn().officer?.name ?? null
  const setUrl = useSetUrl()
  const today = todayIn(time_zone, now)
  const chosen = isChosen(day) ? day : today
  const begins = useWeekBegins()
  const from = weekFrom(chosen, today, begins)
  const current = from === weekFrom(today, today, begins)
  // On a Saturday, this week alone would hide what comes on Sunday.
  const days = current ? 14 : 7
  const read = useRead(readOwnSchedule, { from, days }, { keep: true })
  const accepted = acceptedShifts(useOpenSwaps({ filter: 'waiting' })).map((one) => acceptedEntry(one, time_zone))
  const entries = withAccepted(read.data?.entries ?? [], accepted)
  const goTo = useGoToDay()
  const choose = (date: WallDate) => {
    goTo(date)
    setUrl({ day: date })
  }
  return (
    <div className="max-w-3xl">
      <WeekHead from={from} current={current} />
      {read.data?.shared && (
        <div className="no-print mb-3">
          <Segments
            label="Whose schedule"
            value={all ? 'department' : 'own'}
            options={[
              { value: 'own', label: 'My shifts' },
              { value: 'department', label: 'Department' },
            ]}
            onChange={(next) => setUrl({ whose: next === 'own' ? null : next })}
          />
        </div>
      )}
      {all && read.data?.shared ? (
        <SharedWeek {...{ from, chosen, me }} asked={isChosen(day)} onChoose={choose} />
      ) : (
        <>
          <WeekStrip from={from} today={today} chosen={chosen} onChoose={choose} marks={marksOf(entries, now)} />
          {read.data ? (
            <OwnDays data={{ ...read.data, entries }} {...{ from, days, now, chosen }} asked={isChosen(day)} />
          ) : read.error ? (
            <ErrorState error={read.error} retry={() => void read.refetch()} />
          ) : (
            <ListSkeleton />
          )}
        </>
      )}
    </div>
  )
}

/** `/officer/schedule`: the officer's shifts, offers and requests with tours and leave, week by week. */
export default function OwnSchedule() {
  const [asked] = useUrlValue('list')
  const { name, time_zone } = useOrganization()
  const now = useNow()
  const [day] = useUrlValue('day')
  const today = todayIn(time_zone, now)
  const from = weekFrom(day && isDate(day) ? day : today, today, useWeekBegins())
  const period = spanWords(from, plusDays(from, 6))
  const list = asked === 'later' || asked === 'waiting' ? asked : null
  const swaps = useOpenSwaps({ filter: 'waiting' })
  return (
    <>
      <p className="mb-2 hidden justify-between border-b border-line pb-2 print:flex">
        <span className="font-semibold">{list ? name : `${name} · ${period}`}</span>
        <span>Printed {dayAndClock(now, time_zone)}</span>
      </p>
      <PageHeader
        title={list ? lists[list].title : 'Schedule'}
        before={list && <TextLink to={paths.officerSchedule()}>Schedule</TextLink>}
        beside={
          !list &&
          [
            { to: paths.officerLeave('yes'), words: 'Request leave' },
            { to: paths.officerProfile('calendar'), words: 'Calendar link' },
            // Requests are in their week; what an admin decides about a swap may be in any.
            ...(swaps.length > 0 ? [{ to: paths.officerSchedule({ list: 'waiting' }), words: 'Pending' }] : []),
          ].map(({ to, words }) => (
            <TextLink key={to} to={to} className="inline-flex min-h-11 items-center md:min-h-0">
              {words}
            </TextLink>
          ))
        }
      />
      {list ? (
        <div className="max-w-3xl">
          <Listed list={list} />
        </div>
      ) : (
        <OwnWeek />
      )}
    </>
  )
}
