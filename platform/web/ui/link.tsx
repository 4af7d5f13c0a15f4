import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { afterPaint } from '../after-paint.ts'
import { cx } from './class-names.ts'

/** A plain anchor that uses the router: `to` is a path from `paths`, query included. */
export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export const Anchor = ({ to, onClick, target, ...rest }: AnchorProps) => {
  const router = useRouter()
  const preload = () => {
    const [pathname, search] = to.split('?')
    void router
      .preloadRoute({ to: pathname ?? '/', search: Object.fromEntries(new URLSearchParams(search)) })
      .catch(() => undefined)
  }
  return (
    <a
      {...rest}
      href={to}
      target={target}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event) || (target && target !== '_self')) return
        event.preventDefault()
        const go = () => router.history.push(to)
        // A desk draws the next screen in the frame of the click.
        if ((event.nativeEvent as PointerEvent).pointerType === 'touch') afterPaint(go)
        else go()
      }}
    />
  )
}

/** The link that opens a row: the name in a table or on a card, with a thumb-sized target. */
export const RowLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor
    className={cx(
      '-my-3 inline-block py-3 font-medium text-ink underline-offset-3 hover:text-brand-ink hover:underline md:-my-1.5 md:py-1.5',
      className,
    )}
    {...rest}
  />
)

/** A link in running text. */
export const TextLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor
    className={cx(
      'font-medium text-brand-ink underline decoration-brand-line underline-offset-3 hover:decoration-2',
      className,
    )}
    {...rest}
  />
)
