import { type ComponentType, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { isSaved } from '../api.ts'
import { isPhone } from '../phone.ts'
import { wordsFor } from '../words.ts'
import './pressed.ts'

/**
 * One toast at a time (specification section 9): a new one takes the place of the one on screen by using its id. A toast that is
 * fading out is past that: an update of it would disappear with it. The next one then gets an id of its own.
 */
let current: string | null = null
let count = 0
/** The last toast said that something is saved on this phone. */
let saysSaved = false
const nextId = (): string => {
  if (current === null) {
    count += 1
    current = `toast-${count}`
  }
  return current
}
const forget = (id: string): void => {
  if (current === id) current = null
}
/** The toaster's code loads with the first toast. */
export const fetchToaster = () => import('./toaster.tsx')

type Plain = { title: string; text: string }
/** The toaster component once loaded; plain text until then. */
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
  // Synchronous, so that the toaster is listening before the toast is sent.
  flushSync(() => {
    for (const told of listeners) told()
  })
}

/** Where messages rest, in pixels above the window's bottom edge. Not set on the root, where every element would inherit it and be restyled. */
const setFloor = (floor: number): void =>
  document.getElementById('messages')?.style.setProperty('--floor', `${floor}px`)

/** Offline, the toaster may never load; show the failure as plain text. */
const sayPlainly = (plain: Plain, duration: number) => {
  const bars = document.querySelector('[data-bars]')?.clientHeight ?? 0
  setFloor(bars + 24)
  setShown({ ...shown, plain })
  // setTimeout with Infinity would fire at once.
  if (!Number.isFinite(duration)) return
  setTimeout(() => shown.plain === plain && setShown({ ...shown, plain: null }), duration)
}

export type ToastOptions = {
  /** Milliseconds; 5 s by default, 8 s for a failure; infinite stays until another toast replaces it. */
  duration?: number
  /** `stays`: another toast replaces this one after the press, so it is not dismissed. */
  action?: { label: string; onClick: () => void; stays?: boolean }
}
type Kind = 'success' | 'error' | 'info' | 'warning'

const actionOf = (id: string, { label, onClick, stays }: NonNullable<ToastOptions['action']>) => ({
  label,
  onClick: (event: { preventDefault: () => void }) => {
    if (stays) event.preventDefault()
    else forget(id)
    onClick()
  },
})

const show = async (kind: Kind, title: string, text: string, options: ToastOptions, saved = false): Promise<void> => {
  saysSaved = saved
  const duration = options.duration ?? (kind === 'error' ? 8000 : 5000)
  const toaster = await fetchToaster().catch(() => null)
  if (!toaster) return sayPlainly({ title, text }, duration)
  toaster.place(isPhone(), setFloor)
  if (!shown.Toaster || shown.plain) setShown({ Toaster: toaster.Toaster, plain: null })
  const id = nextId()
  toaster.raw[kind](title, {
    id,
    description: text || undefined,
    duration,
    action: options.action && actionOf(id, options.action),
    onAutoClose: () => forget(id),
    onDismiss: () => forget(id),
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
  /** A failed call, with the product's own error message. */
  failure: (error: unknown): void => {
    const { title, text } = wordsFor(error)
    const saved = isSaved(error)
    void show(saved ? 'success' : 'error', title, text, {}, saved)
  },
  /** What was saved on this phone was answered: a toast that says it waits is no longer true. */
  sent: (): void => {
    if (saysSaved) toast.dismiss()
  },
  dismiss: (): void => {
    if (shown.plain) setShown({ ...shown, plain: null })
    const id = current
    if (shown.Toaster && id !== null) void fetchToaster().then(({ raw }) => raw.dismiss(id))
  },
}

/** Once, at the root of the application. */
export const Toaster = () => {
  const { Toaster: Full, plain } = useSyncExternalStore(subscribe, () => shown)
  return (
    <div id="messages">
      {Full && <Full />}
      <div
        role="status"
        className="fixed inset-x-4 bottom-[calc(var(--floor)+var(--keyboard))] z-50 mx-auto max-w-sm empty:hidden md:right-6 md:left-auto md:w-96"
      >
        {plain && (
          <div className="rounded-ui bg-raised px-4 py-3 text-ink shadow-float">
            <p className="font-semibold">{plain.title}</p>
            <p>{plain.text}</p>
          </div>
        )}
      </div>
    </div>
  )
}
