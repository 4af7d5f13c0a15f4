import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'

const gap = 6
const wait = 350

/** Places the bubble above its control, or below if there is no room, and keeps it on the page. */
const place = (bubble: HTMLElement, control: Element): void => {
  const at = control.getBoundingClientRect()
  bubble.showPopover()
  const { width, height } = bubble.getBoundingClientRect()
  const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), window.innerWidth - width - 8)
  const above = at.top - height - gap
  bubble.style.left = `${left}px`
  bubble.style.top = `${above < 8 ? at.bottom + gap : above}px`
}

type TooltipProps = {
  text: string
  /** Also on press, for unavailable controls that show a reason. */
  onPress?: boolean
  children: ReactNode
}

/**
 * A short explanation on hover and focus, in the browser's top layer so that nothing clips it. The control itself must expose the
 * same text (`aria-label`, `aria-describedby`), and phone users, who have no hover, must not need it.
 */
export const Tooltip = ({ text, onPress = false, children }: TooltipProps) => {
  const wrap = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover()
  }
  const show = (after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const control = wrap.current?.firstElementChild
      if (control && bubble.current) place(bubble.current, control)
    }, after)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only reads refs, so the first will do.
  useEffect(() => hide, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the control inside; it is not a control itself
    <span
      ref={wrap}
      className="contents"
      onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && show(wait)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onClick={() => (onPress ? show(0) : hide())}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && hide()}
    >
      {children}
      <span
        ref={bubble}
        popover="manual"
        aria-hidden
        className="pointer-events-none fixed inset-auto m-0 w-max max-w-72 rounded-ui bg-raised px-2.5 py-1.5 text-left text-small font-normal text-ink shadow-float"
      >
        {text}
      </span>
    </span>
  )
}
