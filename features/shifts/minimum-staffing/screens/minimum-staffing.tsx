import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { addMinimum, listMinimums } from '../contract.ts'
import { Forecast } from '../parts/forecast.tsx'
import { MinimumDialog } from '../parts/minimum-dialog.tsx'
import { MinimumList } from '../parts/minimum-list.tsx'

/** `/admin/staffing/minimum`: the coming days compared with the minimums, and the minimums themselves. */
export default function MinimumStaffingScreen() {
  const [making, setMaking] = useState(false)
  const list = useReadPages(listMinimums, {}, { keep: true })
  const onNew = () => setMaking(true)
  const first = list.first
  return (
    <>
      <PageHeader
        title="Minimum staffing"
        hint="How many officers must be on duty. Gaps open shifts automatically."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
        actions={
          (list.items?.length ?? 0) > 0 && (
            <Needs call={addMinimum}>
              <Button look="primary" icon={<Plus aria-hidden />} onClick={onNew}>
                New minimum
              </Button>
            </Needs>
          )
        }
      />
      <SupportClosed>Only the department's admins can set minimums. Support access is read-only.</SupportClosed>
      <Tabs
        label="Minimum staffing"
        tabs={[
          { value: 'days', label: 'Coming days', content: <Forecast onNew={onNew} /> },
          { value: 'minimums', label: 'Minimums', content: <MinimumList ended={false} onNew={onNew} /> },
          { value: 'ended', label: 'Retired', content: <MinimumList ended onNew={onNew} /> },
        ]}
      />
      {making && first && (
        <MinimumDialog minimum={null} choices={first} today={first.today} onClose={() => setMaking(false)} />
      )}
    </>
  )
}
