import { paths } from '#platform/shared/paths.ts'
import { DAY } from '#platform/shared/time.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day, dayAndClock, duration, span } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { RowLink, TextLink } from '#platform/web/ui/link.tsx'
import { attendanceFlagBadge, extraTimeBadge } from '#platform/web/ui/status.ts'
import type { ExtraTimeRequest } from '../contract.ts'
import { REMINDED_AFTER_DAYS } from '../rules.ts'
import { kindWords } from '../words.ts'

export const OfficerCell = ({ row }: { row: ExtraTimeRequest }) => (
  <span className="block md:min-w-28">
    <RowLink to={paths.adminOfficer(row.officer.id)}>{row.officer.name}</RowLink>
    {row.own && <span className="text-faint"> (you)</span>}
    <span className="block text-small font-normal text-faint">
      {[row.officer.badge_number, row.officer.unit].filter(Boolean).join(' · ')}
    </span>
  </span>
)

export const KindCell = ({ row }: { row: ExtraTimeRequest }) => (
  // Not wrap-anywhere, which lets a narrow column cut words in two.
  <span className="wrap-break-word md:block md:max-w-56 md:min-w-24">
    {kindWords[row.kind]}
    {row.kind === 'court' && (
      <span className="text-small text-faint md:block">
        <span className="md:hidden"> · </span>
        {row.docket_number} · {row.court}
      </span>
    )}
    {row.shift && (
      <span className="text-small md:block">
        <span className="md:hidden"> · </span>
        <TextLink to={paths.adminAssignment(row.shift.assignment_id)}>{row.shift.title}</TextLink>
      </span>
    )}
  </span>
)

/** When the time was worked, and the requested times if others were approved. */
export const TimeCell = ({ row }: { row: ExtraTimeRequest }) => {
  const { time_zone: zone } = useOrganization()
  const times = span(row.starts_at, row.ends_at, zone)
  return (
    <span className="figures">
      <span className="whitespace-nowrap md:block">{times.day}</span>{' '}
      <span className="whitespace-nowrap">{times.clock}</span>
      {times.notes.map((note) => (
        <span key={note} className="text-small text-faint md:block">
          <span className="md:hidden">, </span>
          {note}
        </span>
      ))}
      {row.asked && (
        <span className="text-small text-faint md:block">
          <span className="md:hidden">, </span>claimed from {dayAndClock(row.asked.starts_at, zone)}
        </span>
      )}
    </span>
  )
}

export const MinutesCell = ({ row }: { row: ExtraTimeRequest }) => (
  <span className="figures whitespace-nowrap">
    {duration(row.minutes)}
    {row.asked && (
      <span className="text-small text-faint md:block">
        <span className="md:hidden">, </span>claimed {duration(row.asked.minutes)}
      </span>
    )}
  </span>
)

export const ReasonCell = ({ row }: { row: ExtraTimeRequest }) => (
  <span className="block text-small md:max-w-96 md:min-w-28 xl:min-w-40 wrap-anywhere whitespace-pre-line text-soft">
    {row.reason}
    {row.decision_reason && (
      <span className="mt-1 block text-ink">
        {row.decided_by ?? 'Admin'}: "{row.decision_reason}"
      </span>
    )}
  </span>
)

const daysSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / DAY)

/** Since when the claim has been waiting, or who decided and when. `named`: the list is of this state alone, and its head says so. */
export const StandingCell = ({ row, named = false }: { row: ExtraTimeRequest; named?: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const waits = daysSince(row.submitted_at)
  return (
    <span className="flex flex-col items-end gap-1 md:items-start">
      {!named && <StatusBadge of={extraTimeBadge[row.state]} />}
      {row.overlaps && <StatusBadge of={attendanceFlagBadge.overlaps_other_work} />}
      <span className="figures text-small text-faint">
        {/* A card has no head. */}
        {row.state === 'pending' && <span className={named ? 'md:hidden' : undefined}>Pending since </span>}
        {row.state === 'pending'
          ? day(row.submitted_at, zone)
          : row.decided_at && row.state !== 'withdrawn' && row.state !== 'expired'
            ? `${dayAndClock(row.decided_at, zone)}${row.decided_by ? `, ${row.decided_by}` : ''}`
            : row.state === 'expired'
              ? `on ${dayAndClock(row.expires_at, zone)}`
              : ''}
      </span>
      {row.state === 'pending' && waits >= REMINDED_AFTER_DAYS[0] && <Badge tone="warn">{waits} days</Badge>}
    </span>
  )
}

/** Accessible name of a row: whose, what, when. */
export const rowNameOf = (row: ExtraTimeRequest, zone: string): string => {
  const { day } = span(row.starts_at, row.ends_at, zone)
  return `${row.officer.name}, ${kindWords[row.kind]}, ${day} ${clock(row.starts_at, zone)}`
}
