import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Away } from '#features/roster/leaves/parts/away.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { clockOf } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useGo } from '#platform/web/url.ts'
import { createPlatoon, listPlatoons, type Platoon } from '../contract.ts'
import { NewPlatoon } from '../parts/platoon-dialogs.tsx'
import { stripDays, TourStrip } from '../parts/tour-strip.tsx'
import { scheduleOn } from '../rules.ts'
import { patternLine } from '../words.patterns.ts'

const PlatoonCard = ({ platoon, today }: { platoon: Platoon; today: string }) => {
  const held = scheduleOn(platoon.schedules, today) ?? platoon.schedules[0]
  const people = `${platoon.members} ${platoon.members === 1 ? 'member' : 'members'}`
  return (
    <li className="flex flex-col gap-3 rounded-ui border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-lead font-semibold">
          <TextLink to={paths.adminPlatoon(platoon.id)}>{platoon.name}</TextLink>
        </h2>
        {platoon.unit && <span className="text-soft">{platoon.unit}</span>}
        <span className="figures ml-auto flex items-center gap-2 text-small text-soft">
          {platoon.on_leave > 0 && <Badge tone="hold">{`${platoon.on_leave} on leave`}</Badge>}
          {people}
        </span>
      </div>
      <p className="text-small text-soft">{held ? patternLine(held.pattern, clockOf) : 'No schedule'}</p>
      <TourStrip
        label={`Next 2 weeks of ${platoon.name}`}
        today={today}
        days={stripDays(platoon.schedules, today, 14, platoon.ended_on)}
      />
    </li>
  )
}

const Platoons = ({ ended, onNew }: { ended: boolean; onNew: (today: string) => void }) => {
  const list = useReadPages(listPlatoons, { ended: ended ? 'yes' : 'no' }, { keep: true })
  const { items, first } = list
  if (!items || !first)
    return list.error ? (
      <ErrorState error={list.error} retry={() => void list.refetch()} />
    ) : (
      <div className="grid gap-4 2xl:grid-cols-2">
        <CardSkeleton lines={4} />
        <CardSkeleton lines={4} />
      </div>
    )
  if (items.length === 0)
    return ended ? (
      <EmptyState title="No retired platoons" text="Retired platoons and their schedules appear here." />
    ) : (
      <EmptyState
        title="No platoons yet"
        text="Create a platoon with its rotation, then add officers. Tours then count toward rest, hours and awards."
        action={
          <Needs call={createPlatoon}>
            <Button look="primary" icon={<Plus aria-hidden />} onClick={() => onNew(first.today)}>
              New platoon
            </Button>
          </Needs>
        }
      />
    )
  return (
    <>
      <ul aria-label="Platoons" className="grid gap-4 2xl:grid-cols-2">
        {items.map((platoon) => (
          <PlatoonCard key={platoon.id} platoon={platoon} today={first.today} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        noun="platoons"
      />
    </>
  )
}

/** `/admin/staffing/tours`: the platoons with their next two weeks, and who is away. */
const PlatoonsScreen = () => {
  const [making, setMaking] = useState<string | null>(null)
  const go = useGo()
  const list = useReadPages(listPlatoons, { ended: 'no' }, { keep: true })
  const today = list.first?.today
  return (
    <>
      <PageHeader
        title="Tours and leave"
        hint="Regular tours count toward rest and hours. Officers on leave get no offers."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
        actions={
          <Needs call={createPlatoon}>
            <ButtonLink to={paths.adminToursImport()}>Import tours</ButtonLink>
            {today && (list.items?.length ?? 0) > 0 && (
              <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setMaking(today)}>
                New platoon
              </Button>
            )}
          </Needs>
        }
      />
      <SupportClosed>Only the department's admins can set tours and leave. Support access is read-only.</SupportClosed>
      <Tabs
        label="Tours and leave"
        tabs={[
          { value: 'platoons', label: 'Platoons', content: <Platoons ended={false} onNew={setMaking} /> },
          { value: 'away', label: 'Leave', content: <Away /> },
          { value: 'ended', label: 'Retired', content: <Platoons ended onNew={setMaking} /> },
        ]}
      />
      {making && (
        <NewPlatoon
          today={making}
          onClose={(id) => {
            setMaking(null)
            if (id) go(paths.adminPlatoon(id))
          }}
        />
      )}
    </>
  )
}
export default PlatoonsScreen
