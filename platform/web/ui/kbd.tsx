import type { ReactNode } from 'react'

/** A key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex min-w-6 items-center justify-center rounded-[calc(var(--radius-ui)-3px)] border border-line-strong/60 bg-sunken px-1.5 py-0.5 font-sans text-tiny font-medium text-soft">
    {children}
  </kbd>
)
