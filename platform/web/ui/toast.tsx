import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Toaster as Base, toast as raw } from 'sonner'
import 'sonner/dist/styles.css'
import { usePhone } from '../phone.ts'
import { useTheme } from '../theme.ts'
import { wordsFor } from '../words.ts'

/** One toast at a time (specification section 9): a new one takes the place of the one before. */
const id = 'the-one'

export type ToastOptions = {
  /** Milliseconds; 5 s unless told, a failure 8 s. */
  duration?: number
  action?: { label: string; onClick: () => void }
}

const show = (kind: 'success' | 'error' | 'info' | 'warning', title: string, text: string, options: ToastOptions) =>
  raw[kind](title, {
    id,
    description: text || undefined,
    duration: options.duration ?? (kind === 'error' ? 8000 : 5000),
    ...(options.action ? { action: options.action } : { action: undefined }),
  })

export const toast = {
  success: (title: string, text = '', options: ToastOptions = {}) => show('success', title, text, options),
  error: (title: string, text = '', options: ToastOptions = {}) => show('error', title, text, options),
  info: (title: string, text = '', options: ToastOptions = {}) => show('info', title, text, options),
  warning: (title: string, text = '', options: ToastOptions = {}) => show('warning', title, text, options),
  /** A failed call, in the product's words. */
  failure: (error: unknown) => {
    const { title, text } = wordsFor(error)
    return show('error', title, text, {})
  },
  dismiss: () => raw.dismiss(id),
}

const classNames = {
  toast:
    'flex w-full items-start gap-3 rounded-ui bg-raised px-4 py-3.5 text-ui text-ink shadow-float md:w-96 [&_[data-icon]]:mt-px [&_[data-icon]_svg]:size-5',
  content: 'min-w-0 flex-1',
  title: 'font-semibold',
  description: 'text-soft',
  actionButton: 'min-h-11 shrink-0 self-center rounded-ui bg-brand px-3.5 font-medium text-on-brand md:min-h-8',
}

export const Toaster = () => (
  <Base
    theme={useTheme()}
    visibleToasts={1}
    position={usePhone() ? 'top-center' : 'bottom-right'}
    containerAriaLabel="Messages"
    toastOptions={{ unstyled: true, classNames }}
    icons={{
      success: <CircleCheck aria-hidden className="text-ok" />,
      error: <CircleAlert aria-hidden className="text-bad" />,
      info: <Info aria-hidden className="text-info" />,
      warning: <TriangleAlert aria-hidden className="text-warn" />,
    }}
  />
)
