import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { usePhone } from '../phone.ts'
import { Card } from './card.tsx'

type Props = ComponentProps<typeof Card> & {
  /** On a phone, what the closed card says beside its title; else its hint. */
  brief?: ReactNode
}

/** A card that on a phone is a line that opens: its title and what it comes to. Inside `FoldingCards`. */
export const FoldingCard = ({ brief, ...card }: Props) => {
  const phone = usePhone()
  if (!phone) return <Card {...card} />
  const { title, hint, aside, children, flush = false } = card
  return (
    <details className="group/fold">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-faint transition-transform group-open/fold:rotate-90 motion-reduce:transition-none"
        />
        <h2 className="min-w-0 font-semibold">{title}</h2>
        <span className="figures min-w-0 flex-1 text-right text-small text-soft">{brief ?? hint}</span>
      </summary>
      {aside && <div className="flex min-h-11 items-center justify-end px-4">{aside}</div>}
      <div className={flush ? 'border-t border-line' : 'px-4 pt-1 pb-4'}>{children}</div>
    </details>
  )
}

/** Cards that are one list of lines on a phone; elsewhere they stay as they are. */
export const FoldingCards = ({ children }: { children: ReactNode }) => (
  <div className="contents max-md:block max-md:divide-y max-md:divide-line max-md:rounded-ui max-md:border max-md:border-line max-md:bg-surface">
    {children}
  </div>
)
