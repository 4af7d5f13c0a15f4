import type { ReactNode } from 'react'
import { ActionBar } from './action-bar.tsx'
import { cx } from './class-names.ts'

/** The buttons of a long page: at the bottom of the window, wherever the page is scrolled to; on a phone in the action bar. */
export const BottomActions = ({ children, className }: { children: ReactNode; className?: string }) => {
  const row = 'flex flex-wrap items-start gap-x-3 gap-y-2'
  return (
    <ActionBar
      otherwise={
        <div className={cx(row, 'no-print sticky bottom-0 z-10 border-t border-line bg-canvas py-3', className)}>
          {children}
        </div>
      }
    >
      <div className={row}>{children}</div>
    </ActionBar>
  )
}
