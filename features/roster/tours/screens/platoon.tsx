import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Needs, useMay } from '#platform/web/support.tsx'
import { clockOf } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { dayWords } from '../client.ts'
import { editPlatoon, getPlatoon, listPlatoons, putSchedule, removeSchedule } from '../contract.ts'
import { Members } from '../parts/members.tsx'
import { EditPlatoon, ScheduleDialog } from '../parts/platoon-dialogs.tsx'
import { stripDays, TourStrip } from '../parts/tour-strip.tsx'
import { type Schedule, scheduleOn } from '../rules.ts'
import { keepsWords, patternLine } from '../words.patterns.ts'

type Answer = OutputOf<typeof getPlatoon>

const Remove = ({ platoon_id, schedule, onClose }: { platoon_id: string; schedule: Schedule; onClose: () => void }) => {
  const write = useWrite(removeSchedule, { invalidates: [getPlatoon, listPlatoons] })
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove the schedule that starts ${dayWords(schedule.starts_on)}?`}
      text="The previous schedule continues from that day."
      action="Remove"
      onConfirm={async () => {
        await write.run({ platoon_id, starts_on: schedule.starts_on })
        toast.success('Removed', `From ${dayWords(schedule.starts_on)}`)
      }}
    />
  )
}

const ScheduleRow = ({ answer, schedule }: { answer: Answer; schedule: Schedule }) => {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { schedules, today, platoon } = answer
  const held = scheduleOn(schedules, today)?.starts_on
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="figures flex flex-wrap items-center gap-2 font-medium">
          From {dayWords(schedule.starts_on)}
          {schedule.starts_on === held && <Badge tone="ok">Current</Badge>}
          {schedule.starts_on > today && <Badge tone="info">Upcoming</Badge>}
        </span>
        <span className="block text-soft">{patternLine(schedule.pattern, clockOf)}</span>
        <span className="block text-small text-faint">
          {schedule.pattern.kind === 'weekdays' ? '' : `Day 1 is ${dayWords(schedule.anchor_on)} · `}
          {keepsWords[schedule.keeps]}
        </span>
      </span>
      {schedules.length > 1 && may(removeSchedule) && (
        <Button
          size="small"
          look="danger-quiet"
          aria-label={`Remove the schedule that starts ${dayWords(schedule.starts_on)}`}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      )}
      {open && <Remove platoon_id={platoon.id} schedule={schedule} onClose={() => setOpen(false)} />}
    </li>
  )
}

const ScheduleTab = ({ answer }: { answer: Answer }) => {
  const [open, setOpen] = useState(false)
  const { schedules, today, platoon } = answer
  return (
    <div className="flex flex-col gap-4">
      <Card title="Next 4 weeks">
        <TourStrip
          label={`Next 4 weeks of ${platoon.name}`}
          today={today}
          days={stripDays(schedules, today, 28, platoon.ended_on)}
        />
      </Card>
      <Card
        flush
        title="Schedules"
        hint="Each applies until the next one starts."
        aside={
          <Needs call={putSchedule}>
            <Button size="small" icon={<CalendarPlus aria-hidden />} onClick={() => setOpen(true)}>
              Change schedule
            </Button>
          </Needs>
        }
      >
        <ul className="divide-y divide-line">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.starts_on} answer={answer} schedule={schedule} />
          ))}
        </ul>
      </Card>
      {open && (
        <ScheduleDialog
          platoon_id={platoon.id}
          name={platoon.name}
          today={today}
          from={scheduleOn(schedules, today) ?? schedules.at(-1) ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** `/admin/staffing/tours/{platoonId}`: one platoon with its schedules and members. */
const PlatoonScreen = () => {
  const platoon_id = usePathPart('platoonId')
  const read = useRead(getPlatoon, { platoon_id })
  const [editing, setEditing] = useState(false)
  const before = <WayBack to={paths.adminTours()}>Tours and leave</WayBack>
  const answer = read.data
  if (!answer)
    return (
      <>
        <PageHeader title="Platoon" before={before} />
        {read.isPending ? (
          <CardSkeleton lines={8} />
        ) : (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        )}
      </>
    )
  const { platoon, today } = answer
  const ended = platoon.ended_on !== null && platoon.ended_on <= today
  return (
    <>
      <PageHeader
        title={platoon.name}
        before={before}
        hint={platoon.unit ?? undefined}
        beside={
          platoon.ended_on && (
            <Badge tone={ended ? 'hold' : 'warn'}>
              {ended ? `Retired ${dayWords(platoon.ended_on)}` : `Retires ${dayWords(platoon.ended_on)}`}
            </Badge>
          )
        }
        actions={
          <Needs call={editPlatoon}>
            <Button onClick={() => setEditing(true)}>Edit platoon</Button>
          </Needs>
        }
      />
      <Tabs
        label="Platoon sections"
        tabs={[
          { value: 'schedule', label: 'Schedule', content: <ScheduleTab answer={answer} /> },
          {
            value: 'members',
            label: 'Members',
            count: platoon.members,
            content: <Members platoon={platoon} today={today} />,
          },
        ]}
      />
      {editing && <EditPlatoon key={platoon.version} platoon={platoon} onClose={() => setEditing(false)} />}
    </>
  )
}
export default PlatoonScreen
