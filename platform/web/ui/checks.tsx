import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './class-names.ts'

type CheckProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Beside the box. Without it, set `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  'aria-label'?: string
  disabled?: boolean
  name?: string
  id?: string
}

const rowClass = 'flex min-h-11 items-start gap-3 py-2.5 md:min-h-control md:py-1.5 has-[[data-disabled]]:opacity-60'

const Words = ({ label, hint, className }: { label: ReactNode; hint: ReactNode; className?: string }) => (
  <span className={cx('min-w-0', className)}>
    <span className="block">{label}</span>
    {hint && <span className="block text-small text-faint">{hint}</span>}
  </span>
)

const boxClass = cx(
  'relative flex size-5 shrink-0 items-center justify-center rounded-[calc(var(--radius-ui)-3px)] border border-line-strong bg-sunken text-on-brand',
  'data-checked:border-brand data-checked:bg-brand data-indeterminate:border-brand data-indeterminate:bg-brand [&_svg]:size-3.5 light:bg-surface',
  'after:absolute after:-inset-3 md:after:-inset-1.5',
)

export const Checkbox = ({
  checked,
  onChange,
  label,
  hint,
  some = false,
  ...rest
}: CheckProps & { some?: boolean }) => {
  const box = (
    <BaseCheckbox.Root
      {...rest}
      checked={checked}
      indeterminate={some}
      onCheckedChange={(next) => onChange(next)}
      // Centers the box on the first line, which is taller on a phone.
      className={cx(boxClass, Boolean(label) && 'max-md:mt-0.5')}
    >
      <BaseCheckbox.Indicator>
        {some ? <Minus aria-hidden strokeWidth={3} /> : <Check aria-hidden strokeWidth={3} />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  if (!label) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the box inside
    <label className={cx(rowClass, 'cursor-pointer')}>
      {box}
      <Words label={label} hint={hint} />
    </label>
  )
}

export const Switch = ({ checked, onChange, label, hint, ...rest }: CheckProps) => {
  const control = (
    <BaseSwitch.Root
      {...rest}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      className="relative mt-px flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors after:absolute after:-inset-2.5 data-checked:border-brand data-checked:bg-brand"
    >
      <BaseSwitch.Thumb className="size-4.5 rounded-full bg-soft transition-transform data-checked:translate-x-4 data-checked:bg-on-brand" />
    </BaseSwitch.Root>
  )
  if (!label) return control
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the switch inside
    <label className={cx(rowClass, 'cursor-pointer justify-between')}>
      {/* A line of text is lower than the switch at a desk. */}
      <Words label={label} hint={hint} className="md:pt-[3px]" />
      {control}
    </label>
  )
}

/**
 * For a search field above the choices of a form: Enter goes to the choice (the first, if none is made yet) instead of sending the
 * form, since what it would send was not searched for.
 */
export const enterToChoices = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const radios = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
  const chosen = radios.find((one) => one.getAttribute('aria-checked') === 'true')
  const next = chosen ?? radios[0]
  next?.focus()
}

export type Option<V extends string = string> = { value: V; label: string; hint?: string; disabled?: boolean }

export const RadioGroup = <V extends string>({
  value,
  onChange,
  options,
  ...rest
}: {
  value: V | null
  onChange: (value: V) => void
  options: readonly Option<V>[]
  'aria-label'?: string
  'aria-labelledby'?: string | undefined
  name?: string
}) => (
  <BaseGroup
    {...rest}
    value={value}
    onValueChange={(next: V | null) => next !== null && onChange(next)}
    className="flex flex-col"
  >
    {options.map((option) => (
      // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio inside
      <label key={option.value} className={cx(rowClass, 'cursor-pointer')}>
        <Radio.Root
          value={option.value}
          disabled={option.disabled ?? false}
          className="flex size-5 shrink-0 items-center justify-center rounded-full max-md:mt-0.5 border border-line-strong bg-sunken data-checked:border-brand data-checked:bg-brand light:bg-surface"
        >
          <Radio.Indicator className="size-2 rounded-full bg-on-brand" />
        </Radio.Root>
        <Words label={option.label} hint={option.hint} />
      </label>
    ))}
  </BaseGroup>
)
