import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ms } from '#platform/shared/time.ts'
import { clock, day, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import type { leaveCoverage, OwnShift } from '../contract.ts'

type Answer = OutputOf<typeof leaveCoverage>
type Tour = Answer['tours'][number]

const hours = (one: { starts_at: string; ends_at: string }, zone: string): string =>
  `${day(one.starts_at, zone)}, ${span(one.starts_at, one.ends_at, zone).clock}`

/** `Worked Fri, Nov 27, 19:54–02:09`, `Checked in Fri, Nov 27, 19:54`, or the hours of the shift. */
export const workWords = (shift: OwnShift, zone: string): string => {
  const { checked_in_at: from, checked_out_at: to } = shift
  if (from === null) return hours(shift, zone)
  if (to === null) return `Checked in ${day(from, zone)}, ${clock(from, zone)}`
  return `Worked ${hours({ starts_at: from, ends_at: to }, zone)}`
}

const ShiftLine = ({ shift, zone }: { shift: OwnShift; zone: string }) => (
  <li>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TextLink to={paths.adminAssignment(shift.assignment_id)} className="font-medium wrap-anywhere">
        {shift.title}
      </TextLink>
      {shift.checked_in_at === null && <StatusBadge of={signupBadge[shift.status]} />}
    </span>
    <span className="figures block text-soft">
      {workWords(shift, zone)} <span className="text-faint">· {shift.post}</span>
    </span>
  </li>
)

const TourLine = ({ tour, zone }: { tour: Tour; zone: string }) => (
  <li>
    <span className="font-medium wrap-anywhere">{tour.title ? `${tour.title} tour` : 'Tour'}</span>
    <span className="figures block text-soft">{hours(tour, zone)}</span>
  </li>
)

/** What approval does to them today; shifts are never touched. */
const meaning = ({ shifts, tours }: Answer): string =>
  [
    tours.length > 0 && 'Approving cancels the tours on these days.',
    shifts.length > 0 && "Approving doesn't change these shifts.",
  ]
    .filter(Boolean)
    .join(' ')

const startOf = (one: { starts_at: string }) => ms(one.starts_at)

/** The officer's own shifts and tours during the leave, by start. */
export const OwnWork = ({ answer, zone }: { answer: Answer; zone: string }) => {
  const lines = [
    ...answer.shifts.map((shift) => ({
      at: startOf(shift),
      line: <ShiftLine key={shift.signup_id} {...{ shift, zone }} />,
    })),
    ...answer.tours.map((tour) => ({ at: startOf(tour), line: <TourLine key={tour.starts_at} {...{ tour, zone }} /> })),
  ].toSorted((a, b) => a.at - b.at)
  return (
    <section>
      <h3 className="font-semibold">Shifts and tours on these days</h3>
      {lines.length === 0 ? (
        <p className="text-soft">No shifts or tours on these days.</p>
      ) : (
        <>
          <ul aria-label="Shifts and tours on these days" className="mt-1 flex flex-col gap-2">
            {lines.map((one) => one.line)}
          </ul>
          <p className="mt-1 text-small text-faint">{meaning(answer)}</p>
        </>
      )}
    </section>
  )
}
