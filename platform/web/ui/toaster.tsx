import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { Toaster as Base } from 'sonner'
import 'sonner/dist/styles.css'
import { usePhone } from '../phone.ts'
import { useTheme } from '../theme.ts'
import { iconButtonClass } from './button.tsx'
import { cx } from './class-names.ts'
import { placeToast } from './toast-floor.ts'

export { toast as raw } from 'sonner'

/** Call before showing a toast. */
export const place: typeof placeToast = (phone, setFloor) => placeToast(phone, setFloor)

const classNames = {
  toast:
    'flex w-full items-start gap-3 max-md:flex-wrap rounded-ui bg-raised px-4 py-3.5 text-ui text-ink shadow-float md:w-96 [&_[data-icon]]:mt-px [&_[data-icon]_svg]:size-5',
  content: 'min-w-0 flex-1',
  title: 'font-semibold',
  description: 'text-soft',
  closeButton: cx(iconButtonClass(), 'order-1 -my-1.5 -mr-2 bg-transparent! text-faint hover:bg-hover!'),
  // On a phone in a line of its own, so that it leaves the text its width.
  actionButton:
    'min-h-11 shrink-0 self-center rounded-ui bg-brand px-3.5 font-medium text-on-brand max-md:order-2 max-md:w-full md:min-h-8',
}

const icons = {
  success: <CircleCheck aria-hidden className="text-ok" />,
  error: <CircleAlert aria-hidden className="text-bad" />,
  info: <Info aria-hidden className="text-info" />,
  warning: <TriangleAlert aria-hidden className="text-warn" />,
  close: <X aria-hidden />,
}

/** Set before each toast (toast-floor.ts). */
const floor = { bottom: 'var(--floor)' }

/** At the bottom right on a desktop and above the bottom bar on a phone; never over the header or the pressed control. */
export const Toaster = () => {
  const phone = usePhone()
  return (
    <Base
      theme={useTheme()}
      visibleToasts={1}
      position={phone ? 'bottom-center' : 'bottom-right'}
      offset={floor}
      mobileOffset={floor}
      containerAriaLabel="Messages"
      closeButton
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: 'Dismiss' }}
      icons={icons}
    />
  )
}
