import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { paths } from '#platform/shared/paths.ts'
import type { Session } from '#platform/web/session.ts'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import { accountTrigger } from './account-trigger.tsx'
import { useSignOut } from './sign-out.tsx'

/** The account of a super admin. */
export const VendorMenu = ({ session: { person } }: { session: Session }) => {
  const signOut = useSignOut()
  return (
    <Menu trigger={accountTrigger(person.name)}>
      <MenuHeading>
        <span className="block font-medium text-ink">{person.name}</span>
        {person.email}
      </MenuHeading>
      <MenuLine />
      <MenuLink to={paths.superAdminProfile()} icon={<UserRound aria-hidden />}>
        Profile
      </MenuLink>
      <MenuItem icon={<LogOut aria-hidden />} onPick={() => void signOut()}>
        Log out
      </MenuItem>
    </Menu>
  )
}
