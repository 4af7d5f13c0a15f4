import { Controller, type FieldValues } from 'react-hook-form'
import { Checkbox, type Option, RadioGroup, Switch } from '../ui/checks.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { FieldError } from '../ui/field.tsx'
import { DateInput, Input, Textarea, TimeInput } from '../ui/input.tsx'
import { MultiCombobox } from '../ui/multi-combobox.tsx'
import { Select } from '../ui/select.tsx'
import { Suggest } from '../ui/suggest.tsx'
import { type OtherUnit, UnitInput } from './other-unit.tsx'
import { type Base, Tied, text } from './text-fields.tsx'

export { PasswordField, TextField } from './text-fields.tsx'

/** A whole or decimal number; null when cleared. */
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

/** A number in another unit than the form holds. */
export const UnitField = <V extends FieldValues>({
  min,
  max,
  unit,
  step = 1,
  ...base
}: Base<V> & { min: number; max: number; unit: OtherUnit; step?: number }) => (
  <Tied
    {...base}
    render={(control, { value, onChange, ...bound }) => (
      <UnitInput
        {...control}
        {...bound}
        {...{ min, max, unit, step }}
        className="figures md:w-32"
        held={value}
        onHeld={onChange}
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

/** Several of a list; the value is an array of texts. */
export const MultiComboboxField = <V extends FieldValues>({
  options,
  placeholder,
  addWords,
  ...base
}: Base<V> & { options: readonly Option[]; placeholder?: string; addWords?: (typed: string) => string }) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <MultiCombobox
        {...control}
        values={Array.isArray(bound.value) ? bound.value.map(String) : []}
        onChange={bound.onChange}
        options={options}
        {...(placeholder ? { placeholder } : {})}
        {...(addWords ? { addWords } : {})}
      />
    )}
  />
)

/** A line of text with suggestions under it. */
export const SuggestField = <V extends FieldValues>({
  options,
  onPick,
  maxLength,
  placeholder,
  ...base
}: Base<V> & {
  options: readonly Option[]
  onPick?: (option: Option) => void
  maxLength?: number
  placeholder?: string
}) => (
  <Tied
    {...base}
    render={(control, bound) => (
      <Suggest
        {...control}
        name={bound.name}
        value={text(bound.value)}
        onChange={bound.onChange}
        onBlur={bound.onBlur}
        options={options}
        {...(onPick ? { onPick } : {})}
        {...(maxLength ? { maxLength } : {})}
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
