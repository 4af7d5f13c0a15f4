import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { lazy, Suspense } from 'react'
import { useTheme } from '#platform/web/theme.ts'
import { iconButtonClass } from '#platform/web/ui/button.tsx'
import { useOpener } from '#platform/web/ui/opener.ts'

const fetchThemeItems = () => import('./theme-items.tsx')
const ThemeItems = lazy(async () => ({ default: (await fetchThemeItems()).ThemeItems }))

/** How the product looks on this device. */
export const ThemeMenu = () => {
  const theme = useTheme()
  const opener = useOpener(fetchThemeItems, 'menu')
  return (
    <>
      <button {...opener.props} type="button" aria-label="Theme" className={iconButtonClass()}>
        {theme === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
      </button>
      <Suspense>
        {opener.wanted && <ThemeItems open={opener.open} anchor={opener.anchor.current} onClose={opener.close} />}
      </Suspense>
    </>
  )
}
