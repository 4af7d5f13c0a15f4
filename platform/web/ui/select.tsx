import { Select as BaseSelect } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState } from 'react'
import { useBackCloses } from '../layers.ts'
import { usePhone } from '../phone.ts'
import type { Option } from './checks.tsx'
import { cx } from './class-names.ts'
import { inputClass } from './input.tsx'
import { usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'

export type PickProps<V extends string> = {
  value: V | null
  onChange: (value: V) => void
  options: readonly Option<V>[]
  placeholder?: string
  id?: string | undefined
  disabled?: boolean
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

/** On a phone, Back closes the open list: it covers half of the screen, as a sheet does. */
const ClosesOnBack = ({ onClose }: { onClose: () => void }) => {
  useBackCloses(usePhone(), onClose)
  return null
}

/** A choice among a few options. For more than about fifteen use `Combobox`. */
export const Select = <V extends string>(props: PickProps<V>) => {
  const { value, onChange, options, placeholder = 'Choose', className, disabled = false, ...rest } = props
  const opener = usePlace<HTMLButtonElement>()
  const [open, setOpen] = useState(false)
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={disabled}
      open={open}
      onOpenChange={setOpen}
      onValueChange={(next: V | null) => next !== null && onChange(next)}
    >
      {open && <ClosesOnBack onClose={() => setOpen(false)} />}
      <BaseSelect.Trigger
        {...rest}
        ref={opener.trigger}
        className={cx(inputClass, 'min-h-control flex items-center justify-between gap-2 text-left', className)}
      >
        <BaseSelect.Value placeholder={placeholder} className="line-clamp-2 data-placeholder:text-faint" />
        <BaseSelect.Icon className="text-faint">
          <ChevronsUpDown aria-hidden className="size-4" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal container={opener.place} className="absolute">
        <BaseSelect.Positioner {...floating} sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup
            className={cx(
              popupClass,
              'max-h-[min(24rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto',
            )}
          >
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={itemClass}
              >
                <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator className="ml-auto text-brand-ink">
                  <Check aria-hidden className="size-4" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
