import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { ActionBar } from '../ui/action-bar.tsx'
import type { ContractForm } from './contract-form.ts'
import { Form, SubmitButton } from './form.tsx'
import { latestTyped, noteTyped, subscribeTyped } from './typed-last.ts'

/** Whether this form has unsent input and was typed in last. */
const useTypedLast = <V extends FieldValues>(id: string, form: ContractForm<V>): boolean => {
  const { isDirty } = useFormState({ control: form.control })
  const { subscribe } = form
  useEffect(() => {
    if (!isDirty) return
    noteTyped(id, true)
    const stop = subscribe({ formState: { values: true }, callback: () => noteTyped(id, true) })
    return () => {
      stop()
      noteTyped(id, false)
    }
  }, [id, isDirty, subscribe])
  return useSyncExternalStore(subscribeTyped, latestTyped) === id
}

type Props<V extends FieldValues, R> = {
  form: ContractForm<V>
  onSubmit: (values: V) => Promise<R>
  onDone?: (answer: R) => void
  /** The verb on the button that sends the form. */
  action: string
  /** In the phone's action bar, where no heading says what is saved. */
  barAction?: string
  /** Other buttons next to it. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * A form of a page: its button moves into the phone's action bar once something was changed, and back once it was sent. Of several
 * forms, the one typed in last has the bar. At a desk the button stays below the fields.
 */
export const PageForm = <V extends FieldValues, R>(props: Props<V, R>) => {
  const { form, onSubmit, onDone, action, barAction = action, beside, children } = props
  const id = useId()
  const inBar = useTypedLast(id, form)
  const button = (words: string) => (
    <SubmitButton form={form} formId={id}>
      {words}
    </SubmitButton>
  )
  return (
    <Form
      form={form}
      id={id}
      onSubmit={onSubmit}
      onDone={(answer) => {
        onDone?.(answer)
        // What was sent counts as unchanged.
        form.reset(form.getValues())
      }}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        {inBar ? (
          // Nothing moves under the finger: its place below the fields is kept.
          <ActionBar otherwise={button(action)} left={<div aria-hidden className="min-h-control w-full" />}>
            {button(barAction)}
          </ActionBar>
        ) : (
          button(action)
        )}
        {beside}
      </div>
    </Form>
  )
}
