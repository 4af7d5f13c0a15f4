import Inbox from 'lucide-react/icons/inbox'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable, useUrlSort } from '#platform/web/ui/data-table.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton, ListSkeleton, TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { officerBadge } from '#platform/web/ui/status.ts'

type Officer = {
  id: string
  name: string
  badge: string
  rank: string
  unit: string
  hours: number
  state: keyof typeof officerBadge
}

const names = [
  'Ruiz, Elena',
  'Okafor, Daniel',
  'Lindqvist, Anna',
  'Washington, Marcus',
  'Nguyen, Thi',
  'Petrov, Ivan',
  'Castellanos-Whitmore, Guadalupe',
  'Hale, Robert',
]
const states = ['approved', 'approved', 'pending', 'approved', 'suspended', 'approved'] as const
const officers: Officer[] = Array.from({ length: 24 }, (_, i) => ({
  id: String(i),
  name: names[i % names.length] ?? '',
  badge: String(1042 + i * 37),
  rank: i % 5 === 0 ? 'Sergeant' : 'Police Officer',
  unit: ['District A-1', 'District B-2', 'Traffic', 'Harbor'][i % 4] ?? '',
  hours: (i * 83) % 260,
  state: states[i % states.length] ?? 'approved',
}))

const columns: readonly Column<Officer>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: (o) => <RowLink to="/admin/officers">{o.name}</RowLink>,
    sortable: true,
    fixed: true,
    phone: 'title',
  },
  { id: 'state', head: 'State', cell: (o) => <StatusBadge of={officerBadge[o.state]} />, phone: 'badge' },
  { id: 'badge', head: 'Badge', cell: (o) => o.badge, sortable: true, align: 'right' },
  { id: 'rank', head: 'Rank', cell: (o) => o.rank },
  { id: 'unit', head: 'Unit', cell: (o) => o.unit, sortable: true },
  { id: 'hours', head: 'Extra hours, year', cell: (o) => `${o.hours} h`, sortable: true, align: 'right' },
]

const States = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Card title="Pending" flush>
      <EmptyState
        icon={<Inbox aria-hidden />}
        title="Nothing to approve"
        text="Requests that need your approval appear here."
        action={<Button>New shift</Button>}
      />
    </Card>
    <Card title="Upcoming" flush>
      <ErrorState error={new ApiError(0, { code: 'unreachable' })} retry={() => undefined} />
    </Card>
    <Card title="Loading">
      <ListSkeleton rows={3} />
    </Card>
    <CardSkeleton />
  </div>
)

export const Lists = () => {
  const [sort, setSort] = useUrlSort({ by: 'name', dir: 'asc' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['1', '3']))
  const [unit, setUnit] = useState<string>('all')
  return (
    <div className="space-y-8">
      <div>
        <PageHeader
          title="Officer Management"
          hint="1,115 officers, 7 waiting for approval."
          actions={
            <Button look="primary" icon={<Plus aria-hidden />}>
              Add officers
            </Button>
          }
        />
        <Toolbar label="Filter officers">
          <Field label="Search" className="w-full md:w-64">
            {(control) => <InputWith {...control} before={<Search aria-hidden />} placeholder="Name, badge or unit" />}
          </Field>
          <Field label="Unit" className="w-full md:w-48">
            {(control) => (
              <Select
                {...control}
                value={unit}
                onChange={setUnit}
                options={[
                  { value: 'all', label: 'All units' },
                  { value: 'a1', label: 'District A-1' },
                ]}
              />
            )}
          </Field>
        </Toolbar>
        <DataTable
          label="Officers"
          columns={columns}
          rows={officers}
          rowKey={(o) => o.id}
          rowName={(o) => o.name}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          bulk={() => (
            <>
              <Button size="small">Approve</Button>
              <Button size="small" look="danger-quiet">
                Deny
              </Button>
            </>
          )}
        />
        <LoadMore more loading={false} onMore={() => undefined} shown={24} total={1115} noun="officers" />
      </div>
      <States />
      <TableSkeleton rows={4} />
    </div>
  )
}
