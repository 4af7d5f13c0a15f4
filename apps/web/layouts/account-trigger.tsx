import ChevronDown from 'lucide-react/icons/chevron-down'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) => [...part].slice(0, 1))
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()

/** What opens the account menu. An element, not a component: the menu gives it what it needs. */
export const accountTrigger = (name: string) => (
  <button
    type="button"
    aria-label={`Account of ${name}`}
    className="flex min-h-11 items-center gap-2 rounded-ui px-1.5 hover:bg-hover md:min-h-control md:pr-2"
  >
    <span
      aria-hidden
      // As decoration, not as text: a label that leaves them out would differ from what is read on screen.
      data-initials={initials(name)}
      className="flex size-8 items-center justify-center rounded-full bg-brand-wash text-small font-semibold text-brand-ink before:content-[attr(data-initials)]"
    />
    <span className="hidden max-w-40 truncate font-medium lg:block">{name}</span>
    <ChevronDown aria-hidden className="hidden size-4 text-faint md:block" />
  </button>
)
