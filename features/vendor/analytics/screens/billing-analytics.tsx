import type { ReactNode } from 'react'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { type Currency, currencies } from '#platform/shared/money.ts'
import { dateWords } from '#platform/shared/when.ts'
import type { ApiError } from '#platform/web/api.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { LoadMore, PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import {
  exportPayments,
  exportReceivables,
  exportRenewals,
  exportRevenue,
  readPayments,
  readReceivables,
  readRenewals,
  readRevenue,
} from '../contract.revenue.ts'
import { CurrencyChoice } from '../parts/currency-choice.tsx'
import { Figures } from '../parts/figures.tsx'
import { Counting, Kept } from '../parts/kept.tsx'
import { MonthFilters, useMonths } from '../parts/month-filters.tsx'
import { RenewalList } from '../parts/renewal-list.tsx'
import { groups, paymentMetrics, receivableMetrics, renewalMetrics, revenueMetrics } from '../rules.revenue.ts'
import * as words from '../words.revenue.ts'

const useCurrency = (): { currency?: Currency } => {
  const [chosen] = useUrlValue('currency')
  const currency = currencies.find((one) => one === chosen)
  return currency ? { currency } : {}
}

const Intro = ({ text, of, children }: { text: string; of: Currency | undefined; children: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
    <p className="max-w-prose text-soft">
      {text}
      {of && ` Amounts in ${of}.`}
    </p>
    <div className="no-print">{children}</div>
  </div>
)

const Waiting = ({ error, retry }: { error: ApiError | null; retry: () => unknown }) =>
  error ? <ErrorState error={error} retry={() => void retry()} /> : <TableSkeleton />

const useBy = () => {
  const [by, setBy] = useUrlValue('by')
  return { by: groups.find((one) => one === by) ?? 'month', setBy } as const
}

const Revenue = () => {
  const { by, setBy } = useBy()
  const { from, to } = useMonths()
  const asked = { by, from, to, ...useCurrency() }
  const read = useRead(readRevenue, asked, { keep: true })
  const problem = read.error?.fields.find(({ field }) => field === 'to')?.message
  return (
    <>
      <Intro text={words.revenueHint} of={read.data?.currency}>
        <ExportMenu endpoint={exportRevenue} input={asked} />
      </Intro>
      <Toolbar label="Filter revenue">
        <Field label="By" className="w-32">
          {(control) => (
            <Select
              {...control}
              value={by}
              onChange={(next) => setBy(next === 'month' ? null : next)}
              options={groups.map((value) => ({ value, label: words.groupWords[value] }))}
            />
          )}
        </Field>
        <MonthFilters />
        {read.data && <CurrencyChoice chosen={read.data.currency} listed={read.data.currencies} />}
      </Toolbar>
      {problem ? (
        <Notice tone="warn" title={problem}>
          Choose another month.
        </Notice>
      ) : read.data && !read.isPlaceholderData ? (
        <>
          <Counting at={read.data.kept_at} again={read.refetch} />
          <Figures
            title={`${words.revenueTitle(by)}, ${read.data.currency}`}
            rows={read.data.rows}
            totals={read.data.totals}
            metrics={revenueMetrics[by]}
            head={words.groupWords[by]}
            across={by === 'month'}
            name={(key) => words.keyName(by, key)}
            tick={(key) => words.keyTick(by, key)}
            empty="No active contracts in these months. Add contracts under Billing."
            totalsOf={`${read.data.currency}, ${words.keyName('month', read.data.from)} to ${words.keyName('month', read.data.to)}`}
          />
          <Kept at={read.data.kept_at} />
        </>
      ) : (
        <Waiting error={read.error} retry={read.refetch} />
      )}
    </>
  )
}

const Payments = () => {
  const { from, to } = useMonths()
  const asked = { from, to, ...useCurrency() }
  const read = useRead(readPayments, asked, { keep: true })
  const problem = read.error?.fields.find(({ field }) => field === 'to')?.message
  return (
    <>
      <Intro text={words.paymentsHint} of={read.data?.currency}>
        <ExportMenu endpoint={exportPayments} input={asked} />
      </Intro>
      <Toolbar label="Filter payments">
        <MonthFilters />
        {read.data && <CurrencyChoice chosen={read.data.currency} listed={read.data.currencies} />}
      </Toolbar>
      {problem ? (
        <Notice tone="warn" title={problem}>
          Choose another month.
        </Notice>
      ) : read.data && !read.isPlaceholderData ? (
        <Figures
          title={`Payments by month, ${read.data.currency}`}
          rows={read.data.rows}
          totals={read.data.totals}
          metrics={paymentMetrics}
          head="Month"
          across
          name={(key) => words.keyName('month', key)}
          tick={(key) => words.keyTick('month', key)}
          empty="No payments in these months. Record payments on the customer's page."
          totalsOf={`${read.data.currency}, ${words.keyName('month', read.data.from)} to ${words.keyName('month', read.data.to)}`}
        />
      ) : (
        <Waiting error={read.error} retry={read.refetch} />
      )}
    </>
  )
}

const Receivables = () => {
  const asked = useCurrency()
  const read = useRead(readReceivables, asked, { keep: true })
  return (
    <>
      <Intro text={words.receivablesHint} of={read.data?.currency}>
        <ExportMenu endpoint={exportReceivables} input={asked} />
      </Intro>
      {read.data ? (
        <>
          {read.data.currencies.length > 1 && (
            <Toolbar label="Filter receivables">
              <CurrencyChoice chosen={read.data.currency} listed={read.data.currencies} />
            </Toolbar>
          )}
          <Figures
            title={`Receivables by age, ${read.data.currency}`}
            rows={read.data.totals.invoices === 0 ? [] : read.data.rows}
            totals={read.data.totals}
            metrics={receivableMetrics}
            head="Due"
            across={false}
            name={words.bucketName}
            tick={words.bucketName}
            empty="No open invoices. All are paid or credited."
            totalsOf={`${read.data.currency}, ${dateWords(read.data.today)}`}
          />
        </>
      ) : (
        <Waiting error={read.error} retry={read.refetch} />
      )}
    </>
  )
}

const Renewals = () => {
  const asked = useCurrency()
  const list = useReadPages(readRenewals, asked, { keep: true })
  const { first, items } = list
  return (
    <>
      <Intro text={words.renewalsHint} of={first?.currency}>
        <ExportMenu endpoint={exportRenewals} input={asked} />
      </Intro>
      {first && items ? (
        <>
          {first.currencies.length > 1 && (
            <Toolbar label="Filter renewals">
              <CurrencyChoice chosen={first.currency} listed={first.currencies} />
            </Toolbar>
          )}
          {items.length > 0 && (
            <div className="mb-4">
              <Figures
                title={`Upcoming renewals, ${first.currency}`}
                rows={first.rows}
                totals={first.totals}
                metrics={renewalMetrics}
                head="Ends"
                across={false}
                name={words.windowName}
                tick={words.windowName}
                empty=""
                totalsOf={`${first.currency}, from ${dateWords(first.today)}`}
              />
            </div>
          )}
          <RenewalList items={items} currency={first.currency} />
          {items.length > 0 && (
            <LoadMore
              more={list.more}
              loading={list.loadingMore}
              onMore={list.loadMore}
              shown={items.length}
              total={first.totals.contracts ?? items.length}
              noun="contracts"
            />
          )}
        </>
      ) : (
        <Waiting error={list.error} retry={list.refetch} />
      )}
    </>
  )
}

/** `/super-admin/billing-analytics` */
export default function BillingAnalytics() {
  const [tab] = useUrlValue('tab')
  const shown = ['payments', 'receivables', 'renewals'].find((one) => one === tab) ?? 'revenue'
  return (
    <>
      <PageHeader title="Billing Analytics" hint="Revenue, payments, receivables and upcoming renewals." />
      <Tabs
        name="tab"
        label="Billing analytics"
        tabs={[
          { value: 'revenue', label: 'Revenue', content: shown === 'revenue' ? <Revenue /> : null },
          { value: 'payments', label: 'Payments', content: shown === 'payments' ? <Payments /> : null },
          { value: 'receivables', label: 'Receivables', content: shown === 'receivables' ? <Receivables /> : null },
          { value: 'renewals', label: 'Renewals', content: shown === 'renewals' ? <Renewals /> : null },
        ]}
      />
    </>
  )
}
