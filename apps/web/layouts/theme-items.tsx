import Moon from 'lucide-react/icons/moon'
import Rows3 from 'lucide-react/icons/rows-3'
import Rows4 from 'lucide-react/icons/rows-4'
import Sun from 'lucide-react/icons/sun'
import { setDensity, useDensity } from '#platform/web/density.ts'
import { usePhone } from '#platform/web/phone.ts'
import { setTheme, useTheme } from '#platform/web/theme.ts'
import { MenuAt, MenuChoices, MenuHeading, MenuLine } from '#platform/web/ui/menu.tsx'
import type { Opened } from '#platform/web/ui/opener.ts'

const themes = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const
const rows = [
  { value: 'regular', label: 'Regular', icon: <Rows3 aria-hidden /> },
  { value: 'compact', label: 'Compact', icon: <Rows4 aria-hidden /> },
] as const

/** How tall the rows of tables and lists are; a phone has one height. */
const RowsChoice = () => {
  const density = useDensity()
  return (
    <>
      <MenuLine />
      <MenuHeading>Rows in tables and lists</MenuHeading>
      <MenuChoices value={density} onChange={setDensity} options={rows} />
    </>
  )
}

/** The choices of the theme menu, fetched on demand. */
export const ThemeItems = (opened: Opened) => {
  const phone = usePhone()
  return (
    <MenuAt {...opened} label="Theme" align="end">
      <MenuChoices value={useTheme()} onChange={setTheme} options={themes} />
      {!phone && <RowsChoice />}
    </MenuAt>
  )
}
