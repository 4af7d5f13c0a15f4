import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { paths } from '#platform/shared/paths.ts'
import type { Session } from '#platform/web/session.ts'
import { MenuAt, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import type { Opened } from '#platform/web/ui/opener.ts'
import { useSignOut } from './sign-out.tsx'

/** A super admin's account menu. */
export const VendorMenu = ({ session: { person }, ...opened }: Opened & { session: Session }) => {
  const signOut = useSignOut()
  return (
    <MenuAt {...opened} label={person.name} align="end">
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
    </MenuAt>
  )
}
