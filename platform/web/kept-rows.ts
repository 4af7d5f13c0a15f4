import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { behindLast, holdOrder, listedOrder } from './held-order.ts'

/** How long a row stays in place after the person decides on it. */
export const KEPT_MS = 6000

const none: ReadonlySet<string> = new Set()

/**
 * A live list of things to decide on. A decided row stays in place for a few seconds, and no row moves while the pointer or the
 * keyboard focus is in the list, so that the next press hits the intended row. With `more` to load, a row that only moved to the next
 * page is still to be decided.
 */
export const useKeptRows = <Item>(
  items: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
  { more }: { more: boolean },
) => {
  const [held, setHeld] = useState<readonly Item[]>([])
  const [listed, setListed] = useState<readonly string[]>([])
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  const [mine, setMine] = useState(none)
  const [inside, setInside] = useState(false)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  /** Called before the request is sent: the list may change before the response arrives. */
  const keep = useCallback((key: string) => {
    clearTimeout(timers.current.get(key))
    setMine((all) => new Set([...all, key]))
  }, [])
  /** Called on the response: the row leaves after a while, or at once if nothing was decided. */
  const settle = useCallback((key: string, after = KEPT_MS) => {
    const go = () => setMine((all) => new Set([...all].filter((one) => one !== key)))
    clearTimeout(timers.current.get(key))
    timers.current.set(key, setTimeout(go, after))
  }, [])

  const live = new Map(items?.map((item) => [keyOf(item), item]))
  const known = new Map(held.map((item) => [keyOf(item), item]))
  const kept = [...known.keys()].filter((key) => !live.has(key) && (inside || mine.has(key)))
  const next = holdOrder([...known.keys()], [...live.keys(), ...kept]).flatMap(
    (key) => live.get(key) ?? known.get(key) ?? [],
  )
  const order = items ? listedOrder(listed, [...live.keys()]).filter((key) => live.has(key) || known.has(key)) : listed
  const moved = more ? behindLast(order, [...live.keys()]) : none
  if (order.length !== listed.length || order.some((key, i) => key !== listed[i])) setListed(order)
  if (items && first === null) setFirst(new Set(live.keys()))
  if (items && (next.length !== held.length || next.some((item, i) => item !== held[i]))) setHeld(next)

  return {
    items: items && next,
    isNew: (item: Item) => first !== null && !first.has(keyOf(item)),
    /** Still to be decided; other rows are only shown in place. */
    isLive: (item: Item) => live.has(keyOf(item)) || moved.has(keyOf(item)),
    keep,
    settle,
    listProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setInside(true),
      onPointerLeave: () => setInside(false),
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && setInside(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        currentTarget.contains(relatedTarget) || setInside(currentTarget.matches(':hover')),
    },
  }
}
