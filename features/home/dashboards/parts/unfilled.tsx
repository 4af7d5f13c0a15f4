import { useState } from 'react'
import { AssignLink } from '#features/shifts/signup-decisions/parts/assign-link.tsx'
import { paths } from '#platform/shared/paths.ts'
import { countdown, nearness } from '#platform/web/countdown.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useOrganization } from '#platform/web/session.ts'
import { nearDay, span } from '#platform/web/time.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import type { UnfilledShift } from '../client.unfilled.ts'
import { SOON_HOURS } from '../rules.ts'

/** Within 2 hours a spot is unlikely to be filled, and within 10 minutes it will not be. */
const startTones = {
  past: 'font-medium text-bad',
  soon: 'font-medium text-bad',
  near: 'font-medium text-warn',
  later: 'text-faint',
} as const

const Row = ({ item, now, zone }: { item: UnfilledShift; now: number; zone: string }) => {
  const times = span(item.starts_at, item.ends_at, zone, { now })
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:grid-cols-[1fr_11.5rem_6rem_7rem] md:px-5">
      <span className="min-w-0">
        <Anchor
          to={paths.adminAssignment(item.assignment_id)}
          className="block font-medium md:truncate after:absolute after:inset-0"
        >
          {item.title}
        </Anchor>
        <span className="block text-small text-faint max-md:hidden md:truncate">{item.location_name}</span>
      </span>
      <span className="figures order-3 text-soft md:order-none">
        {nearDay(item.starts_at, zone, now)} {times.clock}
        <span className="block text-small text-faint">
          <span className={startTones[nearness(item.starts_at, now)]}>{countdown(item.starts_at, zone, now)}</span>
          {item.location_name && <span className="md:hidden"> · {item.location_name}</span>}
        </span>
      </span>
      <span>
        <FillBar filled={item.confirmed_count} of={item.required_count} />
        <span className="figures block text-small text-faint max-md:hidden">
          {item.required_count - item.confirmed_count} left
        </span>
        {item.pending_count > 0 && <span className="block text-small text-warn">{item.pending_count} pending</span>}
      </span>
      <span className="relative order-4 flex justify-end md:order-none">
        <AssignLink assignmentId={item.assignment_id} title={item.title} />
      </span>
    </li>
  )
}

const Rows = ({ label, items, now }: { label: string; items: readonly UnfilledShift[]; now: number }) => {
  const { time_zone } = useOrganization()
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <Row key={item.assignment_id} item={item} now={now} zone={time_zone} />
      ))}
    </ul>
  )
}

const allUnfilled = <TextLink to={paths.adminAssignmentsFound({ unfilled: 'yes' })}>All unfilled</TextLink>
const soonTitle = `Unfilled, next ${SOON_HOURS} hours`
const weekTitle = 'Unfilled, next 7 days'

/** Unfilled shifts about to start; `more` start as soon. Nothing where there are none. */
export const UnfilledSoon = ({ items, more, now }: { items: readonly UnfilledShift[]; more: number; now: number }) =>
  items.length > 0 && (
    <Card flush title={soonTitle} aside={allUnfilled}>
      <Rows label={soonTitle} items={items} now={now} />
      {more > 0 && (
        <p className="figures border-t border-line px-4 py-2.5 text-small text-faint md:px-5">
          {more.toLocaleString('en-US')} more {more === 1 ? 'starts' : 'start'} within {SOON_HOURS} hours.
        </p>
      )}
    </Card>
  )

/** On a phone, the shifts that the list shows before it is opened. */
const PHONE_SHOWN = 3

/** `items` are the ones not shown above, `count` is of all. */
export const Unfilled = ({ count, items, now }: { count: number; items: readonly UnfilledShift[]; now: number }) => {
  const phone = usePhone()
  const [all, setAll] = useState(false)
  if (count > 0 && items.length === 0) return null
  const folds = phone && items.length > PHONE_SHOWN
  return (
    <Card
      flush
      title={weekTitle}
      hint={count === 0 ? undefined : `${count} ${count === 1 ? 'shift' : 'shifts'} with open spots`}
      aside={allUnfilled}
    >
      {count === 0 ? (
        <EmptyState
          quiet
          title="No open spots"
          text="Unfilled shifts in the next 7 days appear here, soonest first."
          action={<ButtonLink to={paths.adminAssignmentNew()}>New shift</ButtonLink>}
        />
      ) : (
        <Rows label={weekTitle} items={folds && !all ? items.slice(0, PHONE_SHOWN) : items} now={now} />
      )}
      {folds && (
        <div className="border-t border-line px-2 py-1">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show ${items.length - PHONE_SHOWN} more`}
          </Button>
        </div>
      )}
    </Card>
  )
}
