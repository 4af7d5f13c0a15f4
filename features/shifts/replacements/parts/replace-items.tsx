import Thermometer from 'lucide-react/icons/thermometer'
import UserRoundArrowLeft from 'lucide-react/icons/user-round-arrow-left'
import { MenuItem } from '#platform/web/ui/menu.tsx'
import type { ReplaceWhy } from './replace-sheet.tsx'

/** The items of a menu that open `ReplaceSheet`. */
export const ReplaceItems = ({ onPick }: { onPick: (why: ReplaceWhy) => void }) => (
  <>
    <MenuItem icon={<Thermometer aria-hidden />} onPick={() => onPick('sick')}>
      Mark as sick
    </MenuItem>
    <MenuItem icon={<UserRoundArrowLeft aria-hidden />} onPick={() => onPick('hand')}>
      Replace with another officer
    </MenuItem>
  </>
)
