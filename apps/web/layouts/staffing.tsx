import ArrowRight from 'lucide-react/icons/arrow-right'
import { type PartWords, partWords } from '#features/home/dashboards/client.staffing.ts'
import { staffingFigures } from '#features/home/dashboards/contract.staffing.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { type StaffingPage, staffingPages } from '../staffing.ts'

type EntryProps = {
  page: StaffingPage
  /** Null until it is read. */
  said: PartWords | null
}

const Entry = ({ page: { label, hint, icon: Icon, to }, said }: EntryProps) => (
  <li>
    <Anchor
      to={to}
      className="group flex h-full min-h-32 flex-col gap-3 rounded-ui border border-line bg-surface p-4 hover:bg-hover"
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
  </li>
)

/** `/admin/staffing`: how spots are given and shifts get filled, a card for each page with its number and its next event. */
export default function Staffing() {
  const { data } = useRead(staffingFigures, {})
  const { time_zone } = useOrganization()
  const now = useNow()
  return (
    <>
      <PageHeader title="Staffing" hint="Award rules, force list and tools to fill understaffed shifts." />
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {staffingPages.map((page) => (
          <Entry key={page.route} page={page} said={data ? partWords(page.part, data, time_zone, now) : null} />
        ))}
      </ul>
    </>
  )
}
