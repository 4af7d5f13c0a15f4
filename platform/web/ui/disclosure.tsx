import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Detail on demand: a short title that opens what follows. `open`: from the start. */
export const Disclosure = ({
  title,
  open,
  className,
  children,
}: {
  title: ReactNode
  open?: boolean
  className?: string
  children: ReactNode
}) => (
  <details open={open} className={cx('group/more', className)}>
    <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-ui text-small font-medium text-brand-ink md:min-h-7 [&::-webkit-details-marker]:hidden">
      <ChevronRight
        aria-hidden
        className="-ml-0.5 size-4 shrink-0 transition-transform group-open/more:rotate-90 motion-reduce:transition-none print:hidden"
      />
      {title}
    </summary>
    {children}
  </details>
)
