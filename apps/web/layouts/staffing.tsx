import ArrowRight from 'lucide-react/icons/arrow-right'
import { minimumWords, type PartWords, partWords } from '#features/home/dashboards/client.staffing.ts'
import { staffingFigures } from '#features/home/dashboards/contract.staffing.ts'
import { listForecast } from '#features/shifts/minimum-staffing/contract.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { type StaffingPage, staffingPages } from '../staffing.ts'

type EntryProps = {
  page: StaffingPage
  /** Null until it is read. */
  said: PartWords | null
}

const Entry = ({ page: { label, hint, icon: Icon, to, more }, said }: EntryProps) => (
  <li className="relative">
    <Anchor
      to={to}
      className={cx(
        'group flex h-full min-h-32 flex-col gap-3 rounded-ui border border-line bg-surface p-4 hover:bg-hover',
        more && 'pb-12',
      )}
    >
      <span className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{label}</span>
          <span className="mt-0.5 block text-small text-soft">{hint}</span>
        </span>
        <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint group-hover:text-ink" />
      </span>
      <span className="mt-auto block min-h-11 pl-8">
        {said && (
          <>
            <span className={cx('figures block', said.urgent ? 'text-warn' : 'text-soft')}>
              <span className="text-lead font-semibold">{said.value.toLocaleString('en-US')}</span> {said.label}
            </span>
            {said.next && <span className="figures line-clamp-2 text-small text-faint">{said.next}</span>}
          </>
        )}
      </span>
    </Anchor>
    {more && (
      <span className="absolute bottom-4 left-12">
        <TextLink to={more.to}>{more.label}</TextLink>
      </span>
    )}
  </li>
)

const groups = [
  { group: 'work', title: 'Day to day' },
  { group: 'setup', title: 'Rules and setup' },
] as const

/** `/admin/staffing`: a card for each page with its number and its next event, daily work before rules that rarely change. */
export default function Staffing() {
  const { data } = useRead(staffingFigures, {})
  const forecast = useRead(listForecast, {})
  const { time_zone } = useOrganization()
  const now = useNow()
  const saidOf = ({ part }: StaffingPage): PartWords | null => {
    // The days that its page shows, so that the number is theirs.
    if (part === 'minimum') return forecast.data ? minimumWords(forecast.data) : null
    return data ? partWords(part, data, time_zone, now) : null
  }
  return (
    <>
      <PageHeader title="Staffing" hint="Fill understaffed shifts, decide requests, and set the rules for both." />
      <div className="flex flex-col gap-6">
        {groups.map(({ group, title }) => (
          <section key={group} aria-label={title}>
            <h2 className="mb-2 font-semibold">{title}</h2>
            <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {staffingPages
                .filter((page) => page.group === group)
                .map((page) => (
                  <Entry key={page.route} page={page} said={saidOf(page)} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
