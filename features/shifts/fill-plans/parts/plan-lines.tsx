import { useState } from 'react'
import { ContactLine } from '#features/roster/officers/parts/contact-line.tsx'
import { useMayBulk } from '#features/shifts/signup-decisions/parts/bulk-approve.tsx'
import { paths } from '#platform/shared/paths.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { countdown } from '#platform/web/countdown.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock, duration, span } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUndoLines } from '../client.undo.ts'
import { type PlanLine, readPlan, takeLine, undoLines, type WaitingAt } from '../contract.ts'
import { whyUnselected } from '../rules.selected.ts'
import { runningOf } from '../rules.shares.ts'
import { askedHow, askedWords, orderWords, passedWords, unselectedWords } from '../words.ts'
import { TakeLines } from './take-lines.tsx'
import { WaitingLine } from './waiting-line.tsx'

const Explained = ({ line }: { line: PlanLine }) => (
  <details className="text-small text-soft">
    <summary className="w-fit cursor-pointer rounded-ui text-brand-ink">Why {line.officer_name}</summary>
    <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5">
      <li>
        {orderWords(line.order, line.able)}: {duration(line.minutes_before)} extra so far
      </li>
      {line.applied && <li>Requested this shift</li>}
      {line.volunteered && <li>Volunteered when asked</li>}
      {askedHow(line) && <li>Officers who requested or volunteered come before others</li>}
      {line.passed.map((one) => (
        <li key={one.officer_id}>
          {one.name} ({duration(one.minutes)}
          {one.asked && `, ${one.asked}`}) {passedWords(one.why, one.instead)}
        </li>
      ))}
    </ul>
  </details>
)

type Total = { before: number; after: number }
type RowProps = {
  planId: string
  line: PlanLine
  waiting: readonly WaitingAt[]
  total: Total | undefined
  zone: string
  now: number
  ticked: boolean
  onTick: ((on: boolean) => void) | null
}

const Asked = ({ line }: { line: PlanLine }) => {
  const how = askedHow(line)
  return how && <Badge tone="info">{how}</Badge>
}

/** Why the line isn't selected: what to do, or to know, before anyone is assigned. */
const lookWords = (line: PlanLine, zone: string, now: number): string | null => {
  const why = whyUnselected(line, now)
  if (why === 'soon') return `Starts ${countdown(line.starts_at, zone, now)}. Call the officer first.`
  if (why === 'asked' && line.asked_until)
    return `Officers can volunteer until ${dayAndClock(line.asked_until, zone, now)}.`
  return why === 'paused' ? `Escalation paused: ${line.pause_reason}` : null
}

/** The shift, who is waiting for it, and why it isn't selected. */
const Shift = ({ line, waiting, zone, now }: Pick<RowProps, 'line' | 'waiting' | 'zone' | 'now'>) => {
  const look = line.open ? lookWords(line, zone, now) : null
  const { day, clock } = span(line.starts_at, line.ends_at, zone, { now })
  return (
    <div className="min-w-48 flex-1">
      <p className="font-medium">
        <TextLink to={paths.adminAssignment(line.assignment_id)}>{line.title}</TextLink>
      </p>
      <p className="figures text-soft">
        {day} · {clock}, {line.post_name}
      </p>
      {look && <p className="text-small wrap-anywhere text-warn">{look}</p>}
      <WaitingLine of={line} waiting={waiting} />
    </div>
  )
}

/** The line's state and its button. */
const State = ({ planId, line, now }: Pick<RowProps, 'planId' | 'line' | 'now'>) => {
  const taking = useWrite(takeLine, { invalidates: [readPlan] })
  const undoing = useUndoLines(planId)
  const may = useMay()
  const take = () =>
    taking
      .run({ id: line.id })
      .then(() => undoing.report('Officer assigned', `${line.officer_name}, ${line.title}`, [line.id]))
      .catch(toast.failure)
  if (line.taken_at)
    return (
      <>
        <Badge tone="ok">Assigned</Badge>
        {line.taken_by && <p className="text-small text-faint">{line.taken_by}</p>}
        {line.undoable && now - Date.parse(line.taken_at) < UNDO_SECONDS * 1000 && may(undoLines) && (
          <Button
            size="small"
            look="quiet"
            busy={undoing.busy}
            aria-label={`Undo: ${line.officer_name}, ${line.title}`}
            onClick={() => void undoing.undo([line.id])}
          >
            Undo
          </Button>
        )}
      </>
    )
  if (!line.open) return <Badge>Past</Badge>
  if (!may(takeLine)) return <Badge>Open</Badge>
  return (
    <Button size="small" busy={taking.pending} onClick={() => void take()}>
      Assign
    </Button>
  )
}

const Row = ({ planId, line, waiting, total, zone, now, ticked, onTick }: RowProps) => {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-line md:flex-nowrap md:px-5">
      {onTick && (
        <span className="pt-0.5">
          <Checkbox
            aria-label={`Select ${line.officer_name}, ${line.title}`}
            checked={ticked}
            disabled={!line.open}
            onChange={onTick}
          />
        </span>
      )}
      <Shift {...{ line, waiting, zone, now }} />
      <div className={cx('min-w-48 flex-1', onTick && 'pl-9 md:pl-0')}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <TextLink to={paths.adminOfficer(line.officer_id)}>{line.officer_name}</TextLink>
          <span className="figures font-normal text-faint">{line.badge_number}</span>
          <Asked line={line} />
        </p>
        <ContactLine of={{ ...line, name: line.officer_name }} />
        <p className="figures text-soft">
          {duration(total?.before ?? line.minutes_before)} → {duration(total?.after ?? line.minutes_after)} extra
        </p>
        <Explained line={line} />
      </div>
      <div className={cx('w-full md:w-32 md:text-right', onTick && 'pl-9 md:pl-0')}>
        <State {...{ planId, line, now }} />
      </div>
    </li>
  )
}

/** What to do, how many asked, and what assigning means for those who did not. */
const hintOf = (items: readonly PlanLine[], bulk: boolean, now: number): string | undefined => {
  if (items.length === 0) return undefined
  const press = bulk ? "Deselect the lines you don't want, then assign the rest." : 'Assign line by line.'
  const asked = askedWords(items.filter((line) => askedHow(line) !== null).length, items.length)
  const open = bulk ? items.filter((line) => line.open) : []
  const left = unselectedWords(open.map((line) => whyUnselected(line, now)))
  const whom = items.every((line) => line.has_account) ? 'officers' : 'officers with an account'
  return `${press}${left ? ` ${left}` : ''} ${asked} This isn't an order-in: ${whom} are notified, and officers can call off as usual.`
}

type LinesProps = { planId: string; items: readonly PlanLine[]; waiting: readonly WaitingAt[]; zone: string }

/**
 * The lines of a plan, earliest shift first; applied one by one, or all selected ones at once if the department's subscription
 * plan allows it.
 */
export const PlanLines = ({ planId, items, waiting, zone }: LinesProps) => {
  const now = useNow()
  const bulk = useMayBulk()
  const open = items.filter((line) => line.open)
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const chosen = open.filter((line) => ticks.get(line.id) ?? whyUnselected(line, now) === null)
  const ids = chosen.map(({ id }) => id)
  const totals = runningOf(items)
  return (
    <Card
      flush
      title="Proposed"
      hint={hintOf(items, bulk, now)}
      aside={bulk && chosen.length > 0 && <TakeLines planId={planId} lines={chosen} waiting={waiting} zone={zone} />}
    >
      {items.length === 0 ? (
        <EmptyState quiet title="No eligible officers for open spots" text="The reasons are listed below." />
      ) : (
        <>
          {bulk && open.length > 1 && (
            <div className="border-b border-line px-4 py-2 md:px-5">
              <Checkbox
                label="All"
                checked={chosen.length === open.length}
                some={chosen.length > 0 && chosen.length < open.length}
                onChange={(on) => setTicks(new Map(open.map(({ id }) => [id, on])))}
              />
            </div>
          )}
          <ul aria-label="Proposed shifts" className="divide-y divide-line">
            {items.map((line) => (
              <Row
                key={line.id}
                planId={planId}
                line={line}
                waiting={waiting}
                total={totals.get(line.id)}
                zone={zone}
                now={now}
                ticked={ids.includes(line.id)}
                onTick={bulk ? (on) => setTicks(new Map([...ticks, [line.id, on]])) : null}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
