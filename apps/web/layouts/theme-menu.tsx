import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { setTheme, useTheme } from '#platform/web/theme.ts'
import { iconButtonClass } from '#platform/web/ui/button.tsx'
import { Menu, MenuChoices } from '#platform/web/ui/menu.tsx'

const themes = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const

export const ThemeMenu = () => {
  const theme = useTheme()
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme" className={iconButtonClass()}>
          {theme === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
        </button>
      }
    >
      <MenuChoices value={theme} onChange={setTheme} options={themes} />
    </Menu>
  )
}
