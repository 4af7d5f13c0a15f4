import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import { type Ref, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { Option } from './checks.tsx'
import { cx } from './class-names.ts'
import { FieldError } from './field.tsx'
import { inputClass } from './input.tsx'
import { usePlace } from './place.ts'
import { floating, itemClass, popupClass } from './popup.ts'
import type { PickProps } from './select.tsx'
import { matchesTyped, typedChoice } from './typed-choice.ts'

type ComboboxProps<V extends string> = Omit<PickProps<V>, 'onChange'> & {
  onChange: (value: V | null) => void
  /** Called while typing, for lists that the server searches; options are then shown unfiltered. */
  onSearch?: (text: string) => void
  empty?: string
}

const ComboboxList = <V extends string>({
  empty,
  place,
  onPress,
}: {
  empty: string
  place: { current: HTMLElement }
  onPress: () => void
}) => (
  <BaseCombobox.Portal container={place} className="absolute">
    <BaseCombobox.Positioner {...floating} sideOffset={4} className="z-50">
      <BaseCombobox.Popup className={cx(popupClass, 'w-[var(--anchor-width)]')} onPointerDown={onPress}>
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

const Buttons = () => (
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
)

/** How long search results must stay unchanged before one is accepted for the typed text, in ms. */
const SEARCH_STANDS = 350

/**
 * Typed text without a selection. On Enter, Tab or a press elsewhere it becomes the one option it names; otherwise it stays in
 * the field with an error, so the field never holds a value it does not show.
 */
const useTyped = <V extends string>({ value, onChange, options, onSearch }: ComboboxProps<V>) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState<'no' | 'asks' | 'wrong'>('no')
  const [seen, setSeen] = useState(value)
  const drop = () => {
    setTyped(null)
    setLeft('no')
  }
  if (seen !== value) {
    setSeen(value)
    // Selected, or set from outside: the field shows that value.
    if (value !== null) drop()
  }
  const found = typed === null ? null : typedChoice(options, typed)
  const choose = (option: Option<V>) => {
    drop()
    onChange(option.value)
    onSearch?.(option.label)
  }
  const decide = () => {
    if (found === null || found.kind === 'empty') return drop()
    if (found.kind === 'one') return choose(found.option)
    setLeft('wrong')
    if (value !== null) onChange(null)
  }
  const leave = () => {
    if (found === null) return
    if (onSearch && found.kind !== 'empty') setLeft((before) => (before === 'no' ? 'asks' : before))
    else decide()
  }
  const asks = left !== 'no' && onSearch !== undefined
  const decideLater = useEffectEvent(decide)
  const standing = options.map((option) => option.value).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options are a new response, which must settle first as well.
  useEffect(() => {
    if (!asks) return
    const timer = setTimeout(decideLater, SEARCH_STANDS)
    return () => clearTimeout(timer)
  }, [asks, standing])
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      setLeft('no')
    },
    drop,
    choose,
    leave,
    left: left !== 'no',
    /** The list has, or may have, options to choose from. */
    offers: found?.kind === 'several' || onSearch !== undefined,
    error:
      left !== 'wrong'
        ? null
        : found?.kind === 'none'
          ? `No match for "${typed}". Choose from the list.`
          : 'Choose one from the list.',
  }
}

type State<V extends string> = {
  typing: ReturnType<typeof useTyped<V>>
  open: boolean
  setOpen: (open: boolean) => void
  /** The option Enter would select, and whether the arrow keys highlighted it. */
  lit: { current: { option: Option<V>; byKey: boolean } | null }
  /** The list is being clicked: the field loses focus only briefly. */
  pressed: { current: boolean }
}

/** The input itself: how Enter, Tab and blur treat typed text. */
const ComboboxInput = <V extends string>({
  state,
  errorId,
  placeholder = 'Type to search',
  inputRef,
  ...rest
}: Pick<PickProps<V>, 'id' | 'placeholder' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> & {
  state: State<V>
  errorId: string
  inputRef: Ref<HTMLInputElement>
}) => {
  const { typing, open, setOpen, lit, pressed } = state
  const { typed, error, left } = typing
  return (
    <BaseCombobox.Input
      id={rest.id}
      aria-label={rest['aria-label']}
      aria-describedby={[rest['aria-describedby'], error && errorId].filter(Boolean).join(' ') || undefined}
      aria-invalid={error ? true : rest['aria-invalid']}
      data-unmatched={left ? '' : undefined}
      ref={inputRef}
      placeholder={placeholder}
      className={cx(inputClass, 'min-h-control pr-20')}
      onBlur={() => {
        if (!pressed.current) typing.leave()
      }}
      onKeyDown={(event) => {
        if (typed === null || typed.trim() === '' || event.nativeEvent.isComposing) return
        if (event.key === 'Tab' && lit.current?.byKey && open) typing.choose(lit.current.option)
        if (event.key !== 'Enter' || (open && lit.current)) return
        // The first Enter selects for the typed text; the next one submits the form.
        event.preventDefault()
        event.preventBaseUIHandler()
        typing.leave()
        setOpen(typing.offers)
      }}
    />
  )
}

/** The selected option, the same object until its value or words change. */
const useItem = <V extends string>({ value, options }: Pick<ComboboxProps<V>, 'value' | 'options'>) => {
  const chosen = options.find((option) => option.value === value)
  const [name, hint] = [chosen?.label ?? null, chosen?.hint]
  return useMemo<Option<V> | null>(
    () => (value === null || name === null ? null : { value, label: name, ...(hint === undefined ? {} : { hint }) }),
    [value, name, hint],
  )
}

/** A choice among many, found by typing. */
export const Combobox = <V extends string>(props: ComboboxProps<V>) => {
  const { onChange, options, placeholder, className, onSearch, empty = 'Nothing found.' } = props
  const typing = useTyped(props)
  const { typed, type, drop, error } = typing
  const [open, setOpen] = useState(false)
  const lit: State<V>['lit'] = useRef(null)
  const pressed = useRef(false)
  const errorId = useId()
  const item = useItem(props)
  const opener = usePlace<HTMLInputElement>()
  const press = () => {
    pressed.current = true
  }
  return (
    <>
      <BaseCombobox.Root
        items={options}
        value={item}
        disabled={props.disabled ?? false}
        isItemEqualToValue={(a: Option<V>, b: Option<V>) => a.value === b.value}
        onValueChange={(next: Option<V> | null) => {
          drop()
          onChange(next?.value ?? null)
        }}
        open={open}
        onOpenChange={(next, { reason }) => {
          setOpen(next)
          pressed.current = false
          if (!next && reason === 'escape-key') drop()
        }}
        inputValue={typed ?? item?.label ?? ''}
        onInputValueChange={(text, { reason }) => {
          if (reason === 'input-change') type(text)
          if (reason === 'input-change' || reason === 'item-press' || reason === 'clear-press') onSearch?.(text)
        }}
        onItemHighlighted={(option, { reason }) => {
          lit.current = option ? { option, byKey: reason === 'keyboard' } : null
        }}
        filter={onSearch ? null : (option: Option<V>, text: string) => matchesTyped(option, text)}
      >
        <BaseCombobox.InputGroup className={cx('relative flex w-full items-center', className)}>
          <ComboboxInput
            {...props}
            {...(placeholder ? { placeholder } : {})}
            state={{ typing, open, setOpen, lit, pressed }}
            errorId={errorId}
            inputRef={opener.trigger}
          />
          <Buttons />
        </BaseCombobox.InputGroup>
        <ComboboxList<V> empty={empty} place={opener.place} onPress={press} />
      </BaseCombobox.Root>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </>
  )
}
