import { useState } from 'react'

/** What was there keeps its place and what comes joins at the end: nothing moves under the hand that is about to press it. */
export const holdOrder = (held: readonly string[], now: readonly string[]): readonly string[] => {
  const [known, there] = [new Set(held), new Set(now)]
  return [...held.filter((key) => there.has(key)), ...now.filter((key) => !known.has(key))]
}

/** Live items in the order in which they were first seen on this screen; `isNew` for those that came later. */
export const useHeldOrder = <Item>(items: readonly Item[] | undefined, keyOf: (item: Item) => string) => {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  const [held, setHeld] = useState<readonly string[]>([])
  const keys = items?.map(keyOf) ?? []
  const next = holdOrder(held, keys)
  if (items && first === null) setFirst(new Set(keys))
  if (items && next.join() !== held.join()) setHeld(next)
  const byKey = new Map(items?.map((item) => [keyOf(item), item]))
  return {
    items: items && next.flatMap((key) => byKey.get(key) ?? []),
    isNew: (item: Item) => first !== null && !first.has(keyOf(item)),
  }
}
