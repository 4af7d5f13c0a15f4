import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Notice } from '../ui/notice.tsx'
import type { Sendable } from './contract-form.ts'

type FormProps<V, R> = {
  form: Sendable<V>
  /** Sends the form, usually `write.run`. Throws if refused. */
  onSubmit: (values: V) => Promise<R>
  onDone?: (answer: R) => void
  children: ReactNode
  className?: string
  id?: string
}

export const Form = <V, R>({ form, onSubmit, onDone, children, className, id }: FormProps<V, R>) => {
  const problem = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.problem) problem.current?.scrollIntoView({ block: 'nearest' })
  }, [form.problem])
  useEffect(() => {
    if (form.tries) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form.tries])
  return (
    <form
      ref={element}
      noValidate
      id={id}
      className={cx('flex flex-col gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        // React carries it on to a form around the dialog, which was not sent.
        event.stopPropagation()
        // Text that matches nothing in its list already shows an error; sending would not include what was meant.
        const unmatched = event.currentTarget.querySelector<HTMLElement>('[data-unmatched]')
        if (unmatched) return unmatched.focus()
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

/** Submits the form. Never disabled for invalid input: pressing it shows what is wrong. */
export const SubmitButton = <V,>({
  form,
  children,
  look = 'primary',
  why,
  formId,
}: {
  form: Pick<Sendable<V>, 'formState'>
  children: ReactNode
  look?: ButtonLook
  why?: string | null
  /** For a button outside the form, among a dialog's actions. */
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
