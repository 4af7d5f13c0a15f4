import { usePendingCounts } from '#features/hours/pending-counts/client.ts'
import { SupportClosed } from '#platform/web/support.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { extraTimeBadge } from '#platform/web/ui/status.ts'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { RequestFilters, useFilters } from '../parts/request-filters.tsx'
import { RequestTable, type Shown } from '../parts/request-table.tsx'
import { stateHints } from '../words.ts'

const states = [
  'pending',
  'returned',
  'approved',
  'denied',
  'expired',
  'withdrawn',
  'all',
] as const satisfies readonly Shown[]

const waitingWords = (waiting: number): string =>
  waiting === 0 ? 'Nothing to decide.' : `${waiting} ${waiting === 1 ? 'claim' : 'claims'} pending, oldest first.`

export default function ExtraTimeApproval() {
  const filters = useFilters()
  const [asked] = useUrlValue('state')
  const shown = states.find((state) => state === asked) ?? 'pending'
  const counts = usePendingCounts()
  const waiting: number | undefined = 'extra_time' in counts ? Number(counts.extra_time) : undefined
  return (
    <>
      <PageHeader
        title="Extra Time Approval"
        hint={shown === 'pending' ? waiting !== undefined && waitingWords(waiting) : stateHints[shown]}
      />
      <SupportClosed>
        Only the department's admins can approve or deny extra time. Support access is read-only.
      </SupportClosed>
      <RequestFilters filters={filters} />
      <Tabs
        name="state"
        label="Extra time by status"
        tabs={states.map((state) => ({
          value: state,
          label: state === 'all' ? 'All' : extraTimeBadge[state].word,
          count: state === 'pending' ? waiting : undefined,
          content: <RequestTable key={state} state={state} filters={filters} />,
        }))}
      />
    </>
  )
}
