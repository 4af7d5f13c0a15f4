import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Stat } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import type { adminDashboard } from '../contract.ts'

type Answer = OutputOf<typeof adminDashboard>

/** What waits for an admin, in numbers; each leads to the list it counts. */
export const Waiting = ({ waiting }: { waiting: Answer['waiting'] }) => {
  const { features_enabled: features } = useOrganization()
  const tone = (count: number) => (count > 0 ? { tone: 'warn' as const } : {})
  return (
    <section aria-label="Needs a decision">
      <h2 className="mb-2 font-semibold">Needs a decision</h2>
      <div
        className={cx('grid grid-cols-2 gap-3 md:grid-cols-3', features.overtime ? 'xl:grid-cols-6' : 'xl:grid-cols-5')}
      >
        <Stat
          label="Sign-ups"
          value={waiting.signups}
          note="to approve"
          to={paths.adminAssignments('pending')}
          {...tone(waiting.signups)}
        />
        <Stat
          label="Call-offs"
          value={waiting.calloffs}
          note="to decide"
          to={paths.adminAssignments('pending')}
          {...tone(waiting.calloffs)}
        />
        <Stat
          label="Hours"
          value={waiting.attendance}
          note="to review"
          to={paths.adminAttendance()}
          {...tone(waiting.attendance)}
        />
        {features.overtime && (
          <Stat
            label="Extra time"
            value={waiting.extra_time}
            note="to decide"
            to={paths.adminOvertime()}
            {...tone(waiting.extra_time)}
          />
        )}
        <Stat
          label="Leave"
          value={waiting.leave}
          note="to decide"
          to={paths.adminLeaveRequests()}
          {...tone(waiting.leave)}
        />
        <Stat
          label="Officers"
          value={waiting.officers}
          note="to approve"
          to={paths.adminOfficers('pending')}
          {...tone(waiting.officers)}
        />
      </div>
    </section>
  )
}
