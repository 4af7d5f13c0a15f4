import { lazy, Suspense, useSyncExternalStore } from 'react'
import { wordsFor } from '../words.ts'

/** One toast at a time (specification section 9): a new one takes the place of the one before. What shows them is fetched
 * with the first. */
const id = 'the-one'
const fetchToaster = () => import('./toaster.tsx')
const Shown = lazy(async () => ({ default: (await fetchToaster()).Toaster }))

let wanted = false
const listeners = new Set<() => void>()
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

export type ToastOptions = {
  /** Milliseconds; 5 s unless told, a failure 8 s. */
  duration?: number
  action?: { label: string; onClick: () => void }
}
type Kind = 'success' | 'error' | 'info' | 'warning'

const show = async (kind: Kind, title: string, text: string, options: ToastOptions): Promise<void> => {
  wanted = true
  for (const told of listeners) told()
  const { raw } = await fetchToaster()
  raw[kind](title, {
    id,
    description: text || undefined,
    duration: options.duration ?? (kind === 'error' ? 8000 : 5000),
    ...(options.action ? { action: options.action } : { action: undefined }),
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
    if (wanted) void fetchToaster().then(({ raw }) => raw.dismiss(id))
  },
}

/** Once, at the root of the application. */
export const Toaster = () => {
  const mounted = useSyncExternalStore(subscribe, () => wanted)
  return mounted ? (
    <Suspense>
      <Shown />
    </Suspense>
  ) : null
}
