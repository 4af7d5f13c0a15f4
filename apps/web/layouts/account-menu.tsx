import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LogOut from 'lucide-react/icons/log-out'
import Repeat from 'lucide-react/icons/repeat'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import { switchOrganization } from '#features/people/sessions/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import type { Session } from '#platform/web/session.ts'
import { MenuAt, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import type { Opened } from '#platform/web/ui/opener.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSignOut } from './sign-out.tsx'
import { useFrame } from './view.ts'

/** One account in several departments: switching creates a new session, so the page reloads. */
const OtherDepartments = ({ session }: { session: Session }) => {
  const { run } = useWrite(switchOrganization)
  const others = session.memberships.filter(
    (one) => one.standing === 'approved' && one.organization_id !== session.organization?.id,
  )
  if (others.length === 0) return null
  const change = async (organization_id: string) => {
    try {
      // What is still on the device can only be sent in this department.
      await import('#platform/web/outbox.ts').then(({ drain }) => drain()).catch(() => undefined)
      await run({ organization_id })
      window.location.assign(paths.app())
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <>
      {others.map((one) => (
        <MenuItem
          key={one.organization_id}
          icon={<Repeat aria-hidden />}
          onPick={() => void change(one.organization_id)}
        >
          Switch to {one.name}
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}

/** What the account's button opens, fetched on demand. */
export const AccountMenu = ({ session, ...opened }: Opened & { session: Session }) => {
  const signOut = useSignOut()
  const { openHelp, openPalette } = useFrame()
  const name = session.officer?.name ?? session.person.name
  const { officer } = session
  return (
    <MenuAt {...opened} label={name} align="end">
      <MenuHeading>
        <span className="block font-medium text-ink">{name}</span>
        {session.person.email}
      </MenuHeading>
      <MenuLine />
      <OtherDepartments session={session} />
      {officer?.approved && (
        <MenuLink to={paths.officerProfile()} icon={<UserRound aria-hidden />}>
          Profile
        </MenuLink>
      )}
      {officer?.approved && officer.role === 'admin' && (
        <MenuLink to={paths.adminSettings()} icon={<Settings aria-hidden />}>
          Settings
        </MenuLink>
      )}
      {officer?.approved && (
        <MenuItem icon={<Search aria-hidden />} onPick={openPalette}>
          Find
        </MenuItem>
      )}
      <MenuItem icon={<CircleHelp aria-hidden />} onPick={openHelp}>
        Help
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onPick={() => void signOut()}>
        Log out
      </MenuItem>
    </MenuAt>
  )
}
