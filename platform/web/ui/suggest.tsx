import { Autocomplete } from '@base-ui/react/autocomplete'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState } from 'react'
import type { Option } from './checks.tsx'
import { cx } from './class-names.ts'
import { inputClass } from './input.tsx'
import { usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'
import { matchesTyped, sameText } from './typed-choice.ts'

type Props = {
  value: string
  /** The typed text, and the label of the choice. */
  onChange: (value: string) => void
  onPick?: (option: Option) => void
  onBlur?: () => void
  options: readonly Option[]
  maxLength?: number
  placeholder?: string
  id?: string | undefined
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

/** A line of text with what was used before under it: anything may be typed, and what is in the list need not be. */
export const Suggest = ({ value, onChange, onPick, onBlur, options, ...rest }: Props) => {
  const opener = usePlace<HTMLInputElement>()
  const [wanted, setWanted] = useState(false)
  // An empty list is not open: it would hide the page from screen readers for nothing. It opens when what it offers has come.
  const open = wanted && options.some((option) => matchesTyped(option, value) && !sameText(option.label, value))
  return (
    <Autocomplete.Root
      items={options}
      value={value}
      itemToStringValue={(option: Option) => option.label}
      onValueChange={(next, { reason }) => {
        onChange(next)
        const picked = reason === 'item-press' ? options.find(({ label }) => label === next) : undefined
        if (picked) onPick?.(picked)
      }}
      filter={(option: Option, text: string) => matchesTyped(option, text)}
      open={open}
      onOpenChange={setWanted}
      openOnInputClick
    >
      <span className="relative flex w-full items-center">
        <Autocomplete.Input
          {...rest}
          onBlur={() => {
            if (!open) setWanted(false)
            onBlur?.()
          }}
          ref={opener.trigger}
          autoComplete="off"
          className={cx(inputClass, 'min-h-control', options.length > 0 && 'pr-10')}
        />
        {options.length > 0 && (
          <Autocomplete.Trigger
            aria-label="Show the list"
            className="absolute right-0.5 flex size-10 items-center justify-center text-faint hover:text-ink md:size-8"
          >
            <ChevronsUpDown aria-hidden className="size-4" />
          </Autocomplete.Trigger>
        )}
      </span>
      <Autocomplete.Portal container={opener.place} className="absolute">
        <Autocomplete.Positioner {...floating} sideOffset={4} className="z-50">
          <Autocomplete.Popup className={cx(popupClass, 'w-[var(--anchor-width)] data-empty:hidden')}>
            <Autocomplete.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain">
              {(option: Option) => (
                <Autocomplete.Item key={option.value} value={option} className={itemClass}>
                  <span className="min-w-0">
                    {option.label}
                    {option.hint && <span className="block truncate text-small text-faint">{option.hint}</span>}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
