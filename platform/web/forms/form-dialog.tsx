import { type ReactNode, useId, useState } from 'react'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import type { Sendable } from './contract-form.ts'
import { Form, SubmitButton } from './form.tsx'

type Props<V, R> = {
  form: Sendable<V>
  title: ReactNode
  description?: ReactNode
  size?: 'normal' | 'wide'
  /** For a dialog that keeps what was typed while it is closed; the others are rendered only while they are open. */
  open?: boolean
  /** The verb on the button that sends the form. */
  action: ReactNode
  look?: ButtonLook
  /** Why it cannot be sent yet. */
  why?: string | null
  /** The verb for going back, such as “Keep shift”; null for a dialog whose only button follows its fields. */
  back?: string | null
  /** Sends the form. Throws if refused: the dialog stays open with everything typed and says why. */
  onSubmit: (values: V) => Promise<R>
  /** After success, when the dialog has closed: a toast, or the way to the next page. */
  onDone?: (answer: R) => void
  /** Gets the answer after success, and nothing if the person goes back. */
  onClose: (answer?: R) => void
  children: ReactNode
}

/**
 * Every dialog with a form: a title, fields, a way back and one button that sends it. It stays open until the call succeeds, shows
 * a refusal at its field or at the top, and keeps what was typed. With the `draftKey` of `useContractForm`, typed text also
 * survives closing and a reload; without it, closing asks first.
 */
export const FormDialog = <V, R>(props: Props<V, R>) => {
  const { form, open = true, onSubmit, onDone, onClose, action, look, why, children, ...others } = props
  const { back = 'Cancel', ...dialog } = others
  const id = useId()
  const [asking, ask] = useState(false)
  // A dialog that is told when it is open keeps its input.
  const asks = form.unsent && props.open === undefined && !form.formState.isSubmitting
  const leave = () => (asks ? ask(true) : onClose())
  const send = (
    <SubmitButton form={form} why={why ?? null} {...(look ? { look } : {})} {...(back === null ? {} : { formId: id })}>
      {action}
    </SubmitButton>
  )
  return (
    <Dialog
      {...dialog}
      open={open}
      onClose={leave}
      actions={
        back !== null && (
          <>
            <Button onClick={leave}>{back}</Button>
            {send}
          </>
        )
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={onSubmit}
        onDone={(answer) => {
          onClose(answer)
          onDone?.(answer)
        }}
      >
        {children}
        {back === null && send}
      </Form>
      <Confirm
        open={asking}
        onClose={() => ask(false)}
        title="Discard what you entered?"
        text="Nothing has been saved."
        action="Discard"
        back="Keep editing"
        onConfirm={async () => onClose()}
      />
    </Dialog>
  )
}
