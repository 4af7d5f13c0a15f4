import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LogOut from 'lucide-react/icons/log-out'
import Repeat from 'lucide-react/icons/repeat'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import { switchOrganization } from '#features/sessions/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import type { Session } from '#platform/web/session.ts'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { accountTrigger } from './account-trigger.tsx'
import { useSignOut } from './sign-out.tsx'
import { useFrame } from './view.ts'

/** One account in several departments: a switch is a new session, so the page starts anew. */
const OtherDepartments = ({ session }: { session: Session }) => {
  const { run } = useWrite(switchOrganization)
  const others = session.memberships.filter(
    (one) => one.standing === 'approved' && one.organization_id !== session.organization?.id,
  )
  if (others.length === 0) return null
  const change = async (organization_id: string) => {
    try {
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

export const AccountMenu = ({ session }: { session: Session }) => {
  const signOut = useSignOut()
  const { openHelp, openPalette } = useFrame()
  const name = session.officer?.name ?? session.person.name
  const { officer } = session
  return (
    <Menu trigger={accountTrigger(name)}>
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
    </Menu>
  )
}
