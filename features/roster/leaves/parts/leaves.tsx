import CalendarOff from 'lucide-react/icons/calendar-off'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { day, span } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, Dialog } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { leaveSpan } from '../client.ts'
import { addLeave, editLeave, type Leave, listAway, listLeaves, removeLeave, type ShiftInLeave } from '../contract.ts'
import { leaveKindWords } from '../words.ts'
import { LeaveDialog } from './leave-dialog.tsx'

const Shifts = ({ shifts, links }: { shifts: readonly ShiftInLeave[]; links: boolean }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <ul className="flex flex-col gap-1">
      {shifts.map((shift) => (
        <li key={shift.signup_id} className="figures text-small">
          {links ? (
            <TextLink to={paths.adminAssignment(shift.assignment_id)}>{shift.title}</TextLink>
          ) : (
            <span className="font-medium">{shift.title}</span>
          )}
          <span className="text-soft">
            {' '}
            {day(shift.starts_at, zone)}, {span(shift.starts_at, shift.ends_at, zone).clock}
          </span>
        </li>
      ))}
    </ul>
  )
}

type Of = { officer_id: string; name: string }

/** Why the current user may not add or change this officer's leave; null if allowed. */
const useWhyNot = (of: Of | null): string | null => {
  const me = useSignedIn().officer?.id
  return of && of.officer_id === me ? 'Ask another admin to change your leave' : null
}

const Remove = ({ leave, name, onClose }: { leave: Leave; name: string; onClose: () => void }) => {
  const { time_zone: zone } = useOrganization()
  const write = useWrite(removeLeave, { invalidates: [listLeaves, listAway] })
  return (
    <Confirm
      open
      onClose={onClose}
      title="Delete this leave?"
      text={`${leaveKindWords[leave.kind]}, ${leaveSpan(leave, zone)}. Tours in this period will be restored.`}
      action="Delete"
      onConfirm={async () => {
        await write.run({ leave_id: leave.id })
        toast.success('Deleted', name)
      }}
    />
  )
}

type RowActsProps = { name: string; why: string | null; onOpen: (what: 'edit' | 'remove') => void }

const RowActs = ({ name, why, onOpen }: RowActsProps) => (
  <span className="no-print flex gap-1">
    <Button size="small" look="quiet" why={why} aria-label={`Edit ${name}`} onClick={() => onOpen('edit')}>
      Edit
    </Button>
    <Button size="small" look="danger-quiet" why={why} aria-label={`Delete ${name}`} onClick={() => onOpen('remove')}>
      Delete
    </Button>
  </span>
)

const Row = ({
  leave,
  of,
  onShifts,
}: {
  leave: Leave
  of: Of | null
  onShifts: (s: readonly ShiftInLeave[]) => void
}) => {
  const { time_zone: zone } = useOrganization()
  const may = useMay()
  const why = useWhyNot(of)
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const name = `${leaveKindWords[leave.kind]}, ${leaveSpan(leave, zone)}`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        {/* The dates of several leaves begin in one column. */}
        <p className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-2">
          <span>
            <Badge tone="hold">{leaveKindWords[leave.kind]}</Badge>
          </span>
          <span className="figures font-medium">{leaveSpan(leave, zone)}</span>
        </p>
        {leave.note && <p className="mt-1 text-soft wrap-anywhere">{leave.note}</p>}
        {leave.by && <p className="mt-1 text-small text-faint">Added by {leave.by}</p>}
        {leave.shifts.length > 0 && (
          <div className="mt-2 rounded-ui border border-warn-line bg-warn-wash p-3">
            <p className="mb-1 font-medium text-warn">
              {leave.shifts.length === 1 ? 'Confirmed shift during leave' : 'Confirmed shifts during leave'}
            </p>
            <Shifts shifts={leave.shifts} links={of !== null} />
          </div>
        )}
      </div>
      {of && may(editLeave) && <RowActs name={name} why={why} onOpen={setOpen} />}
      {of && open === 'edit' && (
        <LeaveDialog
          {...of}
          leave={leave}
          onClose={(shifts) => {
            setOpen(null)
            onShifts(shifts)
          }}
        />
      )}
      {of && open === 'remove' && <Remove leave={leave} name={of.name} onClose={() => setOpen(null)} />}
    </li>
  )
}

const Told = ({ shifts, name, onClose }: { shifts: readonly ShiftInLeave[]; name: string; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Shifts during this leave"
    description={`${name} is confirmed for these shifts. Open each one to remove the officer, or leave it unchanged.`}
    actions={
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Shifts shifts={shifts} links />
  </Dialog>
)

/** An officer's leave, latest first. `of`: an admin can add and change it; null: the officer's own, read-only. */
export const Leaves = ({ of }: { of: Of | null }) => {
  const list = useReadPages(listLeaves, of ? { officer_id: of.officer_id } : {})
  const may = useMay()
  const why = useWhyNot(of)
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState<readonly ShiftInLeave[]>([])
  const { items } = list
  if (!items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={3} />
  const add = of && may(addLeave) && (
    <Button icon={<CalendarOff aria-hidden />} why={why} onClick={() => setAdding(true)}>
      Add leave
    </Button>
  )
  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          quiet
          title="No leave"
          text={
            of
              ? 'Vacation, sick leave, training and other leave appear here.'
              : 'Approved leave, and leave that an admin adds for you, appears here.'
          }
          action={add}
        />
      ) : (
        <>
          {add && <div className="no-print px-4 pt-3 md:px-5">{add}</div>}
          <ul aria-label="Leave" className="divide-y divide-line">
            {items.map((leave) => (
              <Row key={leave.id} leave={leave} of={of} onShifts={setTold} />
            ))}
          </ul>
          <div className="px-4 pb-3 md:px-5">
            <LoadMore
              more={list.more}
              loading={list.loadingMore}
              onMore={list.loadMore}
              shown={items.length}
              noun="entries"
              one="entry"
            />
          </div>
        </>
      )}
      {of && adding && (
        <LeaveDialog
          {...of}
          onClose={(shifts) => {
            setAdding(false)
            setTold(shifts)
          }}
        />
      )}
      {of && told.length > 0 && <Told shifts={told} name={of.name} onClose={() => setTold([])} />}
    </>
  )
}
