import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from './class-names.ts'

/** A plain anchor that goes through the router: `to` is a path of `paths`, query included. */
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
        router.history.push(to)
      }}
    />
  )
}

/** A link in running text or a table. */
export const TextLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor
    className={cx(
      'font-medium text-brand-ink underline decoration-brand-line underline-offset-3 hover:decoration-2',
      className,
    )}
    {...rest}
  />
)
