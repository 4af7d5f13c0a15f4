import Settings2 from 'lucide-react/icons/settings-2'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { LoadMore, PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { editForceSettings, exemptOfficer, type ForceRow, listForce } from '../contract.ts'
import { ExemptDialog, ExemptionList } from '../parts/exemptions.tsx'
import { forceColumns } from '../parts/force-columns.tsx'
import { ForceSettingsDialog } from '../parts/force-settings.tsx'
import { OrderList } from '../parts/order-list.tsx'
import { PriorCountList } from '../parts/prior-count-list.tsx'
import { WhichList } from '../parts/which-list.tsx'

const List = () => {
  const { time_zone: zone } = useOrganization()
  const [unit] = useUrlValue('unit')
  const [exempting, setExempting] = useState<ForceRow | null>(null)
  const list = useReadPages(listForce, { ...(unit ? { unit } : {}) }, { keep: true })
  const { first, items } = list
  if (!first || !items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <WhichList list={first} />
      <DataTable
        label="Force list"
        columns={forceColumns(zone)}
        rows={items}
        rowKey={(row) => `${row.position}`}
        rowName={(row) => row.name ?? ''}
        actions={(row) => (
          <Needs call={exemptOfficer}>
            <Button
              size="small"
              look="quiet"
              aria-label={`Add exemption for ${row.name}`}
              why={row.own ? 'Another admin must decide this' : row.exempt ? 'Already exempt' : null}
              onClick={() => setExempting(row)}
            >
              Add exemption
            </Button>
          </Needs>
        )}
        empty={<EmptyState title="This list is empty" text="Active officers appear here." />}
      />
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        total={first.total}
        noun="officers"
      />
      {exempting && (
        <ExemptDialog
          officer={{ id: exempting.officer_id ?? '', name: exempting.name ?? '' }}
          onClose={() => setExempting(null)}
        />
      )}
    </>
  )
}

/** `/admin/staffing/force-list`: who is ordered in next, who was, who is exempt, and how the list counts. */
export default function ForceListScreen() {
  const [editing, setEditing] = useState(false)
  const list = useReadPages(listForce, {})
  const settings = list.first?.settings
  return (
    <>
      <PageHeader
        title="Force list"
        hint="When no one volunteers, officers are ordered in from the top of this list. Everyone on the list can see it."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
        actions={
          settings && (
            <Needs call={editForceSettings}>
              <Button icon={<Settings2 aria-hidden />} onClick={() => setEditing(true)}>
                Settings
              </Button>
            </Needs>
          )
        }
      />
      <SupportClosed>
        Only the department's admins can order in or exempt officers. Support access is read-only.
      </SupportClosed>
      <Tabs
        label="Force list"
        tabs={[
          { value: 'list', label: 'List', content: <List /> },
          { value: 'orders', label: 'Orders', content: <OrderList /> },
          { value: 'exemptions', label: 'Exemptions', content: <ExemptionList /> },
          { value: 'before', label: 'Earlier counts', content: <PriorCountList /> },
        ]}
      />
      {editing && settings && <ForceSettingsDialog settings={settings} onClose={() => setEditing(false)} />}
    </>
  )
}
