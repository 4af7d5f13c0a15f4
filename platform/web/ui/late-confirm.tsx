import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { ConfirmProps } from './dialog.tsx'
import { toast } from './toast.tsx'

let fetched: ComponentType<ConfirmProps> | null = null
/** Fetches the dialog's code; also called ahead of time, since a confirmation must open without a connection. */
export const fetchConfirm = async (): Promise<ComponentType<ConfirmProps>> => {
  fetched ??= (await import('./dialog.tsx')).Confirm
  return fetched
}

/**
 * `Confirm` for an officer's first screen, which does not wait for the code of dialogs. If that code can't be fetched, the press is
 * answered with a message and `onClose`.
 */
export const LateConfirm = (props: ConfirmProps) => {
  const { open, onClose } = props
  const [Part, setPart] = useState(() => fetched)
  const fail = useEffectEvent((error: unknown) => {
    toast.failure(error)
    onClose()
  })
  useEffect(() => {
    if (!open || Part) return
    let gone = false
    const put = (part: ComponentType<ConfirmProps>) => !gone && setPart(() => part)
    fetchConfirm().then(put, (error) => !gone && fail(error))
    return () => {
      gone = true
    }
  }, [open, Part])
  return Part && <Part {...props} />
}
