import { Dialog } from '@base-ui/react/dialog'
import MenuIcon from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { itemPath, useSelection } from '#features/vendor/organizations/client.ts'
import { paths } from '#platform/shared/paths.ts'
import type { Session } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { IconButton, iconButtonClass } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Over } from '#platform/web/ui/dialog.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname } from '#platform/web/url.ts'
import { product } from '../product.ts'
import { vendorItems } from '../vendor-navigation.ts'
import { vendorSlots } from '../vendor-slots.tsx'
import { AccountTrigger } from './account-trigger.tsx'
import { LiveMark } from './live-mark.tsx'
import { Seal } from './organization-mark.tsx'
import { ThemeMenu } from './theme-menu.tsx'

const fetchVendorMenu = async () => ({ default: (await import('./vendor-menu.tsx')).VendorMenu })

const useIsHere = () => {
  const path = usePathname()
  return (route: string) => path === route || path.startsWith(`${route}/`)
}

const Mark = () => (
  <Anchor to={paths.superAdminDashboard()} className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-ui px-1">
    <Seal />
    <span className="min-w-0 truncate font-semibold max-[22rem]:sr-only">{product}</span>
    <Badge tone="brand" className="max-sm:hidden">
      Super Admin
    </Badge>
  </Anchor>
)

const Tabs = () => {
  const isHere = useIsHere()
  const { kept } = useSelection()
  return (
    <nav aria-label="Vendor" className="hidden border-t border-line px-6 lg:block">
      <ul className="flex flex-wrap gap-x-1">
        {vendorItems.map(({ label, route }) => (
          <li key={route}>
            <Anchor
              to={itemPath(route, kept)}
              aria-current={isHere(route) ? 'page' : undefined}
              className={cx(
                'flex min-h-10 items-center border-b-2 px-3 font-medium',
                isHere(route) ? 'border-brand text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same items on a phone, in a sheet from the left edge. */
const Sheet = ({ onClose }: { onClose: () => void }) => {
  const isHere = useIsHere()
  const { kept } = useSelection()
  return (
    <Over open onClose={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col bg-surface px-3 pt-[env(safe-area-inset-top)] shadow-float outline-none"
          onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-14 items-center justify-between gap-2">
            <Mark />
            <Dialog.Close aria-label="Close the menu" className={iconButtonClass()}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <nav aria-label="Vendor" className="min-h-0 flex-1 overflow-y-auto py-2">
            <ul className="flex flex-col gap-1">
              {vendorItems.map(({ label, route }) => (
                <li key={route}>
                  <Anchor
                    to={itemPath(route, kept)}
                    aria-current={isHere(route) ? 'page' : undefined}
                    className={cx(
                      'flex min-h-11 items-center rounded-ui px-3 font-medium',
                      isHere(route) ? 'bg-brand-wash text-brand-ink' : 'text-soft hover:bg-hover hover:text-ink',
                    )}
                  >
                    {label}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Over>
  )
}

/** The vendor's top navigation: one line of tabs on desktop, a sheet where they don't fit. */
export const VendorHeader = ({ session, onFind }: { session: Session; onFind: () => void }) => {
  const [menu, setMenu] = useState(false)
  return (
    <header data-banner className="no-print sticky top-0 z-20 border-b border-line bg-canvas">
      <div className="flex h-14 items-center gap-1 px-2 md:px-6">
        <span className="lg:hidden">
          <IconButton label="Menu" icon={<MenuIcon aria-hidden />} onClick={() => setMenu(true)} />
        </span>
        <Mark />
        <div className="ml-auto flex min-w-0 shrink-0 items-center gap-0.5 md:gap-1">
          {vendorSlots.Selector && (
            <Suspense fallback={null}>
              <vendorSlots.Selector />
            </Suspense>
          )}
          <LiveMark />
          <IconButton label="Find" icon={<Search aria-hidden />} onClick={onFind} />
          <ThemeMenu />
          <AccountTrigger session={session} name={session.person.name} fetchMenu={fetchVendorMenu} />
        </div>
      </div>
      <Tabs />
      {menu && <Sheet onClose={() => setMenu(false)} />}
    </header>
  )
}
