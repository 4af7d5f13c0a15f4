import Printer from 'lucide-react/icons/printer'
import { useClaimableFrom } from '#features/hours/extra-time/client.ts'
import { OwnClaims } from '#features/hours/extra-time/parts/own-claims.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { duration } from '#platform/web/time.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { useFirstScreenful } from '#platform/web/ui/first-screenful.ts'
import { LoadMore, PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { attendanceBadge, awaitingWords } from '#platform/web/ui/status.ts'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { type HistoryItem, history } from '../contract.ts'
import { HistoryRow, type Known } from '../parts/history-row.tsx'
import { monthWords } from '../rules.months.ts'

type Answer = OutputOf<typeof history>
type Totals = Answer['totals']

const totalsWords = (totals: Totals): string =>
  [
    `${totals.shifts} ${totals.shifts === 1 ? 'shift' : 'shifts'}`,
    `${duration(totals.worked_minutes)} approved`,
    totals.waiting_minutes > 0 ? awaitingWords(duration(totals.waiting_minutes)) : '',
    totals.no_shows > 0 ? `${totals.no_shows} ${totals.no_shows === 1 ? 'no-show' : 'no-shows'}` : '',
  ]
    .filter(Boolean)
    .join(' · ')

const Tile = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-0 rounded-ui border border-line bg-surface px-4 py-3">
    <dt className="text-soft">{label}</dt>
    <dd className="figures mt-0.5 text-lead font-semibold">{value}</dd>
  </div>
)

const YearTotals = ({ totals, year }: { totals: Totals; year: number }) => (
  <dl aria-label={`Totals for ${year}`} className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-4">
    <Tile label="Approved" value={duration(totals.worked_minutes)} />
    <Tile label={attendanceBadge.submitted.word} value={duration(totals.waiting_minutes)} />
    <Tile label="Scheduled" value={duration(totals.scheduled_minutes)} />
    <Tile label="Shifts" value={String(totals.shifts)} />
  </dl>
)

/** Items grouped by month, with totals for the whole month even if it is only partly loaded. */
const Months = ({ items, months, known }: { items: readonly HistoryItem[]; months: Answer['months']; known: Known }) =>
  months
    .filter(({ month }) => items.some((item) => item.month === month))
    .map(({ month, ...totals }) => (
      <section key={month} aria-label={monthWords(month)} className="mb-5 rounded-ui border border-line bg-surface">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3 md:px-5">
          <h2 className="font-semibold">{monthWords(month)}</h2>
          <p className="figures text-small text-soft">{totalsWords(totals)}</p>
        </header>
        <ul className="divide-y divide-line">
          {items
            .filter((item) => item.month === month)
            .map((item) => (
              <HistoryRow key={item.signup_id} item={item} {...known} />
            ))}
        </ul>
      </section>
    ))

const NothingYet = ({ year }: { year: number }) => (
  <EmptyState
    title={`No shifts in ${year}`}
    text="Shifts appear here when they start, with your hours after you check out."
    action={
      <ButtonLink look="primary" to={paths.officerAssignments()}>
        Available Jobs
      </ButtonLink>
    }
  />
)

/** Minimum height of a shift row: in columns, and as a card on a phone. */
const leastRow = 64
const leastCard = 100
const none: readonly HistoryItem[] = []
const keyOf = ({ signup_id }: HistoryItem) => signup_id

/** A year's shifts grouped by month, with totals. */
const ShiftsOf = ({
  list,
  onYear,
}: {
  list: ReturnType<typeof useReadPages<typeof history>>
  onYear: (year: string | null) => void
}) => {
  const { first, items } = list
  const { time_zone: zone } = useOrganization()
  const known = { zone, claimableFrom: useClaimableFrom(), readAt: list.dataUpdatedAt }
  const drawn = useFirstScreenful(items ?? none, keyOf, usePhone() ? leastCard : leastRow)
  const years = first ? [...new Set([...first.years, first.year])].sort((a, b) => b - a) : []
  return list.error && !first ? (
    <ErrorState error={list.error} retry={() => void list.refetch()} />
  ) : !first || !items ? (
    <ListSkeleton rows={6} />
  ) : (
    <>
      <Toolbar label="Year">
        <div className="w-32">
          <Select
            aria-label="Year"
            value={String(first.year)}
            onChange={onYear}
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
          />
        </div>
      </Toolbar>
      <YearTotals totals={first.totals} year={first.year} />
      {items.length === 0 ? (
        <NothingYet year={first.year} />
      ) : (
        <Months items={drawn} months={first.months} known={known} />
      )}
      {items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={items.length}
          noun="shifts"
        />
      )}
    </>
  )
}

export default function History() {
  const [inUrl, setInUrl] = useUrlValue('year')
  const { officer } = useSignedIn()
  const { features_enabled: features } = useOrganization()
  const asked = inUrl && /^20\d\d$/.test(inUrl) ? { year: Number(inUrl) } : {}
  const list = useReadPages(history, asked, { keep: true })
  const { first } = list
  const shifts = <ShiftsOf list={list} onYear={setInUrl} />
  return (
    <>
      <PageHeader
        title="History"
        hint={first ? `${officer?.name ?? ''}, ${first.year}` : 'Your shifts and hours.'}
        actions={
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      {features.overtime ? (
        <Tabs
          label="History"
          tabs={[
            { value: 'shifts', label: 'Shifts', content: shifts },
            { value: 'extra-time', label: 'Extra time', content: <OwnClaims /> },
          ]}
        />
      ) : (
        shifts
      )}
    </>
  )
}
