import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import type { adminDashboard } from '../contract.ts'

type Answer = OutputOf<typeof adminDashboard>

/** What waits for an admin, in numbers; each leads to the list it counts. */
export const Waiting = ({ waiting }: { waiting: Answer['waiting'] }) => {
  const { features_enabled: features } = useOrganization()
  const counts = [
    { label: 'Sign-ups', count: waiting.signups, to: paths.adminAssignments('pending') },
    { label: 'Call-offs', count: waiting.calloffs, to: paths.adminAssignments('pending') },
    { label: 'Hours', count: waiting.attendance, to: paths.adminAttendance() },
    ...(features.overtime ? [{ label: 'Extra time', count: waiting.extra_time, to: paths.adminOvertime() }] : []),
    { label: 'Leave', count: waiting.leave, to: paths.adminLeaveRequests() },
    { label: 'Officers', count: waiting.officers, to: paths.adminOfficers('pending') },
  ]
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-4 md:-mx-2 md:flex md:flex-wrap">
      {counts.map(({ label, count, to }) => (
        <li key={label}>
          <Anchor
            to={to}
            className="flex min-h-11 items-baseline justify-between gap-2 rounded-ui py-2.5 hover:bg-hover md:min-h-9 md:px-2 md:py-1.5"
          >
            <span className="text-soft">{label}</span>{' '}
            <span className={cx('figures', count > 0 ? 'font-semibold text-warn' : 'text-faint')}>
              {count.toLocaleString('en-US')}
            </span>
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
