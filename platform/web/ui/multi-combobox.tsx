import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useMemo, useRef, useState } from 'react'
import type { Option } from './checks.tsx'
import { cx } from './class-names.ts'
import { inputClass } from './input.tsx'
import { usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'
import { matchesTyped, sameText } from './typed-choice.ts'

type Props = {
  values: readonly string[]
  onChange: (values: string[]) => void
  options: readonly Option[]
  /** Shown while nothing is chosen: what that means. */
  placeholder?: string
  empty?: string
  /** A text that is not in the list can be added, in these words. */
  addWords?: (typed: string) => string
  id?: string | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

const NEW = 'new:'

/** Earlier choices that are not in the list remain available; typed text can be a choice where allowed. */
const choicesOf = ({ values, options, addWords }: Props, typed: string): Option[] => {
  const known = new Set(options.map(({ value }) => value))
  const others = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
  const text = typed.trim()
  const all = [...others, ...options]
  if (!addWords || text === '' || all.some(({ label }) => sameText(label, text))) return all
  return [...all, { value: `${NEW}${text}`, label: addWords(text) }]
}

const Chip = ({ label }: { label: string }) => (
  <BaseCombobox.Chip
    aria-label={label}
    className="flex min-h-8 max-w-full items-center rounded-[calc(var(--radius-ui)-3px)] bg-hover pl-2 text-small outline-none focus-within:outline-2 focus-within:outline-brand-ink md:min-h-7"
  >
    <span className="min-w-0 truncate">{label}</span>
    <BaseCombobox.ChipRemove
      aria-label={`Remove ${label}`}
      className="relative flex size-8 shrink-0 items-center justify-center text-faint after:absolute after:-inset-1.5 hover:text-ink md:size-7 md:after:hidden"
    >
      <X aria-hidden className="size-3.5" />
    </BaseCombobox.ChipRemove>
  </BaseCombobox.Chip>
)

const List = ({ empty, place }: { empty: string; place: { current: HTMLElement } }) => (
  <BaseCombobox.Portal container={place} className="absolute">
    <BaseCombobox.Positioner {...floating} sideOffset={4} className="z-50">
      <BaseCombobox.Popup className={cx(popupClass, 'w-[max(14rem,var(--anchor-width))]')}>
        <BaseCombobox.Empty className="px-3 text-small text-faint not-empty:py-2">{empty}</BaseCombobox.Empty>
        <BaseCombobox.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain">
          {(option: Option) => (
            <BaseCombobox.Item key={option.value} value={option} className={itemClass}>
              {option.value.startsWith(NEW) && <Plus aria-hidden />}
              <span className="min-w-0 flex-1">{option.label}</span>
              {option.hint && <span className="figures shrink-0 text-small text-faint">{option.hint}</span>}
              <BaseCombobox.ItemIndicator className="text-brand-ink">
                <Check aria-hidden className="size-4" />
              </BaseCombobox.ItemIndicator>
            </BaseCombobox.Item>
          )}
        </BaseCombobox.List>
      </BaseCombobox.Popup>
    </BaseCombobox.Positioner>
  </BaseCombobox.Portal>
)

/** Several of many: found by typing, each a chip that can be removed. Backspace in the empty field removes the last. */
export const MultiCombobox = (props: Props) => {
  const { values, onChange, placeholder, empty = 'Nothing found.', ...rest } = props
  const [typed, setTyped] = useState('')
  const opener = usePlace<HTMLInputElement>()
  const box = useRef<HTMLDivElement>(null)
  const choices = choicesOf(props, typed)
  const chosen = useMemo(
    () => values.map((value) => props.options.find((one) => one.value === value) ?? { value, label: value }),
    [values, props.options],
  )
  return (
    <BaseCombobox.Root
      multiple
      items={choices}
      value={chosen}
      isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
      onValueChange={(next: Option[]) => {
        onChange([...new Set(next.map(({ value }) => (value.startsWith(NEW) ? value.slice(NEW.length) : value)))])
        setTyped('')
      }}
      inputValue={typed}
      onInputValueChange={setTyped}
      filter={(option: Option, text: string) => option.value.startsWith(NEW) || matchesTyped(option, text)}
      autoHighlight
    >
      <BaseCombobox.Chips
        ref={box}
        className={cx(
          inputClass,
          'min-h-control flex flex-wrap items-center gap-1 px-1.5 py-1 focus-within:border-brand-ink focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand-ink',
          props['aria-invalid'] && 'border-bad',
        )}
      >
        {chosen.map((option) => (
          <Chip key={option.value} label={option.label} />
        ))}
        <BaseCombobox.Input
          id={rest.id}
          aria-label={rest['aria-label']}
          aria-describedby={rest['aria-describedby']}
          aria-invalid={rest['aria-invalid']}
          ref={opener.trigger}
          placeholder={values.length === 0 ? placeholder : ''}
          className="min-h-7 min-w-24 flex-1 bg-transparent px-1.5 text-ui text-ink outline-none"
        />
      </BaseCombobox.Chips>
      <List empty={empty} place={opener.place} />
    </BaseCombobox.Root>
  )
}
