import CalendarDays from 'lucide-react/icons/calendar-days'
import ExternalLink from 'lucide-react/icons/external-link'
import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import { ReplaceItems } from '#features/shifts/replacements/parts/replace-items.tsx'
import { paths } from '#platform/shared/paths.ts'
import { MenuAt, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import { movable } from '../client.drops.ts'
import type { Act } from '../client.rows.ts'
import { dayWord } from '../words.ts'

/** What can be done from an entry of the schedule. */
export type Doing = 'sick' | 'hand' | 'move-officer' | 'move-shift' | 'assign'

type MenuProps = {
  open: boolean
  act: Act | null
  anchor: HTMLElement | null
  /** Vendor support is viewing: can open, can't decide. */
  looksOn: boolean
  onPick: (what: Doing) => void
  onClose: () => void
}

const SpotItems = ({ act, onPick }: { act: Act; onPick: (what: Doing) => void }) => (
  <>
    <ReplaceItems onPick={onPick} />
    {act.signup && (
      <MenuItem icon={<User aria-hidden />} onPick={() => onPick('move-officer')}>
        Move officer to another shift
      </MenuItem>
    )}
  </>
)

/** One menu for the whole schedule, shown at the selected entry. */
export const ChipMenu = ({ open, act, anchor, looksOn, onPick, onClose }: MenuProps) => (
  <MenuAt open={open} anchor={anchor} onClose={onClose} label={act?.signup ? act.signup.name : (act?.title ?? '')}>
    {act && (
      <>
        <MenuHeading>{[act.signup?.name, act.title, dayWord(act.day)].filter(Boolean).join(' · ')}</MenuHeading>
        <MenuLink icon={<ExternalLink aria-hidden />} to={paths.adminAssignment(act.assignment_id)}>
          Open shift
        </MenuLink>
        {act.signup && (
          <MenuLink icon={<User aria-hidden />} to={paths.adminOfficer(act.signup.officer_id)}>
            Open officer
          </MenuLink>
        )}
        {!looksOn && !act.over && movable(act) && (
          <>
            <MenuLine />
            <SpotItems act={act} onPick={onPick} />
          </>
        )}
        {!act.over && (
          <>
            <MenuLine />
            {!looksOn && act.open > 0 && !act.draft && (
              <MenuItem icon={<UserPlus aria-hidden />} onPick={() => onPick('assign')}>
                Assign an officer
              </MenuItem>
            )}
            <MenuItem icon={<CalendarDays aria-hidden />} onPick={() => onPick('move-shift')}>
              Move shift to another day
            </MenuItem>
          </>
        )}
        <MenuLine />
        <MenuLink icon={<Plus aria-hidden />} to={paths.adminAssignmentNewOn({ date: act.day })}>
          New shift on this day
        </MenuLink>
      </>
    )}
  </MenuAt>
)
