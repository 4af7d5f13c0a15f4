import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Anchor } from './link.tsx'

type CardProps = {
  title?: ReactNode
  hint?: ReactNode
  /** To the right of the title: a link to the full list, a small menu. */
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** No padding around the body: lists and tables extend to the edge. */
  flush?: boolean
}

export const Card = ({ title, hint, aside, children, className, flush = false }: CardProps) => (
  <section data-surface="" className={cx('min-w-0 rounded-ui border border-line bg-surface', className)}>
    {title && (
      <header
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3.5 md:px-5 max-md:[&>a]:-my-2.5 max-md:[&>a]:inline-flex max-md:[&>a]:min-h-11 max-md:[&>a]:items-center',
          flush && 'border-b border-line pb-3',
        )}
      >
        <div className="min-w-32 flex-1">
          <h2 className="font-semibold">{title}</h2>
          {hint && <p className="text-small text-faint">{hint}</p>}
        </div>
        {aside}
      </header>
    )}
    <div className={flush ? '' : 'p-4 md:px-5'}>{children}</div>
  </section>
)

const statClass = 'flex min-w-0 flex-col rounded-ui border border-line bg-surface px-4 py-3.5'

/** One number that links to the list it counts; plain text without a link target. */
export const Stat = ({
  value,
  label,
  note,
  to,
  tone,
}: {
  value: ReactNode
  label: string
  note?: ReactNode
  to: string | null
  tone?: 'warn' | 'bad'
}) => {
  const inside = (
    <>
      <span className="flex items-center justify-between gap-2 text-soft">
        {label}
        {to !== null && <ArrowRight aria-hidden className="size-4 shrink-0 text-faint group-hover:text-ink" />}
      </span>
      <span
        className={cx(
          'figures mt-1 text-stat font-semibold tracking-tight',
          // Keeps an amount of money on one line at half a phone's width.
          typeof value === 'string' && value.length > 7 && 'max-md:text-title',
          tone === 'bad' && 'text-bad',
          tone === 'warn' && 'text-warn',
        )}
      >
        {value}
      </span>
      {note && <span className="text-small text-faint">{note}</span>}
    </>
  )
  if (to === null) return <div className={statClass}>{inside}</div>
  return (
    <Anchor to={to} className={cx('group transition-colors hover:border-line-strong hover:bg-hover', statClass)}>
      {inside}
    </Anchor>
  )
}

/** Name and value pairs. */
export const Facts = ({
  facts,
  className,
}: {
  facts: readonly (readonly [string, ReactNode])[]
  className?: string
}) => (
  <dl className={cx('grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-5 gap-y-2', className)}>
    {facts.map(([name, value]) => (
      <div key={name} className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-faint">{name}</dt>
        <dd className="min-w-0">{value}</dd>
      </div>
    ))}
  </dl>
)
