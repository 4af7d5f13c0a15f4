import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'
import { Anchor, type AnchorProps } from './link.tsx'
import { Tooltip } from './tooltip.tsx'

export type ButtonLook = 'primary' | 'tint' | 'plain' | 'quiet' | 'danger' | 'danger-tint' | 'danger-quiet'
export type ButtonSize = 'normal' | 'small' | 'large'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-brand text-on-brand not-aria-disabled:hover:bg-brand-hover',
  /** Expected, beside others of its kind: one of many rows. */
  tint: 'border border-brand-line bg-brand-wash text-brand-ink not-aria-disabled:hover:brightness-110',
  plain: 'border border-line-strong/60 bg-raised text-ink not-aria-disabled:hover:bg-hover',
  /** Text in the color of a link: gray text would read as a note. */
  quiet: 'text-brand-ink not-aria-disabled:hover:bg-hover',
  danger: 'bg-bad-solid text-white not-aria-disabled:hover:brightness-110',
  'danger-tint': 'border border-bad/50 bg-bad-wash text-bad not-aria-disabled:hover:brightness-110',
  'danger-quiet': 'text-bad not-aria-disabled:hover:bg-bad-wash',
}
/** Unavailable: clearly so, but still readable. */
const refusedLook = 'border border-dashed border-line-strong/60 bg-hover text-faint'
const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-control px-4 md:px-3.5',
  small: 'min-h-11 px-2.5 md:min-h-small md:text-small',
  large: 'min-h-12 px-5 text-lead',
}

export const buttonClass = (look: ButtonLook = 'plain', size: ButtonSize = 'normal', refused = false): string =>
  cx(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-ui text-center font-medium transition-colors select-none',
    'aria-busy:opacity-80 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
    refused ? refusedLook : looks[look],
    sizes[size],
  )

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: ButtonLook
  size?: ButtonSize
  icon?: ReactNode
  /** The action is running: the button keeps its width and focus and ignores further presses. */
  busy?: boolean
  /** Why and until when it is unavailable: `Check-in opens at 17:00`. The button stays focusable and gives the reason. */
  why?: string | null | undefined
  /** The reason is written beside the button too: on a phone it is not repeated below. */
  whyBeside?: boolean
  /** Full width of its container on a phone. */
  wide?: boolean
}

const Spinner = () => <LoaderCircle aria-hidden className="animate-[turn_0.8s_linear_infinite]" />

/** An unavailable button: on a phone the reason is shown below it, on a desktop on hover, focus and press. */
const RefusedButton = ({
  why,
  beside,
  className,
  wide,
  children,
  ...rest
}: ComponentProps<'button'> & { why: string; beside: boolean; wide: boolean }) => {
  const id = useId()
  return (
    <span className={cx('inline-flex flex-col gap-1', wide ? 'w-full md:w-auto' : 'items-start')}>
      <Tooltip text={why} onPress>
        <button
          {...rest}
          type="button"
          aria-disabled="true"
          aria-describedby={id}
          className={className}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </button>
      </Tooltip>
      <span id={id} className={beside ? 'sr-only' : 'max-w-80 text-small text-faint md:sr-only'}>
        {why}
      </span>
    </span>
  )
}

export const Button = (props: ButtonProps) => {
  const {
    look,
    size,
    icon,
    busy = false,
    why,
    whyBeside = false,
    wide = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props
  const classes = cx(buttonClass(look, size, Boolean(why)), wide && 'w-full md:w-auto', className)
  const content = (
    <>
      {busy ? <Spinner /> : icon}
      {children}
    </>
  )
  if (why)
    return (
      <RefusedButton {...rest} why={why} beside={whyBeside} wide={wide} className={classes}>
        {content}
      </RefusedButton>
    )
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={classes}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {content}
    </button>
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'disabled'> & {
  /** What it does: its accessible label, also shown on hover. */
  label: string
  icon: ReactNode
}

/** An icon alone reads as a button in gray, too. */
export const iconButtonClass = (): string =>
  cx(
    'relative inline-flex size-11 shrink-0 items-center justify-center rounded-ui transition-colors md:size-control',
    '[&_svg]:size-5 md:[&_svg]:size-[1.125rem]',
    'text-soft hover:bg-hover hover:text-ink',
  )

export const IconButton = ({ label, icon, className, type = 'button', ...rest }: IconButtonProps) => (
  <Tooltip text={label}>
    <button {...rest} type={type} aria-label={label} className={cx(iconButtonClass(), className)}>
      {icon}
    </button>
  </Tooltip>
)

/** A link that looks like a button; it only navigates. */
export const ButtonLink = ({
  look,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: AnchorProps & { look?: ButtonLook; size?: ButtonSize; icon?: ReactNode; wide?: boolean }) => (
  <Anchor {...rest} className={cx(buttonClass(look, size), wide && 'w-full md:w-auto', className)}>
    {icon}
    {children}
  </Anchor>
)
