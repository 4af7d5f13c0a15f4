import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, isSaved } from '../api.ts'
import { useBackCloses } from '../layers.ts'
import { isPhone } from '../phone.ts'
import { SaidAlready, wordsFor } from '../words.ts'
import { Button, type ButtonLook, iconButtonClass } from './button.tsx'
import { cx } from './class-names.ts'
import { Field, FieldError } from './field.tsx'
import { Textarea } from './input.tsx'
import { toast } from './toast.tsx'

const backdropClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0'

/** A bottom sheet below 768 px, a centered dialog on a desktop. */
const popupClass = (size: 'normal' | 'wide') =>
  cx(
    'sheet fixed z-40 flex flex-col bg-surface text-ink shadow-float outline-none',
    'inset-x-0 bottom-(--keyboard) max-h-[calc(92dvh-var(--keyboard))] rounded-t-[calc(var(--radius-ui)*2)] pb-[env(safe-area-inset-bottom)]',
    'md:inset-x-auto md:bottom-auto md:left-1/2 md:top-[max(4rem,12dvh)] md:max-h-[80dvh] md:-translate-x-1/2 md:rounded-ui md:pb-0',
    size === 'wide' ? 'md:w-[min(48rem,calc(100vw-4rem))]' : 'md:w-[min(30rem,calc(100vw-4rem))]',
  )

const headClass = 'flex items-start gap-3 px-5 pt-5 pb-3'
const bodyClass = '[--under-header:0px] min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5'
/** Side by side in a low window if they fit: stacked buttons take a third of it. */
const feetClass =
  'flex flex-col-reverse gap-2 border-t border-line px-5 py-3.5 short:flex-row short:flex-wrap-reverse short:py-2 short:*:min-w-fit short:*:flex-1 md:flex-row md:justify-end'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The buttons. On a phone the last one is on top, within reach of the thumb. */
  actions?: ReactNode
  size?: 'normal' | 'wide'
}

/**
 * A dialog is not rendered until first opened, since every row of a long list may have one. After that it stays, with its typed
 * input. The first opening animates like later ones: rendered closed, then opened in the same frame.
 */
const useMade = (open: boolean): boolean => {
  const [made, make] = useState(open)
  useLayoutEffect(() => {
    if (open) make(true)
  }, [open])
  return made
}

export const Dialog = (props: DialogProps) => {
  const made = useMade(props.open)
  return (made || props.open) && <DialogFrame {...props} open={props.open && made} />
}

type OverProps = { open: boolean; onClose: () => void; children: ReactNode }

/** Any layer over the page: closed by Escape, a press outside it, and the browser's Back. */
export const Over = ({ open, onClose, children }: OverProps) => {
  useBackCloses(open, onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {children}
    </Base.Root>
  )
}

const DialogFrame = ({ open, onClose, title, description, children, actions, size = 'normal' }: DialogProps) => (
  <Over open={open} onClose={onClose}>
    <Base.Portal>
      <Base.Backdrop className={backdropClass} />
      <Base.Popup className={popupClass(size)}>
        <header className={headClass}>
          <div className="min-w-0 flex-1">
            <Base.Title className="text-lead font-semibold">{title}</Base.Title>
            {description && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
          </div>
          <Base.Close aria-label="Close" className={cx(iconButtonClass(), '-mt-2 -mr-2')}>
            <X aria-hidden />
          </Base.Close>
        </header>
        {children && <div className={bodyClass}>{children}</div>}
        {actions && <footer className={feetClass}>{actions}</footer>}
      </Base.Popup>
    </Base.Portal>
  </Over>
)

export type ConfirmProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What happens, to whom, and whether it can be undone. */
  text: ReactNode
  /** The verb on the button: `Cancel shift`, never `OK`. */
  action: string
  look?: ButtonLook
  /** The verb for going back: `Keep shift`. */
  back?: string
  /** Runs the action. A failure is shown in the dialog, which keeps the typed reason. */
  onConfirm: (reason: string) => Promise<unknown>
  children?: ReactNode
  /** Additional fields below the reason. */
  below?: ReactNode
}

type FrameProps = ConfirmProps & { reason?: { label: string; hint?: string; optional?: boolean } }

/** The server's message about the reason field; null if it refused something else. */
const saidOfReason = (error: unknown): string | null =>
  error instanceof ApiError ? (error.fields.find(({ field }) => field === 'reason')?.message ?? null) : null

const useConfirming = ({ reason, onConfirm, onClose }: FrameProps) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const confirm = async () => {
    setProblem(null)
    setWrong(null)
    if (reason !== undefined && !reason.optional && typed.trim() === '')
      return setWrong("Enter a reason. It's kept with the decision.")
    setBusy(true)
    try {
      await onConfirm(typed.trim())
      setTyped('')
      onClose()
    } catch (error) {
      if (isSaved(error)) {
        setTyped('')
        onClose()
        return toast.failure(error)
      }
      const said = reason ? saidOfReason(error) : null
      setWrong(said)
      if (said === null && !(error instanceof SaidAlready)) setProblem(wordsFor(error).text)
    } finally {
      setBusy(false)
    }
  }
  return { typed, setTyped, busy, problem, wrong, confirm }
}

const ConfirmFrame = (props: FrameProps) => {
  const made = useMade(props.open)
  return (made || props.open) && <Confirming {...props} open={props.open && made} />
}

const Confirming = (props: FrameProps) => {
  const { open, onClose, title, text, action, look = 'danger', back = 'Cancel', children, below, reason } = props
  const { typed, setTyped, busy, problem, wrong, confirm } = useConfirming(props)
  const leave = () => {
    if (!busy) onClose()
  }
  useBackCloses(open, leave)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseAlert.Root open={open} onOpenChange={(next) => !next && leave()}>
      <BaseAlert.Portal>
        {/* Also over the dialog that it asks about: otherwise the two look like one. */}
        <BaseAlert.Backdrop forceRender className={backdropClass} />
        <BaseAlert.Popup
          ref={popup}
          className={popupClass('normal')}
          // A field that may stay empty must not bring up the keyboard over the buttons.
          initialFocus={() => (reason?.optional && isPhone() ? popup.current : true)}
        >
          <header className={headClass}>
            <div>
              <BaseAlert.Title className="text-lead font-semibold">{title}</BaseAlert.Title>
              <BaseAlert.Description className="mt-1 text-soft">{text}</BaseAlert.Description>
            </div>
          </header>
          <div className={cx(bodyClass, 'flex flex-col gap-3')}>
            {children}
            {reason && (
              <Field label={reason.label} hint={reason.hint} optional={reason.optional ?? false} error={wrong}>
                {(control) => (
                  <Textarea
                    {...control}
                    rows={3}
                    value={typed}
                    maxLength={500}
                    onChange={(e) => setTyped(e.target.value)}
                  />
                )}
              </Field>
            )}
            {below}
            {problem && <FieldError>{problem}</FieldError>}
          </div>
          <footer className={feetClass}>
            {/* What is under way can't be left. */}
            <BaseAlert.Close render={<Button className={cx(busy && 'invisible')}>{back}</Button>} />
            <Button look={look} busy={busy} onClick={() => void confirm()}>
              {action}
            </Button>
          </footer>
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  )
}

/** A confirmation before an action that cannot be undone. */
export const Confirm = (props: ConfirmProps) => <ConfirmFrame {...props} />

/** The same, with a reason that is recorded and sent to the people concerned. */
export const ConfirmWithReason = ({
  reasonLabel = 'Reason',
  reasonHint = 'The people affected will see this.',
  reasonOptional = false,
  ...props
}: ConfirmProps & { reasonLabel?: string; reasonHint?: string; reasonOptional?: boolean }) => (
  <ConfirmFrame {...props} reason={{ label: reasonLabel, hint: reasonHint, optional: reasonOptional }} />
)
