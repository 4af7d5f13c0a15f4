import { type KeyboardEvent, useRef, useState } from 'react'
import { toast } from './toast.tsx'

/** What the part that a button opens is given. `anchor` is the button: focus returns to it. */
export type Opened = { open: boolean; anchor: HTMLElement | null; onClose: () => void }

/**
 * A button whose menu or panel is code of its own, fetched when the pointer or the focus reaches the button, at the latest on the
 * press. `props` go onto the button; the part is rendered once `wanted`, with `open`, `anchor` and `close`. A failed fetch is
 * reported and leaves it closed.
 */
export const useOpener = (fetchPart: () => Promise<unknown>, kind: 'menu' | 'dialog') => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = state === 'open'
  const fetchEarly = () => void fetchPart().catch(() => undefined)
  const show = async () => {
    try {
      await fetchPart()
      setState('open')
    } catch (error) {
      toast.failure(error)
    }
  }
  const close = () => setState('closed')
  return {
    open,
    wanted: state !== 'unused',
    anchor,
    close,
    props: {
      ref: anchor,
      'aria-haspopup': kind,
      'aria-expanded': open,
      onPointerEnter: fetchEarly,
      onFocus: fetchEarly,
      onClick: () => (open ? close() : void show()),
      onKeyDown: (event: KeyboardEvent) => {
        if (kind !== 'menu' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        void show()
      },
    } as const,
  }
}

/** Whether a press that would close what this button opened is on the button itself, whose click will close it. */
export const isOwnPress = (anchor: Element | null, event: Event): boolean =>
  event.target instanceof Node && anchor?.contains(event.target) === true
