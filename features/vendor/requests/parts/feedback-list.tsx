import type { Kind } from '#features/department/feedback/rules.ts'
import {
  priorities,
  problemCategories,
  requestCategories,
  severities,
  statuses,
} from '#features/department/feedback/rules.ts'
import { problemCategoryWords, requestCategoryWords, severityWords } from '#features/department/feedback/words.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo, useUrlValue } from '#platform/web/url.ts'
import { type FeedbackItem, listFeedback } from '../contract.feedback.ts'
import { workWords } from '../words.feedback.ts'
import { FeedbackBadge } from './feedback-badge.tsx'
import { OrganizationFilter } from './organization-filter.tsx'

const tabOf: Readonly<Record<Kind, string>> = { feature_request: 'wishes', problem_report: 'problems' }
export const linkTo = (row: { kind: Kind; id: string }) =>
  paths.superAdminRequests({ tab: tabOf[row.kind], id: row.id })

const categoriesOf: Readonly<Record<Kind, readonly string[]>> = {
  feature_request: requestCategories,
  problem_report: problemCategories,
}
export const categoryWord = (kind: Kind, category: string): string => {
  const words: Readonly<Record<string, string>> =
    kind === 'feature_request' ? requestCategoryWords : problemCategoryWords
  return words[category] ?? category
}
export const weightLabel: Readonly<Record<Kind, string>> = { feature_request: 'Priority', problem_report: 'Severity' }

const columnsAt = (kind: Kind, now: number): Column<FeedbackItem>[] => [
  {
    id: 'title',
    head: 'Title',
    fixed: true,
    phone: 'title',
    className: 'max-w-96',
    cell: (row) => (
      <RowLink to={linkTo(row)} className="wrap-anywhere">
        {row.title}
      </RowLink>
    ),
  },
  {
    id: 'organization',
    head: 'Organization',
    className: 'max-w-56',
    cell: (row) => <span className="wrap-anywhere">{row.organization.name}</span>,
    card: (row) => row.organization.name,
  },
  { id: 'votes', head: 'People', align: 'right', cell: (row) => row.votes.toLocaleString('en-US') },
  {
    id: 'category',
    head: 'Category',
    cell: (row) => categoryWord(kind, row.category),
    card: (row) => categoryWord(kind, row.category),
  },
  { id: 'weight', head: weightLabel[kind], phone: 'pair', cell: (row) => severityWords[row.weight] },
  {
    id: 'sent',
    head: 'Sent',
    phone: 'pair',
    cell: (row) => (
      <time dateTime={row.created_at} className="figures whitespace-nowrap">
        {ago(row.created_at, now)}
      </time>
    ),
  },
  { id: 'state', head: 'Status', phone: 'badge', cell: (row) => <FeedbackBadge status={row.status} /> },
]

const shown = ['open', ...statuses, 'all'] as const
const sorts = ['newest', 'votes'] as const
const weights = ['any', ...severities] as const

type Ask = InputOf<typeof listFeedback>
/** The list query from the URL; unknown filter values are ignored. */
const useAsk = (kind: Kind): { ask: Ask; filtered: boolean } => {
  const [status, sort, weight] = [useChoice('status', shown), useChoice('sort', sorts), useChoice('weight', weights)]
  const category = useChoice('category', ['any', ...categoriesOf[kind]])
  const [organization] = useUrlValue('organization')
  const search = useSearch()
  const filtered = status !== 'open' || weight !== 'any' || category !== 'any' || organization !== null || search !== ''
  return {
    ask: {
      kind,
      status,
      sort,
      weight,
      category: category === 'any' ? '' : category,
      search,
      ...(organization ? { organization_id: organization } : {}),
    },
    filtered,
  }
}

const Filters = ({ kind, counts }: { kind: Kind; counts: Partial<Record<string, number>> | undefined }) => {
  const words = { open: 'Open', all: 'All', ...workWords }
  const many = (status: string) => (counts?.[status] === undefined ? '' : ` (${counts[status]})`)
  const heavy = kind === 'feature_request' ? priorities : severities
  return (
    <FilterBar
      label={kind === 'feature_request' ? 'Filter feature requests' : 'Filter problem reports'}
      placeholder="Title or text"
      names={['status', 'category', 'weight', 'organization', 'sort']}
    >
      <ChoiceFilter
        name="status"
        label="Status"
        className="w-44"
        options={shown.map((value) => ({ value, label: words[value] + many(value) }))}
      />
      <ChoiceFilter
        name="category"
        label="Category"
        className="w-44"
        options={[
          { value: 'any', label: 'Any' },
          ...categoriesOf[kind].map((value) => ({ value, label: categoryWord(kind, value) })),
        ]}
      />
      <ChoiceFilter
        name="weight"
        label={weightLabel[kind]}
        className="w-32"
        options={[{ value: 'any', label: 'Any' }, ...heavy.map((value) => ({ value, label: severityWords[value] }))]}
      />
      <OrganizationFilter />
      <ChoiceFilter
        name="sort"
        label="Order"
        options={[
          { value: 'newest', label: 'Newest first' },
          { value: 'votes', label: 'Most requested' },
        ]}
      />
    </FilterBar>
  )
}

const emptyWords: Readonly<Record<Kind, { title: string; text: string }>> = {
  feature_request: {
    title: 'No open feature requests',
    text: 'Feature requests from the help panel appear here.',
  },
  problem_report: {
    title: 'No open problem reports',
    text: 'Problem reports from the help panel appear here.',
  },
}

/** Feature requests or problem reports of all departments; merged ones appear under the request they were merged into. */
export const FeedbackList = ({ kind }: { kind: Kind }) => {
  const { ask, filtered } = useAsk(kind)
  const now = useNow()
  const go = useGo()
  const list = useReadPages(listFeedback, ask, { keep: true })
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  const noun = kind === 'feature_request' ? 'requests' : 'reports'
  return (
    <>
      <Filters kind={kind} counts={list.first?.counts} />
      <DataTable
        label={kind === 'feature_request' ? 'Feature requests' : 'Problem reports'}
        columns={columnsAt(kind, now)}
        rows={list.items}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        onOpen={(row) => go(linkTo(row))}
        empty={
          filtered ? (
            <EmptyState title="No results" text="Nothing matches these filters." />
          ) : (
            <EmptyState {...emptyWords[kind]} />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun={noun}
          one={kind === 'feature_request' ? 'wish' : 'report'}
        />
      )}
    </>
  )
}
