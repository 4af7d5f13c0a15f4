import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { reviewList } from '../contract.ts'
import { ReviewTable } from '../parts/review-table.tsx'

const words = {
  submitted: {
    label: 'Records to review',
    title: 'Nothing to review',
    text: 'A record stands here as soon as an officer has checked out, oldest first.',
  },
  returned: {
    label: 'Returned records',
    title: 'Nothing is with the officers',
    text: 'What you return stands here until the officer hands it in again.',
  },
} as const

const Queue = ({ show }: { show: 'submitted' | 'returned' }) => {
  const list = useReadPages(reviewList, { show })
  const { label, title, text } = words[show]
  if (!list.items) {
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
      <PageHeader title="Attendance" hint="Approve the hours as recorded, correct them, or give them back." />
      <Tabs
        name="show"
        label="Records"
        tabs={[
          { value: 'submitted', label: 'To review', content: <Queue show="submitted" /> },
          { value: 'returned', label: 'Returned', content: <Queue show="returned" /> },
        ]}
      />
    </>
  )
}
