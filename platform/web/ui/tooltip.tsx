import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** The bubble alone, for a trigger that is built elsewhere. */
export const TooltipBubble = ({ children }: { children: ReactNode }) => (
  <Base.Portal>
    <Base.Positioner sideOffset={6} className="z-50 max-w-72">
      <Base.Popup className="appear rounded-ui bg-raised px-2.5 py-1.5 text-small text-ink shadow-float">
        {children}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

/** A few more words on hover and focus. Never the only place of something needed: a phone has no hover. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Base.Root>
    <Base.Trigger render={children} />
    <TooltipBubble>{text}</TooltipBubble>
  </Base.Root>
)

export const TooltipProvider = Base.Provider
