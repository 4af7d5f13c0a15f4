import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import type { Instant } from '#platform/shared/time.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type Call, openCall, readOrderIn, stopCall } from '../contract.calls.ts'
import { listOrders } from '../contract.orders.ts'
import { refusals } from '../words.refusals.ts'
import { AskDialog } from './ask-dialog.tsx'
import { OrderRow } from './order-row.tsx'
import { PassedOver } from './passed-over.tsx'

const outcomeWords = (call: Call): string => {
  if (call.outcome === 'stopped') return `Stopped: ${call.stop_reason}`
  if (call.outcome === 'filled') return 'Filled in time: no one was ordered in.'
  if (call.outcome === 'overtaken') return 'The shift was canceled or had started: no one was ordered in.'
  const missing = call.missing_count ?? 0
  return `${call.volunteered_count} volunteered, ${call.ordered_count} ordered in${missing > 0 ? `, ${missing} unfilled: no eligible officers left` : ''}.`
}

const CallRow = ({ call, more }: { call: Call; more: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const [asking, setAsking] = useState(false)
  const stopping = useWrite(stopCall, { invalidates: [readOrderIn, listOrders] })
  const runs = call.outcome === null
  return (
    <li className="flex flex-col gap-1 px-4 py-line md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{more ? `${call.post_name}: ` : ''}</span>
          {runs ? (
            <>
              <Badge tone="live">Asking for volunteers</Badge>{' '}
              <span className="figures">until {dayAndClock(call.closes_at, zone)}</span>
            </>
          ) : (
            outcomeWords(call)
          )}
        </p>
        {runs && (
          <Needs call={stopCall}>
            <Button size="small" look="danger-quiet" onClick={() => setAsking(true)}>
              Stop
            </Button>
          </Needs>
        )}
      </div>
      <p className="text-small text-soft">
        {call.asked_count} {call.asked_count === 1 ? 'officer' : 'officers'} asked {dayAndClock(call.opened_at, zone)}
        {call.opened_by ? ` by ${call.opened_by}` : ' automatically'}: {call.volunteers.length} volunteered,{' '}
        {call.declined_count} declined.
        {call.volunteers.length > 0 && (
          <span>
            {' '}
            Volunteers:{' '}
            {call.volunteers.map((one) => `${one.name}${one.outcome === 'given' ? ' (confirmed)' : ''}`).join(', ')}.
          </span>
        )}
      </p>
      {call.outcome === 'decided' && <PassedOver passed={call.passed} zone={zone} label="Skipped" />}
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title="Stop asking for volunteers?"
        text="No one will be ordered in, and volunteers won't be confirmed."
        action="Stop asking"
        back="Keep asking"
        reasonHint="Officers who volunteered will see this."
        onConfirm={(reason) => stopping.run({ id: call.id, reason })}
      />
    </li>
  )
}

/** The calls for volunteers so far, and who was ordered in. */
const Asked = ({ of }: { of: OutputOf<typeof readOrderIn> }) => (
  <>
    {of.calls.length === 0 && (
      <p className="px-4 py-3 text-soft md:px-5">
        {of.posts.some((post) => post.why_not === 'before_award')
          ? refusals.before_award.text
          : 'No one has been asked yet.'}
      </p>
    )}
    <ul aria-label="Volunteer calls" className="divide-y divide-line empty:hidden">
      {of.calls.map((call) => (
        <CallRow key={call.id} call={call} more={of.posts.length > 1} />
      ))}
    </ul>
    {of.orders.length > 0 && (
      <ul aria-label="Orders" className="divide-y divide-line border-t border-line">
        {of.orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
    )}
  </>
)

type Props = {
  assignmentId: string
  /** When the shift's escalation decides; null: never. */
  planned: Instant | null
  /** Shows the officers of the shift, where requests are decided. */
  toRoster: () => void
}

/** On an assignment: a way to ask for volunteers, who was ordered in, and who was higher on the list. */
export const OrderInCard = ({ assignmentId, planned, toRoster }: Props) => {
  const read = useRead(readOrderIn, { assignment_id: assignmentId })
  const [asking, setAsking] = useState(false)
  const of = read.data
  if (!of) {
    return (
      <Card title="Order-in">
        {read.error ? (
          <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </Card>
    )
  }
  const may = of.posts.some((post) => post.why_not === null)
  // Nothing to show if the shift is filled or over and nobody was asked or ordered in.
  const awardFirst = of.posts.some((post) => post.why_not === 'before_award')
  if (!may && !awardFirst && of.calls.length === 0 && of.orders.length === 0) return null
  return (
    <Card
      title="Order-in"
      hint="Volunteers are asked first, then officers are ordered in from the force list."
      flush
      aside={
        may && (
          <Needs call={openCall}>
            <Button size="small" onClick={() => setAsking(true)}>
              Ask for volunteers
            </Button>
          </Needs>
        )
      }
    >
      <Asked of={of} />
      {asking && may && (
        <AskDialog
          of={of}
          assignmentId={assignmentId}
          planned={planned}
          onClose={() => setAsking(false)}
          toRoster={toRoster}
        />
      )}
    </Card>
  )
}
