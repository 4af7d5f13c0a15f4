import { readSchedule } from '#features/home/schedule/contract.ts'
import { tonightOf } from '#features/home/schedule/rules.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type Duty, dutyOf, dutyPage } from '../client.duty.ts'
import type { adminDashboard } from '../contract.ts'

type Answer = OutputOf<typeof adminDashboard>

/** Rows of each part; the schedule has the rest. */
const SHOWN = 6

const rowClass = 'grid grid-cols-[3rem_minmax(0,1fr)_auto] items-baseline gap-x-2 px-4 py-2 md:px-5'

/** `Dana Wells +3` */
const people = ({ names, count }: Duty): string => {
  const [first] = names
  if (first === undefined) return ''
  return count > 1 ? `${first} +${count - 1}` : first
}

const DutyRow = ({ duty, zone }: { duty: Duty; zone: string }) => {
  const named = people(duty)
  const inside = (
    <>
      <span className="figures text-small text-soft">{clock(duty.starts_at, zone)}</span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{duty.title}</span>
        <span className="figures block truncate text-small text-faint">
          {[named, `until ${clock(duty.ends_at, zone)}`].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={cx('figures text-right text-small', duty.open > 0 ? 'font-semibold text-warn' : 'text-soft')}>
        {duty.open > 0 ? `${duty.open} open` : duty.assignment_id === null ? `${duty.count} on duty` : 'Filled'}
        {duty.on_leave > 0 && <span className="block font-normal text-faint">{duty.on_leave} on leave</span>}
      </span>
    </>
  )
  if (duty.assignment_id === null) return <li className={rowClass}>{inside}</li>
  return (
    <li>
      <Anchor to={paths.adminAssignment(duty.assignment_id)} className={cx(rowClass, 'hover:bg-hover')}>
        {inside}
      </Anchor>
    </li>
  )
}

type PartProps = { title: string; duties: readonly Duty[]; empty: string; zone: string; more: string }

const Part = ({ title, duties, empty, zone, more }: PartProps) => (
  <section aria-label={title} className="py-1.5">
    <h3 className="figures px-4 py-1 text-small text-faint md:px-5">{title}</h3>
    {duties.length === 0 ? (
      <p className="px-4 py-1.5 text-soft md:px-5">{empty}</p>
    ) : (
      <ul>
        {duties.slice(0, SHOWN).map((duty) => (
          <DutyRow key={duty.key} duty={duty} zone={zone} />
        ))}
      </ul>
    )}
    {duties.length > SHOWN && (
      <p className="px-4 py-1.5 text-small md:px-5">
        <TextLink to={more}>{duties.length - SHOWN} more</TextLink>
      </p>
    )}
  </section>
)

/** Officers on duty now, officers who come on before the night ends, and open spots. Live. */
export const OnDuty = ({ data }: { data: Pick<Answer, 'on_duty'> }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const read = useRead(readSchedule, { from: tonightOf(now, zone).day, days: 2 }, { keep: true })
  const duty = read.data && dutyOf(read.data, now)
  return (
    <Card
      flush
      title="On duty and tonight"
      hint={`${data.on_duty.toLocaleString('en-US')} checked in to extra shifts`}
      aside={<TextLink to={dutyPage(now, zone)}>Schedule</TextLink>}
    >
      {duty ? (
        <div className="divide-y divide-line">
          <Part
            title={`Now, ${clock(now, zone)}`}
            duties={duty.on}
            empty="No one is on duty."
            zone={zone}
            more={paths.adminSchedule({ view: 'day' })}
          />
          <Part
            title={`Later, until ${clock(duty.until, zone)}`}
            duties={duty.later}
            empty="No tours or shifts start before then."
            zone={zone}
            more={paths.adminSchedule({ view: 'tonight' })}
          />
        </div>
      ) : read.error ? (
        <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="px-5">
          <ListSkeleton rows={4} />
        </div>
      )}
    </Card>
  )
}
