import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { Leaves } from '#features/roster/leaves/parts/leaves.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { plusDays } from '#platform/shared/time.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { clockOf, duration } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dayWords, hasTourSet, ownDays } from '../client.ts'
import { addException, type Exception, getTours, joinPlatoon, removeException } from '../contract.ts'
import { exceptionWords } from '../words.patterns.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { TourStrip } from './tour-strip.tsx'

type Answer = OutputOf<typeof getTours>
type Of = { officer_id: string; name: string }

const sinceWords = (m: Answer['memberships'][number]): string =>
  `${dayWords(m.starts_on)}${m.ends_on ? ` through ${dayWords(plusDays(m.ends_on, -1))}` : ' on'}`

/** Tours decide which shifts an officer may work, so admins cannot set their own. */
const whyOwn = (of: Of, me: string | undefined): string | null =>
  of.officer_id === me ? 'Ask another admin to set yours' : null

const PlatoonCard = ({ answer, of }: { answer: Answer; of: Of | null }) => {
  const [open, setOpen] = useState(false)
  const me = useSignedIn().officer?.id
  const may = useMay()
  const { memberships, today } = answer
  return (
    <Card
      title="Platoon"
      aside={
        of &&
        may(joinPlatoon) && (
          <Button size="small" why={whyOwn(of, me)} onClick={() => setOpen(true)}>
            Change platoon
          </Button>
        )
      }
    >
      {memberships.length === 0 ? (
        <p className="text-soft">{of ? 'No platoon yet. No regular tours are counted.' : "You're not in a platoon."}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {memberships.map((m) => (
            <li key={m.starts_on} className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{m.platoon}</span>
              {m.starts_on <= today && (m.ends_on === null || m.ends_on > today) && <Badge tone="ok">Today</Badge>}
              <span className="figures text-small text-soft">from {sinceWords(m)}</span>
            </li>
          ))}
        </ul>
      )}
      {of && open && (
        <JoinDialog today={today} officer={{ id: of.officer_id, name: of.name }} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

const exceptionLine = (e: Exception): string => {
  const hours = e.start_time && e.minutes ? `${clockOf(e.start_time)}, ${duration(e.minutes)}` : ''
  if (e.kind === 'off') return dayWords(e.on_day)
  if (e.kind === 'extra') return `${dayWords(e.on_day)}, ${hours}`
  return `${e.works_on ? dayWords(e.works_on) : ''} instead of ${dayWords(e.on_day)}, ${hours}`
}

const ExceptionRow = ({ one, of }: { one: Exception; of: Of | null }) => {
  const me = useSignedIn().officer?.id
  const [open, setOpen] = useState(false)
  const may = useMay()
  const remove = useWrite(removeException, { invalidates: [getTours] })
  const line = exceptionLine(one)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="info">{exceptionWords[one.kind]}</Badge>
          <span className="figures">{line}</span>
        </span>
        <span className="block text-small text-faint wrap-anywhere">
          {[one.note, one.by && `set by ${one.by}`].filter(Boolean).join(' · ')}
        </span>
      </span>
      {of && may(removeException) && (
        <Button
          size="small"
          look="danger-quiet"
          aria-label={`Remove ${line}`}
          why={whyOwn(of, me)}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      )}
      {open && (
        <Confirm
          open
          onClose={() => setOpen(false)}
          title="Remove this exception?"
          text={`${exceptionWords[one.kind]}: ${line}. The rotation will apply again.`}
          action="Remove"
          onConfirm={async () => {
            await remove.run({ exception_id: one.id })
            toast.success('Removed', line)
          }}
        />
      )}
    </li>
  )
}

const ExceptionsCard = ({ answer, of }: { answer: Answer; of: Of | null }) => {
  const me = useSignedIn().officer?.id
  const may = useMay()
  const [open, setOpen] = useState(false)
  return (
    <Card
      flush
      title="Tour exceptions"
      hint="Days that differ from the rotation."
      aside={
        of &&
        may(addException) && (
          <Button size="small" icon={<CalendarPlus aria-hidden />} why={whyOwn(of, me)} onClick={() => setOpen(true)}>
            Add exception
          </Button>
        )
      }
    >
      {answer.exceptions.length === 0 ? (
        <EmptyState quiet title="No upcoming exceptions" text="Days off, swapped days and extra tours appear here." />
      ) : (
        <ul aria-label="Tour exceptions" className="divide-y divide-line">
          {answer.exceptions.map((one) => (
            <ExceptionRow key={one.id} one={one} of={of} />
          ))}
        </ul>
      )}
      {of && open && <ExceptionDialog {...of} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** An officer's platoon, upcoming tours, single days and leave. `of`: editable by an admin; null: the officer's own, read-only. */
export const OfficerTours = ({ of }: { of: Of | null }) => {
  const { time_zone: zone } = useOrganization()
  const read = useRead(getTours, { days: 28, ...(of ? { officer_id: of.officer_id } : {}) })
  const answer = read.data
  if (!answer)
    return read.isPending ? (
      <CardSkeleton lines={8} />
    ) : (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Next 4 weeks">
          {hasTourSet(answer) ? (
            <TourStrip label="Tours in the next 4 weeks" today={answer.today} days={ownDays(answer, zone)} />
          ) : (
            <EmptyState
              quiet
              title="No tour set"
              text={`Regular tours appear here once ${of ? 'the officer joins' : 'an admin adds you to'} a platoon. Until then, none can conflict with a shift.`}
            />
          )}
        </Card>
        <Card flush title="Leave">
          <Leaves of={of} />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PlatoonCard answer={answer} of={of} />
        <ExceptionsCard answer={answer} of={of} />
      </div>
    </div>
  )
}
