import { type ComponentType, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { wordsFor } from '../words.ts'

/** One toast at a time (specification section 9): a new one takes the place of the one before. What shows them is fetched
 * with the first. */
const id = 'the-one'
export const fetchToaster = () => import('./toaster.tsx')

type Plain = { title: string; text: string }
/** What shows the toasts, once it is fetched; until it can be, the words alone. */
let shown: { Toaster: ComponentType | null; plain: Plain | null } = { Toaster: null, plain: null }
const listeners = new Set<() => void>()
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
const setShown = (next: typeof shown) => {
  shown = next
  // At once, so that the toaster listens before it is told.
  flushSync(() => {
    for (const told of listeners) told()
  })
}

/** Without a connection the toaster may never have come: what failed is said all the same. */
const sayPlainly = (plain: Plain, duration: number) => {
  setShown({ ...shown, plain })
  // A timer without end would end at once.
  if (!Number.isFinite(duration)) return
  setTimeout(() => shown.plain === plain && setShown({ ...shown, plain: null }), duration)
}

export type ToastOptions = {
  /** Milliseconds; 5 s unless told, a failure 8 s; infinite stays until another takes its place. */
  duration?: number
  /** `stays`: the press is answered by another toast, so this one is not taken away under it. */
  action?: { label: string; onClick: () => void; stays?: boolean }
}
type Kind = 'success' | 'error' | 'info' | 'warning'

const actionOf = ({ label, onClick, stays }: NonNullable<ToastOptions['action']>) => ({
  label,
  onClick: (event: { preventDefault: () => void }) => {
    if (stays) event.preventDefault()
    onClick()
  },
})

const show = async (kind: Kind, title: string, text: string, options: ToastOptions): Promise<void> => {
  const duration = options.duration ?? (kind === 'error' ? 8000 : 5000)
  const toaster = await fetchToaster().catch(() => null)
  if (!toaster) return sayPlainly({ title, text }, duration)
  if (!shown.Toaster || shown.plain) setShown({ Toaster: toaster.Toaster, plain: null })
  toaster.raw[kind](title, {
    id,
    description: text || undefined,
    duration,
    action: options.action && actionOf(options.action),
  })
}

const teller =
  (kind: Kind) =>
  (title: string, text = '', options: ToastOptions = {}): void => {
    void show(kind, title, text, options)
  }

export const toast = {
  success: teller('success'),
  error: teller('error'),
  info: teller('info'),
  warning: teller('warning'),
  /** A failed call, in the product's words. */
  failure: (error: unknown): void => {
    const { title, text } = wordsFor(error)
    void show('error', title, text, {})
  },
  dismiss: (): void => {
    if (shown.plain) setShown({ ...shown, plain: null })
    if (shown.Toaster) void fetchToaster().then(({ raw }) => raw.dismiss(id))
  },
}

/** Once, at the root of the application. */
export const Toaster = () => {
  const { Toaster: Full, plain } = useSyncExternalStore(subscribe, () => shown)
  return (
    <>
      {Full && <Full />}
      <div role="status" className="fixed inset-x-4 top-4 z-50 mx-auto max-w-sm empty:hidden">
        {plain && (
          <div className="rounded-ui bg-raised px-4 py-3 text-ink shadow-float">
            <p className="font-semibold">{plain.title}</p>
            <p>{plain.text}</p>
          </div>
        )}
      </div>
    </>
  )
}
