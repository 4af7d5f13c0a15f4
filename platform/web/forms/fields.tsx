import type { ComponentProps, ReactNode } from 'react'
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Checkbox, type Option, RadioGroup, Switch } from '../ui/checks.tsx'
import { Field, type FieldControl, FieldError } from '../ui/field.tsx'
import { DateInput, Input, PasswordInput, Textarea, TimeInput } from '../ui/input.tsx'
import { Combobox, Select } from '../ui/select.tsx'
import type { ContractForm } from './contract-form.ts'
import { afterPress } from './press.ts'

type Base<V extends FieldValues> = {
  form: ContractForm<V>
  name: FieldPath<V>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  className?: string
}

type Bound = {
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  ref: (element: unknown) => void
  name: string
}

/** Ties one control to the form: value, error beside it, focus when it is the first wrong one. */
const Tied = <V extends FieldValues>({
  form,
  name,
  render,
  ...field
}: Base<V> & { render: (control: FieldControl, bound: Bound) => ReactNode }) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: bound, fieldState }) => (
      <Field {...field} error={fieldState.error?.message}>
        {(control) => render(control, { ...bound, onBlur: () => afterPress(bound.onBlur) })}
      </Field>
    )}
  />
)

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

type InputRest = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoFocus' | 'readOnly' | 'list'
>

/** `empty` is what an emptied field becomes: `null` for what may be missing, `''` unless told. */
export const TextField = <V extends FieldValues>({
  type,
  autoComplete,
  inputMode,
  maxLength,
  placeholder,
  autoFocus,
  readOnly,
  list,
  empty = '',
  ...base
}: Base<V> & InputRest & { empty?: '' | null }) => {
  const rest = Object.fromEntries(
    Object.entries({ type, autoComplete, inputMode, maxLength, placeholder, autoFocus, readOnly, list }).filter(
      ([, v]) => v !== undefined,
    ),
  )
  return (
    <Tied
      {...base}
      render={(control, bound) => (
        <Input
          {...control}
          {...rest}
          {...bound}
          value={text(bound.value)}
          onChange={(e) => bound.onChange(e.target.value === '' ? empty : e.target.value)}
        />
      )}
    />
  )
}

export const PasswordField = <V extends FieldValues>({
  autoComplete = 'current-password',
  ...base
}: Base<V> & { autoComplete?: 'current-password' | 'new-password' }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <PasswordInput
        {...control}
        {...bound}
        autoComplete={autoComplete}
        value={text(bound.value)}
        onChange={(e) => bound.onChange(e.target.value)}
      />
    )}
  />
)

/** A whole or decimal number; emptied it becomes null. */
export const NumberField = <V extends FieldValues>({
  min,
  max,
  step,
  ...base
}: Base<V> & { min?: number; max?: number; step?: number }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <Input
        {...control}
        {...bound}
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        className="figures md:w-32"
        value={text(bound.value)}
        onChange={(e) => bound.onChange(e.target.value === '' ? null : e.target.valueAsNumber)}
      />
    )}
  />
)

export const TextareaField = <V extends FieldValues>({
  rows,
  maxLength,
  empty = '',
  ...base
}: Base<V> & { rows?: number; maxLength?: number; empty?: '' | null }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <Textarea
        {...control}
        {...bound}
        rows={rows}
        maxLength={maxLength}
        value={text(bound.value)}
        onChange={(e) => bound.onChange(e.target.value === '' ? empty : e.target.value)}
      />
    )}
  />
)

export const DateField = <V extends FieldValues>({ min, max, ...base }: Base<V> & { min?: string; max?: string }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <DateInput
        {...control}
        {...bound}
        min={min}
        max={max}
        value={text(bound.value)}
        onChange={(e) => bound.onChange(e.target.value)}
      />
    )}
  />
)

export const TimeField = <V extends FieldValues>(base: Base<V>) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <TimeInput {...control} {...bound} value={text(bound.value)} onChange={bound.onChange} />
    )}
  />
)

export const SelectField = <V extends FieldValues>({
  options,
  placeholder,
  ...base
}: Base<V> & { options: readonly Option[]; placeholder?: string }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <Select
        {...control}
        value={text(bound.value) || null}
        onChange={bound.onChange}
        options={options}
        {...(placeholder ? { placeholder } : {})}
      />
    )}
  />
)

export const ComboboxField = <V extends FieldValues>({
  options,
  placeholder,
  ...base
}: Base<V> & { options: readonly Option[]; placeholder?: string }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <Combobox
        {...control}
        value={text(bound.value) || null}
        onChange={bound.onChange}
        options={options}
        {...(placeholder ? { placeholder } : {})}
      />
    )}
  />
)

export const RadioField = <V extends FieldValues>({
  options,
  form,
  name,
  label,
  hint,
}: Base<V> & { options: readonly Option[] }) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: bound, fieldState }) => (
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="font-medium">{label}</legend>
        {hint && <p className="text-small text-faint">{hint}</p>}
        <RadioGroup value={text(bound.value) || null} onChange={bound.onChange} options={options} name={name} />
        {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
      </fieldset>
    )}
  />
)

const tick = (Control: typeof Checkbox | typeof Switch) =>
  function TickField<V extends FieldValues>({ form, name, label, hint }: Base<V>) {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: bound, fieldState }) => (
          <div>
            <Control checked={bound.value === true} onChange={bound.onChange} label={label} hint={hint} name={name} />
            {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
          </div>
        )}
      />
    )
  }

export const CheckboxField = tick(Checkbox)
export const SwitchField = tick(Switch)
