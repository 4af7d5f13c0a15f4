import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { readClock } from '#platform/shared/time.ts'
import { clockOf } from '../time.ts'
import { cx } from './class-names.ts'

export const inputClass = cx(
  'block w-full min-w-0 rounded-ui border border-line-strong bg-sunken px-3 py-1.5 text-ui text-ink light:bg-surface',
  'transition-colors hover:border-soft focus-visible:border-brand-ink focus-visible:outline-2 focus-visible:-outline-offset-1',
  'aria-invalid:border-bad disabled:opacity-60 [&[readonly]]:bg-transparent',
)

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={cx(inputClass, 'min-h-control', className)} />
)

export const Textarea = ({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    {...rest}
    rows={rows}
    className={cx(inputClass, 'field-sizing-content max-h-96 min-h-24 py-2', className)}
  />
)

/** An input with something before or after it: a search icon, a unit, a currency sign. */
export const InputWith = ({
  before,
  after,
  className,
  ...rest
}: ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) => (
  <span className="relative flex w-full items-center">
    {before && <span className="pointer-events-none absolute left-3 text-faint [&_svg]:size-[1.15em]">{before}</span>}
    <Input {...rest} className={cx(before ? 'pl-9' : '', after ? 'pr-12' : '', className)} />
    {after && <span className="pointer-events-none absolute right-3 text-faint">{after}</span>}
  </span>
)

export const PasswordInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative flex w-full">
      <Input
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={cx('pr-12', className)}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-ui text-soft hover:text-ink [&_svg]:size-[1.15em]"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </span>
  )
}

/** Uses the browser's own date picker, which is large on every phone. The value is `2026-11-21`. */
export const DateInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <Input
    {...rest}
    type="date"
    data-empty={rest.value === '' || undefined}
    className={cx('figures min-w-40 md:min-w-0 md:w-38', className)}
  />
)

/** A time of day. The value is `18:30`; accepts `1830`, `18.30` and `6:30 pm`, and displays the organization's format. */
export const TimeInput = ({
  className,
  value,
  onChange,
  onBlur,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value?: string | undefined
  onChange?: (value: string) => void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      placeholder={clockOf('00:00')}
      {...rest}
      type="text"
      inputMode={clockOf('00:00') === '00:00' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={8}
      value={typed ?? clockOf(value ?? '')}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange?.(event.target.value)
      }}
      onBlur={(event) => {
        const found = readClock(event.target.value)
        setTyped(null)
        if (found) onChange?.(found)
        onBlur?.(event)
      }}
      className={cx('figures md:w-28', className)}
    />
  )
}
