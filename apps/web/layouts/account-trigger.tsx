import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import type { Session } from '#platform/web/session.ts'
import { type Opened, useOpener } from '#platform/web/ui/opener.ts'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) => [...part].slice(0, 1))
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()

type MenuPart = ComponentType<Opened & { session: Session }>

/** The button with the person's initials. The menu it opens is fetched on demand. */
export const AccountTrigger = ({
  session,
  name,
  fetchMenu,
}: {
  session: Session
  name: string
  /** The same function on every render. */
  fetchMenu: () => Promise<{ default: MenuPart }>
}) => {
  const opener = useOpener(fetchMenu, 'menu')
  const Menu = useMemo(() => lazy(fetchMenu), [fetchMenu])
  return (
    <>
      <button
        {...opener.props}
        type="button"
        aria-label={`Account: ${name}`}
        className="flex min-h-11 items-center gap-2 rounded-ui px-1.5 hover:bg-hover md:min-h-control md:pr-2"
      >
        <span
          aria-hidden
          // Decoration, not text: otherwise the label, which leaves the initials out, would differ from the visible text.
          data-initials={initials(name)}
          className="flex size-8 items-center justify-center rounded-full bg-brand-wash text-small font-semibold text-brand-ink before:content-[attr(data-initials)]"
        />
        <span className="hidden max-w-40 truncate font-medium lg:block">{name}</span>
        <ChevronDown aria-hidden className="hidden size-4 text-faint md:block" />
      </button>
      <Suspense>
        {opener.wanted && (
          <Menu session={session} open={opener.open} anchor={opener.anchor.current} onClose={opener.close} />
        )}
      </Suspense>
    </>
  )
}
