import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { tiers } from '#platform/shared/plans.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { StatsSkeleton, TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { type FeatureRow, type Flag, listFeatures } from '../contract.features.ts'
import { ChangeFlag } from '../parts/change-flag.tsx'
import { FlagCell } from '../parts/flag-cell.tsx'
import { FlagCounts } from '../parts/flag-counts.tsx'
import { flagChoices, gatedFlags } from '../rules.ts'
import { choiceWords, flagWords } from '../words.features.ts'

const tierOptions = ['any', ...tiers] as const
const flagOptions = ['any', ...gatedFlags] as const
const choiceOptions = ['any', ...flagChoices] as const
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const Filters = () => (
  <FilterBar label="Filter organizations" placeholder="Name or web address" names={['tier', 'flag', 'choice']}>
    <ChoiceFilter name="tier" label="Plan" options={tierOptions.map((value) => ({ value, label: capital(value) }))} />
    <ChoiceFilter
      name="flag"
      label="Flag"
      className="w-52"
      options={flagOptions.map((value) => ({ value, label: value === 'any' ? 'Any' : flagWords[value] }))}
    />
    <ChoiceFilter
      name="choice"
      label="Overrides"
      options={choiceOptions.map((value) => ({
        value,
        label: value === 'any' ? 'Any' : value === 'inherit' ? choiceWords.inherit : `Set ${value}`,
      }))}
    />
  </FilterBar>
)

type Open = (row: FeatureRow, flag: Flag) => void
const columnsFor = (open: Open): Column<FeatureRow>[] => [
  {
    id: 'name',
    head: 'Organization',
    fixed: true,
    phone: 'title',
    className: 'max-w-64',
    cell: (row) => (
      <span className="wrap-anywhere">
        <RowLink to={paths.superAdminOrganization(row.id)}>{row.name}</RowLink>
        {row.state !== 'active' && <span className="block text-small text-faint">{capital(row.state)}</span>}
      </span>
    ),
  },
  { id: 'tier', head: 'Plan', phone: 'badge', cell: (row) => <Badge>{capital(row.subscription_tier)}</Badge> },
  ...gatedFlags.map((flag) => ({
    id: flag,
    head: flagWords[flag],
    cell: (row: FeatureRow) => <FlagCell row={row} flag={flag} onOpen={() => open(row, flag)} />,
  })),
]

/** `/super-admin/features`: the seven flags across all organizations. */
export default function Features() {
  const ask = {
    tier: useChoice('tier', tierOptions),
    flag: useChoice('flag', flagOptions),
    choice: useChoice('choice', choiceOptions),
    search: useSearch(),
  }
  const list = useReadPages(listFeatures, ask, { keep: true })
  const [open, setOpen] = useState<{ id: string; flag: Flag } | null>(null)
  const row = list.items?.find((one) => one.id === open?.id)
  return (
    <>
      <PageHeader title="Features" hint="Plan features and overrides. Select a cell to change it." />
      {list.first ? (
        <FlagCounts counts={list.first.counts} total={list.first.total} />
      ) : list.error ? null : (
        <StatsSkeleton />
      )}
      <Filters />
      {list.items ? (
        <>
          <DataTable
            label="Features by organization"
            columns={columnsFor((one, flag) => setOpen({ id: one.id, flag }))}
            rows={list.items}
            rowKey={(one) => one.id}
            rowName={(one) => one.name}
            empty={<EmptyState title="No results" text="No organizations match these filters." />}
          />
          {list.items.length > 0 && (
            <LoadMore
              more={list.more}
              loading={list.loadingMore}
              onMore={list.loadMore}
              shown={list.items.length}
              noun="organizations"
            />
          )}
        </>
      ) : list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <TableSkeleton />
      )}
      {open && row && <ChangeFlag key={open.flag} row={row} flag={open.flag} onClose={() => setOpen(null)} />}
    </>
  )
}
