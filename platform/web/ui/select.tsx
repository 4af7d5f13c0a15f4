import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Select as BaseSelect } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import type { Option } from './checks.tsx'
import { cx } from './class-names.ts'
import { inputClass } from './input.tsx'
import { usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'

type PickProps<V extends string> = {
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

/** One of a few. More than about fifteen: `Combobox`. */
export const Select = <V extends string>(props: PickProps<V>) => {
  const { value, onChange, options, placeholder = 'Choose', className, disabled = false, ...rest } = props
  const opener = usePlace<HTMLButtonElement>()
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next: V | null) => next !== null && onChange(next)}
    >
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

type ComboboxProps<V extends string> = Omit<PickProps<V>, 'onChange'> & {
  onChange: (value: V | null) => void
  /** Called as one types, for lists that the server searches; the options are then shown as they come. */
  onSearch?: (text: string) => void
  empty?: string
}

const ComboboxList = <V extends string>({ empty, place }: { empty: string; place: { current: HTMLElement } }) => (
  <BaseCombobox.Portal container={place} className="absolute">
    <BaseCombobox.Positioner {...floating} sideOffset={4} className="z-50">
      <BaseCombobox.Popup className={cx(popupClass, 'w-[var(--anchor-width)]')}>
        <BaseCombobox.Empty className="px-3 text-small text-faint not-empty:py-2">{empty}</BaseCombobox.Empty>
        <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain">
          {(option: Option<V>) => (
            <BaseCombobox.Item
              key={option.value}
              value={option}
              disabled={option.disabled ?? false}
              className={itemClass}
            >
              <span className="min-w-0">
                {option.label}
                {option.hint && <span className="block text-small text-faint">{option.hint}</span>}
              </span>
              <BaseCombobox.ItemIndicator className="ml-auto text-brand-ink">
                <Check aria-hidden className="size-4" />
              </BaseCombobox.ItemIndicator>
            </BaseCombobox.Item>
          )}
        </BaseCombobox.List>
      </BaseCombobox.Popup>
    </BaseCombobox.Positioner>
  </BaseCombobox.Portal>
)

/** One of many, found by typing. */
export const Combobox = <V extends string>(props: ComboboxProps<V>) => {
  const {
    value,
    onChange,
    options,
    placeholder,
    className,
    onSearch,
    empty = 'Nothing found.',
    disabled = false,
    ...rest
  } = props
  const found = options.find((option) => option.value === value)
  const [name, hint] = [found?.label ?? null, found?.hint]
  // The same object as long as it says the same: with another one what is being typed would be taken for stale, and written over.
  const chosen = useMemo<Option<V> | null>(
    () => (value === null || name === null ? null : { value, label: name, ...(hint === undefined ? {} : { hint }) }),
    [value, name, hint],
  )
  const opener = usePlace<HTMLInputElement>()
  return (
    <BaseCombobox.Root
      items={options}
      value={chosen}
      disabled={disabled}
      isItemEqualToValue={(a: Option<V>, b: Option<V>) => a.value === b.value}
      onValueChange={(next: Option<V> | null) => onChange(next?.value ?? null)}
      {...(onSearch ? { filter: null, onInputValueChange: onSearch } : {})}
    >
      <BaseCombobox.InputGroup className={cx('relative flex w-full items-center', className)}>
        <BaseCombobox.Input
          {...rest}
          ref={opener.trigger}
          placeholder={placeholder ?? 'Type to search'}
          className={cx(inputClass, 'min-h-control pr-20')}
        />
        <span className="absolute right-0.5 flex items-center text-faint">
          <BaseCombobox.Clear
            aria-label="Clear"
            className="relative flex size-10 items-center md:size-8 justify-center hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </BaseCombobox.Clear>
          <BaseCombobox.Trigger
            aria-label="Show the list"
            className="relative flex size-10 items-center md:size-8 justify-center hover:text-ink"
          >
            <ChevronsUpDown aria-hidden className="size-4" />
          </BaseCombobox.Trigger>
        </span>
      </BaseCombobox.InputGroup>
      <ComboboxList<V> empty={empty} place={opener.place} />
    </BaseCombobox.Root>
  )
}
