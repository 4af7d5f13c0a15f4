import { useState } from 'react'
import { usePendingCounts } from '#features/hours/pending-counts/client.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { FilterBar, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { reviewList } from '../contract.review.ts'
import { ReviewTable } from '../parts/review-table.tsx'
import { TOLERANCE_MINUTES as minutes } from '../rules.ts'

const words = {
  submitted: {
    label: 'Records to review',
    title: 'Nothing to review',
    text: 'Records appear here when officers check out, oldest first.',
  },
  returned: {
    label: 'Returned records',
    title: 'No returned records',
    text: 'Records you return appear here until the officer resubmits them.',
  },
  approved: {
    label: 'Approved records',
    title: 'No approved records',
    text: 'Records you approve appear here, newest first.',
  },
} as const

const dateOrNull = (text: string | null) => (text && /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) ? text : null)

/** The filters, kept in the URL. */
const useFilters = () => {
  const search = useSearch()
  const [from, to] = [dateOrNull(useUrlValue('from')[0]), dateOrNull(useUrlValue('to')[0])]
  return { ...(search ? { search } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
type Filters = ReturnType<typeof useFilters>

/** `flagsOf` of rules.ts in words. */
const flagged =
  `Check-ins over ${minutes.late_in} min late or ${minutes.early_in} min early, check-outs over ` +
  `${minutes.early_out} min early or ${minutes.late_out} min late. Also flagged: missed check-ins or check-outs, times sent late, ` +
  'unreliable locations or clocks, overlaps, off-duty time during a shift, and requested corrections.'

const Queue = ({ show, filters }: { show: keyof typeof words; filters: Filters }) => {
  const list = useReadPages(reviewList, { show, ...filters })
  const { label, title, text } = words[show]
  // A tab opens in the order of now: whatever joins the open table goes to its end, so that no row slides under the pointer.
  const [opened, setOpened] = useState(false)
  if (!opened && list.items && !list.isFetching) setOpened(true)
  if (!list.items || (!opened && !list.error)) {
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  }
  const dashboard = <ButtonLink to={paths.adminDashboard()}>Dashboard</ButtonLink>
  return (
    <>
      <ReviewTable
        label={label}
        rows={list.items}
        more={list.more}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState title="No matching records" text="Change or clear the filters." />
          ) : (
            <EmptyState title={title} text={text} action={dashboard} />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="records"
        />
      )}
    </>
  )
}

export default function AttendanceQueue() {
  const filters = useFilters()
  const counts = usePendingCounts()
  const waiting = 'attendance' in counts ? Number(counts.attendance) : undefined
  const key = JSON.stringify(filters)
  const tab = (show: keyof typeof words) => <Queue key={key} show={show} filters={filters} />
  return (
    <>
      <PageHeader title="Attendance" hint="Approve, correct or return recorded hours." />
      <Disclosure title="What raises a flag" className="-mt-2 mb-4 text-small text-soft max-md:-mt-4 max-md:mb-2">
        <p className="mt-1 max-w-prose">{flagged}</p>
      </Disclosure>
      <FilterBar label="Filter attendance" placeholder="Name, badge, unit, shift" names={['from', 'to']}>
        <UrlDates from={filters.from} to={filters.to} />
      </FilterBar>
      <Tabs
        name="show"
        label="Records"
        tabs={[
          { value: 'submitted', label: 'To review', count: waiting, content: tab('submitted') },
          { value: 'returned', label: 'Returned', content: tab('returned') },
          { value: 'approved', label: 'Approved', content: tab('approved') },
        ]}
      />
    </>
  )
}
