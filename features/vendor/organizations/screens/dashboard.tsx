import type { OutputOf } from '#platform/shared/endpoint.ts'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { vendorDashboard } from '../contract.dashboard.ts'
import { QUIET_DAYS } from '../rules.ts'
import { tierWords } from '../words.ts'

type Answer = OutputOf<typeof vendorDashboard>
const many = (n: number) => n.toLocaleString('en-US')
const warn = (n: number) => (n > 0 ? { tone: 'warn' as const } : {})
const bad = (n: number) => (n > 0 ? { tone: 'bad' as const } : {})
const { superAdminOrganizationsFound: organizations, superAdminRequests: requests } = paths

const Waiting = ({ waiting }: { waiting: Answer['waiting'] }) => (
  <section aria-labelledby="waiting">
    <h2 id="waiting" className="mb-2 font-semibold">
      Open requests
    </h2>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Trials"
        value={many(waiting.trials)}
        note="to contact"
        to={requests({ tab: 'trials', state: 'new' })}
        {...warn(waiting.trials)}
      />
      <Stat
        label="Contact"
        value={many(waiting.contacts)}
        note="to answer"
        to={requests({ tab: 'contact', state: 'new' })}
        {...warn(waiting.contacts)}
      />
      <Stat
        label="Feature requests"
        value={many(waiting.wishes)}
        note="not reviewed"
        to={requests({ tab: 'wishes', status: 'pending' })}
        {...warn(waiting.wishes)}
      />
      <Stat
        label="Problems"
        value={many(waiting.problems)}
        note="not reviewed"
        to={requests({ tab: 'problems', status: 'pending' })}
        {...warn(waiting.problems)}
      />
    </div>
  </section>
)

const Attention = ({ trials, overdue, quiet }: Pick<Answer, 'trials' | 'overdue' | 'quiet'>) => (
  <section aria-labelledby="attention">
    <h2 id="attention" className="mb-2 font-semibold">
      Needs attention
    </h2>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Trials ending"
        value={many(trials.ending)}
        note="7 days or fewer left"
        to={organizations({ state: 'active', trial: 'ending_soon' })}
        {...warn(trials.ending)}
      />
      <Stat
        label="Trials ended"
        value={many(trials.ended)}
        note="features suspended"
        to={organizations({ state: 'active', trial: 'expired' })}
        {...warn(trials.ended)}
      />
      <Stat
        label="Overdue invoices"
        value={many(overdue.invoices)}
        note={overdue.open.map(({ currency, cents }) => moneyWords(cents, currency)).join(', ') || 'nothing open'}
        to={paths.superAdminBilling({ state: 'overdue' })}
        {...bad(overdue.invoices)}
      />
      <Stat
        label="Inactive"
        value={many(quiet)}
        note={`no activity for ${QUIET_DAYS} days`}
        to={organizations({ state: 'active', quiet: 'yes' })}
        {...warn(quiet)}
      />
    </div>
  </section>
)

const Newest = ({ rows }: { rows: Answer['newest'] }) => {
  const now = useNow()
  const list = organizations({ sort: 'created', direction: 'desc' })
  return (
    <Card flush title="Newest organizations" aside={<TextLink to={list}>All, newest first</TextLink>}>
      {rows.length === 0 ? (
        <EmptyState quiet title="No organizations yet" text="Start a trial under Requests to create one." />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((one) => (
            <NewRow key={one.id} one={one} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const NewRow = ({ one, now }: { one: Answer['newest'][number]; now: number }) => {
  const limit = one.max_officers === null ? '' : ` of ${many(one.max_officers)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          <TextLink to={paths.superAdminOrganization(one.id)}>{one.name}</TextLink>
        </span>
        <span className="block text-small text-faint wrap-anywhere">
          /{one.subdomain} · {tierWords[one.subscription_tier]}
          {one.state === 'active' ? '' : ` · ${one.state}`}
        </span>
      </span>
      <span className="figures text-small text-soft">
        {many(one.officers)} {limit} {one.officers === 1 && limit === '' ? 'officer' : 'officers'} · created{' '}
        {ago(one.created_at, now).toLowerCase()}
      </span>
    </li>
  )
}

const InAll = ({ answer }: { answer: Answer }) => (
  <section aria-labelledby="in-all">
    <h2 id="in-all" className="mb-2 font-semibold">
      Total
    </h2>
    <div className="grid grid-cols-2 gap-3">
      <Stat label="Organizations" value={many(answer.organizations)} to={organizations({})} />
      <Stat
        label="Officers"
        value={many(answer.officers)}
        note="approved and active"
        to={organizations({ sort: 'officers', direction: 'desc' })}
      />
    </div>
  </section>
)

/** `/super-admin/dashboard` */
export default function VendorDashboard() {
  const read = useRead(vendorDashboard, {})
  const answer = read.data
  return (
    <>
      <PageHeader title="Dashboard" hint="Items that need your attention across all organizations." />
      {answer ? (
        <div className="flex flex-col gap-6">
          <Waiting waiting={answer.waiting} />
          <Attention {...answer} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Newest rows={answer.newest} />
            <InAll answer={answer} />
          </div>
        </div>
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <StatsSkeleton />
          <StatsSkeleton />
          <CardSkeleton lines={4} />
        </div>
      )}
    </>
  )
}
