import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to fix it, beside the field. */
  error?: string | null | undefined
  optional?: boolean
  className?: string
  /** Receives the props that connect the control to label, hint and error. */
  children: (control: FieldControl) => ReactNode
}

/** Text that matches no option shows its own error; "nothing is selected" would report the same problem twice. */
const unmatchedClass = '[&:has([data-unmatched])>p[id$=-error]]:hidden'

export const Field = ({ label, hint, error, optional = false, className, children }: FieldProps) => {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', unmatchedClass, className)}>
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-faint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-small font-medium text-bad">
    <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
    {children}
  </p>
)

/** Related fields under one heading. */
export const FieldGroup = ({
  legend,
  hint,
  children,
  className,
}: {
  legend: ReactNode
  hint?: ReactNode
  children: ReactNode
  className?: string
}) => (
  <fieldset className={cx('flex min-w-0 flex-col gap-4', className)}>
    <legend className="mb-3 font-semibold">
      {legend}
      {hint && <span className="block text-small font-normal text-faint">{hint}</span>}
    </legend>
    {children}
  </fieldset>
)
