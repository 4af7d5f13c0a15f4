import { contactWords } from '#features/department/channels/words.ts'
import {
  calledOffWords,
  kindWords,
  type LedgerKind,
  sourceWords,
} from '#features/shifts/award-rules/rules.opportunities.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock, duration } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { Opportunity } from '../contract.ts'

const toneOf = (kind: LedgerKind) => {
  if (kind === 'accepted' || kind === 'worked' || kind === 'volunteered') return 'ok'
  if (kind === 'refused' || kind === 'called_off') return 'warn'
  if (kind === 'offered') return 'info'
  return kind === 'ordered' ? 'hold' : 'plain'
}

const hoursOf = (minutes: number) => (minutes < 0 ? `minus ${duration(-minutes)}` : duration(minutes))

/** An imported entry can count several times at once, with or without hours. */
const countedOf = ({ minutes, times }: Pick<Opportunity, 'minutes' | 'times'>): string => {
  const often = Math.abs(times ?? 1)
  if (often <= 1) return hoursOf(minutes)
  const words = `${(times ?? 1) < 0 ? 'minus ' : ''}${often} times`
  return minutes === 0 ? words : `${words}, ${hoursOf(minutes)}`
}

const figuresOf = (one: Opportunity): string => {
  const { kind, minutes, times, contact, source, assigned } = one
  if (contact !== null) return contactWords[contact]
  if (assigned || isCarriedOver(one)) return countedOf({ minutes, times })
  return `${countedOf({ minutes, times })} ${kind === 'called_off' ? calledOffWords[source] : sourceWords[source]}`
}

/** Hours imported with no shift: the officer accepted nothing here. Imported orders and turns keep their kind. */
const isCarriedOver = ({ kind, source, assignment_id }: Opportunity): boolean =>
  source === 'import' && assignment_id === null && kind === 'accepted'

/** What an entry that takes hours back says of them; null for every other entry. A correction of worked hours reverses nothing. */
const reversedWords = ({ minutes, times, source, note }: Opportunity): string | null => {
  if (minutes >= 0 || times === 0 || source === 'import') return null
  return note === 'Undone' ? note : 'Reversed'
}

const badgeWords = (one: Opportunity): string => {
  if (one.assigned) return 'Assigned'
  return reversedWords(one) ?? (isCarriedOver(one) ? 'Carried over' : kindWords[one.kind])
}

/** `Assigned by Daniel Reyes: Knows the building` */
const assignedWords = ({ name, reason }: NonNullable<Opportunity['assigned']>): string =>
  `Assigned by ${name ?? 'an admin'}${reason ? `: ${reason}` : ''}`

/** Links to the shift in the reader's part of the app. */
const Shift = ({ one, side }: { one: Opportunity; side: 'admin' | 'officer' }) => {
  const title = one.title ?? one.note ?? 'Imported from another system'
  if (one.assignment_id === null) return <span>{title}</span>
  return side === 'admin' ? (
    <TextLink to={paths.adminAssignment(one.assignment_id)}>{title}</TextLink>
  ) : (
    <span className="font-medium">{title}</span>
  )
}

type ListProps = {
  items: readonly Opportunity[]
  side: 'admin' | 'officer'
  /** What an entry charged, in words. */
  chargedWords?: (one: Opportunity) => string | null
}
/** Offers and their outcomes, latest first; with names on the admin side. */
export const OpportunityList = ({ items, side, chargedWords }: ListProps) => {
  const { time_zone } = useOrganization()
  return (
    <ul className="divide-y divide-line">
      {items.map((one) => (
        <li
          key={one.id}
          className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[10rem_1fr_auto_7rem] md:px-5"
        >
          <time dateTime={one.at} className="figures col-span-2 text-small text-faint md:col-span-1 md:pt-0.5">
            {dayAndClock(one.at, time_zone)}
          </time>
          <div className="min-w-0">
            {side === 'admin' && (
              <p className="font-medium">
                {one.officer_name}
                {one.badge_number && <span className="text-faint"> · {one.badge_number}</span>}
              </p>
            )}
            <p className="break-words">
              <Shift one={one} side={side} />
              {one.starts_at && (
                <span className="figures block text-small text-faint md:inline">
                  <span className="hidden md:inline"> · </span>
                  {dayAndClock(one.starts_at, time_zone)}
                </span>
              )}
            </p>
            {one.assigned && <p className="text-small text-soft">{assignedWords(one.assigned)}</p>}
            {one.note && one.title && one.note !== reversedWords(one) && (
              <p className="text-small text-soft">{one.note}</p>
            )}
          </div>
          <div className="flex flex-col items-end gap-1 text-right md:flex-row md:items-center md:gap-3">
            <Badge tone={isCarriedOver(one) || reversedWords(one) ? 'plain' : toneOf(one.kind)}>
              {badgeWords(one)}
            </Badge>
            <span className="figures text-small text-faint md:order-first">{figuresOf(one)}</span>
          </div>
          {chargedWords && (
            <span className="figures col-span-2 text-right text-small text-soft empty:hidden md:col-span-1 md:pt-0.5">
              {chargedWords(one)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
