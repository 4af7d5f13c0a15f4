import { type ReactNode, useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { usePhone } from '../phone.ts'
import { cx } from './class-names.ts'

let place: HTMLElement | null = null
/** How many actions on the page don't yield. */
let firm = 0
const listeners = new Set<() => void>()
const tell = () => {
  for (const told of listeners) told()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

/**
 * Where `ActionBar` is shown on a phone; the frame has one, directly above the bottom bar. It takes its own space at the end of the
 * page, so that it never lies on what is below.
 */
export const ActionBarPlace = () => {
  const hold = useCallback((element: HTMLElement | null) => {
    place = element
    tell()
  }, [])
  return (
    <section
      ref={hold}
      aria-label="Next step"
      className={cx(
        'flex flex-col gap-2 border-t border-line px-4 py-3 [--spacing:min(0.25rem,4px)] empty:hidden short:py-1.5',
        'last:pb-[calc(0.75rem+env(safe-area-inset-bottom))] [&:not(:empty)+nav]:border-t-0',
      )}
    />
  )
}

type Props = { children: ReactNode; otherwise?: ReactNode; left?: ReactNode; yields?: boolean }
/**
 * The one action of the moment: above the bottom bar on a phone, in place on a desktop. A page shows at most one: `yields` stays in
 * place while there is another, and `left` keeps its place while it is in the bar. After the press it shows the result, or `restThumb`
 * ignores a second tap.
 */
export const ActionBar = ({ children, otherwise = children, left, yields = false }: Props) => {
  const phone = usePhone()
  const at = useSyncExternalStore(subscribe, () => place)
  const second = useSyncExternalStore(subscribe, () => yields && firm > 0)
  useLayoutEffect(() => {
    if (yields) return
    firm += 1
    tell()
    return () => {
      firm -= 1
      tell()
    }
  }, [yields])
  if (!phone || !at || second) return otherwise
  return (
    <>
      {left}
      {createPortal(children, at)}
    </>
  )
}
