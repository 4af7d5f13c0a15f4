import type { ComponentProps, ReactNode } from 'react'
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field, type FieldControl } from '../ui/field.tsx'
import { Input, PasswordInput } from '../ui/input.tsx'
import type { ContractForm } from './contract-form.ts'
import { afterPress } from './press.ts'

/** Fields without lists or pickers: what a sign-in needs, which on a slow line must not wait for the code of those. */
export type Base<V extends FieldValues> = {
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

/** Connects one control to the form: value, error message, focus if it is the first invalid field. */
export const Tied = <V extends FieldValues>({
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

export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

type InputRest = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoFocus' | 'readOnly' | 'list'
>

/** `empty` is the value of a cleared field: `null` for optional fields, `''` by default. */
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
