import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { Anchor } from './link.tsx'
import { isOwnPress } from './opener.ts'
import { regionOf, usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'

/** `trigger` is a single element, usually a Button or something like an IconButton. */
export const Menu = ({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}) => {
  const opener = usePlace<HTMLButtonElement>()
  return (
    <Base.Root>
      <Base.Trigger ref={opener.trigger} render={trigger} />
      <Base.Portal container={opener.place} className="absolute">
        <Base.Positioner {...floating} sideOffset={6} collisionPadding={8} align={align} className="z-50 outline-none">
          <Base.Popup
            className={cx(
              popupClass,
              'max-h-[var(--available-height)] max-w-[min(20rem,calc(100vw-1rem))] min-w-52 overflow-y-auto',
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * A menu at the clicked element: one for a large table instead of one per cell, and those of the header, which are fetched on
 * demand (`useOpener`). Closing restores focus, unless a dialog that an item opened has it: the menu goes after the dialog has
 * come, and took the keys from it.
 */
export const MenuAt = ({
  open,
  anchor,
  onClose,
  label,
  align = 'start',
  children,
}: {
  open: boolean
  /** Stays while it closes. */
  anchor: HTMLElement | null
  onClose: () => void
  label: string
  align?: 'start' | 'end'
  children: ReactNode
}) => {
  const popup = useRef<HTMLDivElement>(null)
  const finalFocus = () => {
    const at = document.activeElement
    return (at === document.body || popup.current?.contains(at)) && anchor
  }
  return (
    <Base.Root open={open} onOpenChange={(next, { event }) => !next && !isOwnPress(anchor, event) && onClose()}>
      <Base.Portal container={regionOf(anchor)} className="absolute">
        <Base.Positioner
          {...floating}
          anchor={anchor}
          sideOffset={4}
          collisionPadding={8}
          align={align}
          className="z-50 outline-none"
        >
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={finalFocus}
            className={cx(
              popupClass,
              'max-h-[var(--available-height)] max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto',
              align === 'start' ? 'w-64' : 'min-w-52',
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = { icon?: ReactNode; children: ReactNode }

export const MenuItem = ({
  icon,
  children,
  onPick,
  danger = false,
  why,
}: ItemProps & { onPick: () => void; danger?: boolean; why?: string | null }) => (
  <Base.Item onClick={onPick} disabled={Boolean(why)} className={cx(itemClass, danger && 'text-bad [&>svg]:text-bad')}>
    {icon}
    <span>
      {children}
      {why && <span className="block text-small">{why}</span>}
    </span>
  </Base.Item>
)

export const MenuLink = ({ icon, children, to }: ItemProps & { to: string }) => (
  <Base.LinkItem closeOnClick render={<Anchor to={to} />} className={itemClass}>
    {icon}
    {children}
  </Base.LinkItem>
)

export const MenuChoices = <V extends string>({
  value,
  onChange,
  options,
}: {
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: ReactNode }[]
}) => (
  <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
    {options.map((option) => (
      <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
        {option.icon}
        {option.label}
        <Base.RadioItemIndicator className="ml-auto text-brand-ink">
          <Check aria-hidden className="size-4" />
        </Base.RadioItemIndicator>
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
)

export const MenuCheck = ({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={(next) => onChange(next)} className={itemClass}>
    {children}
    <Base.CheckboxItemIndicator className="ml-auto text-brand-ink">
      <Check aria-hidden className="size-4" />
    </Base.CheckboxItemIndicator>
  </Base.CheckboxItem>
)

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <div className="px-3 pt-2 pb-1.5 text-small text-faint md:px-2.5">{children}</div>
)
export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />
