import { listLatest } from '#features/department/notifications/contract.ts'
import { ShiftTime } from '#features/shifts/assignments/parts/shift-time.tsx'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { pressLook } from '#features/shifts/eligibility/client.press.ts'
import { oneReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { mainReason } from '#features/shifts/eligibility/rules.main.ts'
import { paths } from '#platform/shared/paths.ts'
import { ordinal } from '#platform/shared/text.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { answerCall, type MyOrders, readMyOrders, seeOrder } from '../contract.calls.ts'
import { earlierOrders, listWords, neededWords, volunteerOrder } from '../words.ts'
import { OrderState } from './order-state.tsx'
import { PassedOver } from './passed-over.tsx'

/** The list that an order was chosen from, as it stands now; several units have none together. */
const listOf = ({ list_units: [unit, ...others] }: Pick<MyOrders['orders'][number], 'list_units'>): string =>
  paths.officerStandingList('force') + (unit && others.length === 0 ? `&unit=${encodeURIComponent(unit)}` : '')

/** What signing up leads to, unlike an answer to the call. */
const takenWords = {
  first_come: 'You get the spot now',
  approval: 'An admin approves',
  award: 'The award rule decides',
} as const
/** Before the reason: the call decides by what is true when it ends. */
const cannotWords = (answer: AskedOne['answer']): string =>
  answer === 'yes' ? "You volunteered, but you can't get this shift now" : "You can't get this shift now"
/** Answering marks the notification as read. */
const answered = [readMyOrders, listLatest] as const
const answerWords = { yes: 'You volunteered', no: 'You declined' } as const

type AskedOne = MyOrders['asked'][number]

/** The shift that volunteers are needed for, and what keeps the officer from it. */
const AskedAbout = ({ one, against }: { one: AskedOne; against: AskedOne['reasons'][number] | null }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        Volunteers needed:{' '}
        <TextLink to={paths.officerAssignments(one.assignment_id)} className="py-3">
          {one.title}
        </TextLink>{' '}
        {one.answer && <Badge tone={against ? 'plain' : 'info'}>{answerWords[one.answer]}</Badge>}
      </p>
      <ShiftTime shift={one} />
      <p className="text-small text-soft">{neededWords(one.missing)}</p>
      {against && (
        <p className="figures text-small font-medium text-warn">
          {cannotWords(one.answer)}: {oneReason(against, zone, now, one.starts_at)}
        </p>
      )}
    </div>
  )
}

/** The call for volunteers: the spot that can be had now, and yes or no, each with what it leads to. `here`: on the page of the shift. */
const Asked = ({ one, here = false }: { one: AskedOne; here?: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const answering = useWrite(answerCall, { invalidates: answered })
  const say = (answer: 'yes' | 'no') => void answering.run({ id: one.id, answer }).catch(toast.failure)
  const over = now >= Date.parse(one.closes_at)
  const to = paths.officerAssignments(one.assignment_id)
  // A read that the device stored with an earlier version has none.
  const against = mainReason(one.reasons ?? [])
  const possible = !over && against === null
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <AskedAbout one={one} against={against} />
      <div className="figures grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 [&>span]:text-small [&>span]:text-soft">
        {one.takes_signups && possible && !here && (
          <>
            <ButtonLink look={pressLook[modeNow(one)]} to={to} aria-label={`Sign up now: ${one.title}`}>
              Sign up now
            </ButtonLink>
            <span>{takenWords[modeNow(one)]}</span>
          </>
        )}
        {/* Once answered, only the other answer is left to give. */}
        {possible && one.answer !== 'yes' && (
          <>
            <Button
              look={one.takes_signups ? 'plain' : 'tint'}
              busy={answering.pending}
              aria-label={`Volunteer: ${one.title}`}
              onClick={() => say('yes')}
            >
              Volunteer
            </Button>
            <span>
              Only if still needed {dayAndClock(one.closes_at, zone, now)}. {volunteerOrder(one.by)}
            </span>
          </>
        )}
        {(possible ? one.answer !== 'no' : !over && one.answer === 'yes') && (
          <>
            <Button busy={answering.pending} aria-label={`Decline: ${one.title}`} onClick={() => say('no')}>
              Decline
            </Button>
            <span>{against ? 'Withdraws your answer' : 'You can still be ordered in'}</span>
          </>
        )}
        {over && <span className="col-span-full">Time is up</span>}
      </div>
    </li>
  )
}

type OwnOrder = MyOrders['orders'][number]
const waitsForAnswer = ({ state, seen_at }: OwnOrder): boolean => state === 'to_come' && seen_at === null

const tellAcknowledged = ({ title }: OwnOrder) => toast.success('Order acknowledged', `${title} is in your schedule.`)

/** The officer's own order with its receipt and a one-time acknowledgment: `first` in the phone's action bar. */
const Order = ({ order, first }: { order: OwnOrder; first: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const seeing = useWrite(seeOrder, { invalidates: answered })
  const waits = waitsForAnswer(order)
  const acknowledge = (shape: { size?: 'large'; wide?: true } = {}) => (
    <Button
      {...shape}
      // In place it is beside other actions; the bar has the one of the moment.
      look={shape.wide ? 'primary' : 'tint'}
      busy={seeing.pending}
      aria-label={`Acknowledge: ${order.title}`}
      onClick={() => void seeing.run({ id: order.id }).then(() => tellAcknowledged(order), toast.failure)}
    >
      {/* In the bar it is far from the order that it is about. */}
      {shape.wide ? <span className="truncate">Acknowledge: {order.title}</span> : 'Acknowledge'}
    </Button>
  )
  return (
    <li className="flex flex-col gap-1 px-4 py-line md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {order.state === 'to_come' ? "You've been ordered in: " : ''}
            {order.title} <OrderState of={order} />
          </p>
          <ShiftTime shift={order} />
        </div>
        {waits ? (
          first ? (
            <ActionBar yields otherwise={acknowledge()}>
              {acknowledge({ size: 'large', wide: true })}
            </ActionBar>
          ) : (
            acknowledge()
          )
        ) : (
          order.seen_at && (
            <span className="text-small text-faint">Acknowledged {dayAndClock(order.seen_at, zone)}</span>
          )
        )}
      </div>
      <p className="text-small text-soft">
        {order.cancel_reason ?? (
          <>
            You were {ordinal(order.position)} on{' '}
            <TextLink to={listOf(order)} className="py-3.5">
              {listWords(order.list_units)}
            </TextLink>
            , with {earlierOrders(order.count_before)}, and the first eligible officer.
          </>
        )}
      </p>
      {order.passed ? (
        <PassedOver passed={order.passed} zone={zone} label={`Skipped for ${order.title}`} />
      ) : (
        <p className="text-small text-soft">You can see the skipped officers once you're back online.</p>
      )}
    </li>
  )
}

/** The officer's order for one shift and its calls for volunteers, on its page; nothing where there are none. */
export const OrderOf = ({ assignment_id }: { assignment_id: string }) => {
  const { data } = useRead(readMyOrders, {})
  const order = data?.orders.find((one) => one.assignment_id === assignment_id)
  const asked = data?.asked.filter((one) => one.assignment_id === assignment_id) ?? []
  if (!order && asked.length === 0) return null
  return (
    <Card title="Order-in" flush>
      <ul className="divide-y divide-line">
        {order && <Order order={order} first={waitsForAnswer(order)} />}
        {asked.map((one) => (
          <Asked key={one.id} one={one} here />
        ))}
      </ul>
    </Card>
  )
}

/** Current calls for volunteers and the officer's orders; with `open`, only those that need a response, for the dashboard. */
export const MyOrderIns = ({ open = false }: { open?: boolean }) => {
  const mine = useRead(readMyOrders, {})
  const { asked = [] } = mine.data ?? {}
  const orders = (mine.data?.orders ?? []).filter((one) => !open || waitsForAnswer(one))
  if (open && asked.length === 0 && orders.length === 0) return null
  const first = orders.find(waitsForAnswer)
  return (
    <>
      {mine.error && !mine.data && <ErrorState quiet error={mine.error} retry={() => void mine.refetch()} />}
      {(asked.length > 0 || orders.length > 0) && (
        <Card title="Order-in" flush>
          <ul className="divide-y divide-line">
            {/* What binds goes before what may be declined. */}
            {orders.map((order) => (
              <Order key={order.id} order={order} first={order === first} />
            ))}
            {asked.map((one) => (
              <Asked key={one.id} one={one} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
