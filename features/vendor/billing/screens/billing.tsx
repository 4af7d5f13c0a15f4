import { AgingTable } from '#features/vendor/invoices/parts/aging-table.tsx'
import { InvoiceList } from '#features/vendor/invoices/parts/invoice-list.tsx'
import { PaymentList } from '#features/vendor/invoices/parts/payment-list.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { Stat } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { billingOverview } from '../contract.ts'
import { AccountList } from '../parts/account-list.tsx'

type Overview = OutputOf<typeof billingOverview>
const sums = (all: Overview['open']): string =>
  all.length === 0 ? 'None' : all.map(({ cents, currency }) => moneyWords(cents, currency)).join(' · ')

const Figures = ({ overview }: { overview: Overview }) => (
  <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-5">
    <Stat
      label="Overdue"
      value={overview.overdue}
      note={sums(overview.overdue_money)}
      to={paths.superAdminBilling({ state: 'overdue' })}
      {...(overview.overdue > 0 ? { tone: 'bad' as const } : {})}
    />
    <Stat
      label="Drafts to issue"
      value={overview.drafts}
      note="Not sent yet"
      to={paths.superAdminBilling({ state: 'draft' })}
      {...(overview.drafts > 0 ? { tone: 'warn' as const } : {})}
    />
    <Stat
      label="Needs a decision"
      value={overview.tasks}
      note="Long overdue"
      to={paths.superAdminBilling({ tab: 'customers', account: 'task' })}
      {...(overview.tasks > 0 ? { tone: 'bad' as const } : {})}
    />
    <Stat
      label="Terms ending"
      value={overview.renewals}
      note="Within 60 days"
      to={paths.superAdminBilling({ tab: 'customers', account: 'ending' })}
    />
    <div className="grid max-lg:col-span-2">
      <Stat
        label="Unapplied credit"
        value={sums(overview.unallocated)}
        note="Paid but not applied"
        to={paths.superAdminBilling({ tab: 'payments', payments: 'unallocated' })}
      />
    </div>
  </div>
)

/** `/super-admin/billing` */
export default function Billing() {
  const { data, error, refetch } = useRead(billingOverview, {})
  return (
    <>
      <PageHeader title="Billing" hint="Annual contracts, Net 30 invoices and payments. Dates are in UTC." />
      {data ? (
        <Figures overview={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} quiet />
      ) : (
        <StatsSkeleton count={5} />
      )}
      <Tabs
        label="Billing"
        tabs={[
          { value: 'invoices', label: 'Invoices', content: <InvoiceList /> },
          { value: 'aged', label: 'Aged', content: <AgingTable /> },
          { value: 'customers', label: 'Customers', content: <AccountList /> },
          { value: 'payments', label: 'Payments', content: <PaymentList today={data?.today ?? ''} /> },
        ]}
      />
    </>
  )
}
