import { useState } from 'react'
import { KEPT_MS, useKeptRows } from './kept-rows.ts'

/** The stages of a row's action: before it is sent, refused, and done. */
export type RowFollows<As> = { begin: () => void; fail: () => void; done: (as: As) => void }

/**
 * A live list of things to decide. A decided row stays in place with its decision until the page is left, so no other
 * row comes under the press that follows, and what was a slip can be undone where it was made.
 */
export const useDecidedRows = <Item, As>(
  items: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
  { more }: { more: boolean },
) => {
  const rows = useKeptRows(items, keyOf, { more })
  const [decided, setDecided] = useState<ReadonlyMap<string, As>>(new Map())
  const follow = (key: string): RowFollows<As> => ({
    begin: () => rows.keep(key),
    fail: () => rows.settle(key, 0),
    done: (as) => setDecided((all) => new Map([...all, [key, as]])),
  })
  /** Pending again: in place until the list includes it. */
  const undone = (key: string) => {
    setDecided((all) => new Map([...all].filter(([one]) => one !== key)))
    rows.keep(key)
    rows.settle(key, KEPT_MS)
  }
  return {
    items: rows.items,
    listProps: rows.listProps,
    decisionOf: (item: Item) => decided.get(keyOf(item)),
    /** Someone else may have decided it in the meantime: then it is only shown in place. */
    isLive: (item: Item) => rows.isLive(item),
    follow,
    undone,
  }
}
export type DecidedRows<Item, As> = ReturnType<typeof useDecidedRows<Item, As>>
