import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Notice } from '../ui/notice.tsx'
import type { ContractForm } from './contract-form.ts'

type FormProps<V extends FieldValues> = {
  form: ContractForm<V>
  /** Sends it, usually `write.run`. Throwing is how it is refused. */
  onSubmit: (values: V) => Promise<unknown>
  onDone?: () => void
  children: ReactNode
  className?: string
  id?: string
}

export const Form = <V extends FieldValues>({ form, onSubmit, onDone, children, className, id }: FormProps<V>) => {
  const problem = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.problem) problem.current?.scrollIntoView({ block: 'nearest' })
  }, [form.problem])
  return (
    <form
      noValidate
      id={id}
      className={cx('flex flex-col gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(onSubmit, onDone)()
      }}
    >
      {form.problem && (
        <div ref={problem}>
          <Notice tone="bad" title={form.problem.title}>
            {form.problem.text}
          </Notice>
        </div>
      )}
      {children}
    </form>
  )
}

/** Sends the form. It is never disabled for wrong input: pressing it shows what is wrong. */
export const SubmitButton = <V extends FieldValues>({
  form,
  children,
  look = 'primary',
  why,
  formId,
}: {
  form: ContractForm<V>
  children: ReactNode
  look?: ButtonLook
  why?: string | null
  /** For a button outside the form, in a dialog's actions. */
  formId?: string
}) => (
  <Button
    type="submit"
    look={look}
    busy={form.formState.isSubmitting}
    why={why}
    wide
    {...(formId ? { form: formId } : {})}
  >
    {children}
  </Button>
)
