import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { reviewList } from '../contract.review.ts'
import { ReviewTable } from '../parts/review-table.tsx'

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

const Queue = ({ show }: { show: keyof typeof words }) => {
  const list = useReadPages(reviewList, { show })
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
        empty={<EmptyState title={title} text={text} action={dashboard} />}
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
  return (
    <>
      <PageHeader title="Attendance" hint="Approve, correct or return recorded hours." />
      <Tabs
        name="show"
        label="Records"
        tabs={[
          { value: 'submitted', label: 'To review', content: <Queue show="submitted" /> },
          { value: 'returned', label: 'Returned', content: <Queue show="returned" /> },
          { value: 'approved', label: 'Approved', content: <Queue show="approved" /> },
        ]}
      />
    </>
  )
}
