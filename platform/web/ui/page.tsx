import { type ReactNode, useEffect } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { TextLink } from './link.tsx'

let product = ''
/** The suffix of every document title; set once by the application. */
export const setProductName = (name: string): void => {
  product = name
}

export const productName = (): string => product

export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === '' || title === product ? product : `${title} · ${product}`
  }, [title])
}

type HeaderProps = {
  title: string
  /** One line under the title: what this page is for, or its current state. */
  hint?: ReactNode
  /** Above the title, for a link back to the list. */
  before?: ReactNode
  /** To the right of the title: a badge. */
  beside?: ReactNode
  actions?: ReactNode
  /** The page is a table: less space above it. */
  tight?: boolean
}

/** The start of every screen. Sets the document title; the heading takes focus after navigation. */
export const PageHeader = ({ title, hint, before, beside, actions, tight = false }: HeaderProps) => {
  useTitle(title)
  return (
    <header className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-3', tight ? 'mb-2.5' : 'mb-5')}>
      <div className="min-w-0">
        {before && <div className="mb-1 text-small">{before}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="text-title font-semibold tracking-tight">
            {title}
          </h1>
          {beside}
        </div>
        {hint && <p className="mt-0.5 max-w-prose text-soft text-pretty">{hint}</p>}
      </div>
      {actions && <div className="no-print flex w-full flex-wrap gap-2 md:w-auto">{actions}</div>}
    </header>
  )
}

/** For `before`: the link back to the list on a phone, which has no breadcrumb. */
export const WayBack = ({ to, children }: { to: string; children: ReactNode }) => (
  <span className="no-print md:hidden">
    <TextLink to={to}>{children}</TextLink>
  </span>
)

/** Filters and search above a list. */
export const Toolbar = ({ children, label, className }: { children: ReactNode; label: string; className?: string }) => (
  <search aria-label={label} className={cx('no-print mb-3 flex flex-wrap items-end gap-2', className)}>
    {children}
  </search>
)

type MoreProps = {
  more: boolean
  loading: boolean
  onMore: () => void
  shown: number
  total?: number | undefined
  /** Plural; `one` if the singular is not just the plural without its s. */
  noun?: string
  one?: string
}

/** The end of a keyset list: how many are shown, and a button for the next page. */
export const LoadMore = ({
  more,
  loading,
  onMore,
  shown,
  total,
  noun = 'rows',
  one = noun.replace(/s$/, ''),
}: MoreProps) => (
  <div className="no-print flex flex-wrap items-center justify-between gap-3 py-3">
    {/* That there is none says the empty state. */}
    <p className="figures text-small text-faint" aria-live="polite">
      {shown > 0 && (
        <>
          {shown.toLocaleString('en-US')}
          {total === undefined ? '' : ` of ${total.toLocaleString('en-US')}`} {(total ?? shown) === 1 ? one : noun}
          {more && total === undefined && ' shown'}
        </>
      )}
    </p>
    {more && (
      <Button busy={loading} onClick={onMore} wide>
        Load more
      </Button>
    )}
  </div>
)
