import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { Session } from '#platform/web/session.ts'
import { iconButtonClass } from '#platform/web/ui/button.tsx'
import { Over } from '#platform/web/ui/dialog.tsx'
import { ProductMark } from './organization-mark.tsx'
import { NavItems } from './sidebar.tsx'

/** The same items on a phone, in a sheet from the left edge. */
export const SidebarSheet = ({
  session,
  open,
  onClose,
}: {
  session: Session | null | undefined
  open: boolean
  onClose: () => void
}) => (
  <Over open={open} onClose={onClose}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
      <Dialog.Popup
        className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col bg-surface px-3 pt-[env(safe-area-inset-top)] shadow-float outline-none"
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
      >
        <Dialog.Title className="sr-only">Menu</Dialog.Title>
        <div className="flex min-h-14 items-center justify-between gap-2 px-1.5 py-2">
          <ProductMark session={session} short={false} />
          <Dialog.Close aria-label="Close the menu" className={iconButtonClass()}>
            <X aria-hidden />
          </Dialog.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto py-2">
          <NavItems session={session} collapsed={false} />
        </div>
      </Dialog.Popup>
    </Dialog.Portal>
  </Over>
)
