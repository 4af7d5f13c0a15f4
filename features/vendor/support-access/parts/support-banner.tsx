import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { type Session, useRenewSession, useSession } from '#platform/web/session.ts'
import { clock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo, usePathname } from '#platform/web/url.ts'
import { useCountdown } from '../client.ts'
import { endSupport, endVisit } from '../contract.ts'
import { countdownWords } from '../rules.ts'

type BarProps = { label: string; writes: boolean; children: ReactNode; action: ReactNode; stays?: boolean }

/** One line under the header that stays visible; two lines on a phone. */
const Bar = ({ label, writes, children, action, stays = true }: BarProps) => {
  const Icon = writes ? Pencil : Eye
  return (
    <section
      aria-label={label}
      data-visit={stays ? '' : undefined}
      className={cx(
        'no-print flex items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 md:px-6',
        stays && 'sticky top-14 z-10',
        writes ? 'border-warn-line bg-warn-wash' : 'border-info-line bg-info-wash',
      )}
    >
      <Icon aria-hidden className={cx('size-5 shrink-0 max-sm:hidden', writes ? 'text-warn' : 'text-info')} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </section>
  )
}

/** The super admin's banner: the department, the time left, and the button to end it. */
const Own = ({
  support,
  organization,
}: {
  support: NonNullable<Session['support']>
  organization: Session['organization']
}) => {
  const { now } = useCountdown(support.ends_at)
  const path = usePathname()
  const go = useGo()
  const renew = useRenewSession()
  const end = useWrite(endSupport)
  const stop = async () => {
    try {
      await end.run({})
      go(organization ? paths.superAdminOrganization(organization.id) : paths.superAdminDashboard())
      await renew()
      toast.success('Support access ended', 'The organization can see when you had access and what you changed.')
    } catch (error) {
      toast.failure(error)
    }
  }
  const isInside = !path.startsWith(paths.superAdmin())
  return (
    <Bar
      label="Support access"
      writes={support.may_write}
      stays={isInside}
      action={
        <Button size="small" busy={end.pending} onClick={() => void stop()}>
          End
        </Button>
      }
    >
      <p className="truncate">
        <strong className="figures font-semibold" role="timer">
          {countdownWords(Date.parse(support.ends_at), now)}
        </strong>{' '}
        <span className="font-semibold">{support.may_write ? 'Changes allowed' : 'Read-only'}</span>
        <span className="text-soft max-md:hidden"> · {support.reason}</span>
      </p>
      <p className="truncate text-small">
        {isInside ? 'Inside ' : 'Viewing '}
        {isInside ? organization?.name : <TextLink to={paths.adminDashboard()}>{organization?.name}</TextLink>}
        {isInside && (
          <>
            {' · '}
            <TextLink to={paths.superAdminDashboard()}>Vendor pages</TextLink>
          </>
        )}
      </p>
    </Bar>
  )
}

/** The department admins' banner: who has access, why, until when, and the button to end it. */
const Visiting = ({ visit, zone }: { visit: Session['visits'][number]; zone: string }) => {
  const { over } = useCountdown(visit.ends_at)
  const renew = useRenewSession()
  const end = useWrite(endVisit)
  const stop = async () => {
    try {
      await end.run({ id: visit.id })
      await renew()
      toast.success('Access ended', `${visit.by_name} can no longer see your department.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  if (over) return null
  return (
    <Bar
      label="Vendor support active"
      writes={visit.may_write}
      action={
        <Button size="small" busy={end.pending} onClick={() => void stop()}>
          End access
        </Button>
      }
    >
      <p className="md:truncate">
        <span className="font-semibold">
          Vendor support {visit.may_write ? 'has write access' : 'has read-only access'}
        </span>{' '}
        until <span className="figures">{clock(visit.ends_at, zone)}</span>
      </p>
      <p className="text-small max-md:line-clamp-2 md:truncate">
        <TextLink to={paths.adminVendorAccess()}>{visit.by_name}</TextLink>: {visit.reason}
      </p>
    </Bar>
  )
}

/** Issue 4, point 5: both sides see a banner while support access lasts. */
const SupportBanner = () => {
  const { session } = useSession()
  if (!session) return null
  if (session.support) return <Own support={session.support} organization={session.organization} />
  const zone = session.organization?.time_zone ?? 'UTC'
  return session.visits.map((visit) => <Visiting key={visit.id} visit={visit} zone={zone} />)
}

export default SupportBanner
