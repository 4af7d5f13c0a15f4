import { useId, useState } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SelectField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type AssignmentOrders, type Call, listOrders, openCall, readOrderIn, stopCall } from '../contract.calls.ts'
import { OrderRow } from './order-row.tsx'
import { PassedOver } from './passed-over.tsx'

const AskDialog = ({
  of,
  assignmentId,
  onClose,
}: {
  of: AssignmentOrders
  assignmentId: string
  onClose: () => void
}) => {
  const id = useId()
  const { time_zone: zone } = useOrganization()
  const open = of.posts.filter((post) => post.why_not === null)
  const form = useContractForm(openCall, {
    assignment_id: assignmentId,
    post_id: open[0]?.id ?? '',
    minutes: of.volunteer_minutes,
  })
  const ask = useWrite(openCall, { invalidates: [readOrderIn] })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ask for volunteers"
      description="Everybody who may work it is asked at once. When the time is over, volunteers have the places and the rest is ordered down the force list."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Ask now
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={async (input) => {
          const { asked, closes_at } = await ask.run(input)
          toast.success(
            `${asked} ${asked === 1 ? 'officer was' : 'officers were'} asked`,
            `It is decided ${dayAndClock(closes_at, zone)}.`,
          )
        }}
        onDone={onClose}
      >
        {open.length > 1 && (
          <SelectField
            form={form}
            name="post_id"
            label="Post"
            options={open.map((post) => ({ value: post.id, label: post.name, hint: `${post.missing} missing` }))}
          />
        )}
        <NumberField form={form} name="minutes" label="Minutes to answer" min={5} max={2880} />
      </Form>
    </Dialog>
  )
}

const outcomeWords = (call: Call): string => {
  if (call.outcome === 'stopped') return `Stopped: ${call.stop_reason}`
  if (call.outcome === 'filled') return 'Filled before the time was over: nobody was ordered.'
  if (call.outcome === 'overtaken') return 'The shift was cancelled or had begun: nobody was ordered.'
  const missing = call.missing_count ?? 0
  return `${call.volunteered_count} volunteered, ${call.ordered_count} ordered${missing > 0 ? `, ${missing} not filled: nobody left may work it` : ''}.`
}

const CallRow = ({ call, more }: { call: Call; more: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const [asking, setAsking] = useState(false)
  const stopping = useWrite(stopCall, { invalidates: [readOrderIn, listOrders] })
  const runs = call.outcome === null
  return (
    <li className="flex flex-col gap-1 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{more ? `${call.post_name}: ` : ''}</span>
          {runs ? (
            <>
              <Badge tone="live">Volunteers are asked</Badge>{' '}
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
        {call.asked_count} asked {dayAndClock(call.opened_at, zone)}
        {call.opened_by ? ` by ${call.opened_by}` : ' by the escalation'}, {call.volunteers.length} said yes,{' '}
        {call.declined_count} said no.
        {call.volunteers.length > 0 && (
          <span>
            {' '}
            Yes: {call.volunteers.map((one) => `${one.name}${one.outcome === 'given' ? ' (has it)' : ''}`).join(', ')}.
          </span>
        )}
      </p>
      {call.outcome === 'decided' && <PassedOver passed={call.passed} zone={zone} label="Passed over" />}
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title="Stop asking for volunteers?"
        text="Nobody is ordered, and nobody who said yes has the place by it."
        action="Stop"
        back="Go on asking"
        reasonHint="Those who said yes will read it."
        onConfirm={(reason) => stopping.run({ id: call.id, reason })}
      />
    </li>
  )
}

/** On an assignment: ask for volunteers, who was ordered, and who stood before. */
export const OrderInCard = ({ assignmentId }: { assignmentId: string }) => {
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
  // A shift that is filled, or over, and where nobody was ordered has nothing to say here.
  if (!may && of.calls.length === 0 && of.orders.length === 0) return null
  return (
    <Card
      title="Order-in"
      hint="Volunteers are asked first; then the force list is gone down."
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
      {of.calls.length === 0 && <p className="px-4 py-3 text-soft md:px-5">Nobody was asked yet.</p>}
      <ul aria-label="Volunteers asked for" className="divide-y divide-line empty:hidden">
        {of.calls.map((call) => (
          <CallRow key={call.id} call={call} more={of.posts.length > 1} />
        ))}
      </ul>
      {of.orders.length > 0 && (
        <ul aria-label="Orders" className="divide-y divide-line border-t border-line">
          {of.orders.map((order) => (
            <OrderRow key={order.id} order={order} linked={false} />
          ))}
        </ul>
      )}
      {asking && <AskDialog of={of} assignmentId={assignmentId} onClose={() => setAsking(false)} />}
    </Card>
  )
}
