import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, type ReactNode, useState } from 'react'
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

/** Text with something in front of or behind it: a search glass, a unit, a currency sign. */
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

/** The browser's own pickers, which every phone makes large. The value is `2026-11-21`. */
export const DateInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <Input {...rest} type="date" className={cx('figures min-w-40 md:w-44', className)} />
)

const clockText = /^([01]?\d|2[0-3])[:.h]?([0-5]\d)$/

/** A time of day in 24 hours, `18:30`, whatever the viewer's system shows: typed as `1830`, `18.30` or `18:30`. */
export const TimeInput = ({
  className,
  value,
  onChange,
  onBlur,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value?: string | undefined
  onChange?: (value: string) => void
}) => (
  <Input
    placeholder="00:00"
    {...rest}
    type="text"
    inputMode="numeric"
    autoComplete="off"
    maxLength={5}
    value={value ?? ''}
    onChange={(event) => onChange?.(event.target.value)}
    onBlur={(event) => {
      const found = clockText.exec(event.target.value.trim())
      if (found) onChange?.(`${(found[1] ?? '').padStart(2, '0')}:${found[2]}`)
      onBlur?.(event)
    }}
    className={cx('figures md:w-24', className)}
  />
)
