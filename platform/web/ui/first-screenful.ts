import { startTransition, useDeferredValue, useEffect, useState } from 'react'

const isSame = <Row>(rows: readonly Row[], others: readonly Row[]): boolean =>
  rows.length === others.length && rows.every((row, i) => row === others[i])

/** New rows in one frame: on a slow device, more of them would delay the next press. */
const STEP = 12

/** How many rows to render next: up to the place where more than `most` of them are new. */
export const countDrawn = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  drawn: ReadonlySet<string>,
  most: number,
): number => {
  let left = most
  const end = rows.findIndex((row) => !drawn.has(keyOf(row)) && left-- === 0)
  return end === -1 ? rows.length : end
}

let height: number | null = null
const unknown = () => {
  height = null
}
/** Read once per window size: reading it during a render forces a layout. */
const windowHeight = (): number => {
  if (height === null) {
    height = window.innerHeight
    window.addEventListener('resize', unknown, { once: true })
  }
  return height
}

/**
 * Renders the rows visible without scrolling first, and the others in steps, without delaying a frame or a press. When the rows change,
 * those that were not there before come in steps too. `least`: height of the lowest row in pixels.
 */
export const useFirstScreenful = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  least: number,
): readonly Row[] => {
  const [before, setBefore] = useState<string | null>(null)
  const count =
    before === null ? Math.ceil(windowHeight() / least) : countDrawn(rows, keyOf, new Set(before.split('\n')), STEP)
  const drawn = count >= rows.length ? rows : rows.slice(0, count)
  const keys = drawn.map(keyOf).join('\n')
  useEffect(() => {
    if (keys !== before) startTransition(() => setBefore(keys))
  }, [keys, before])
  return drawn
}

/** The same array while it has the same rows, and new rows only once nothing more urgent is to be rendered. */
export const useDeferredRows = <Row>(rows: readonly Row[]): readonly Row[] => {
  const [kept, keep] = useState(rows)
  const same = kept === rows || isSame(kept, rows)
  if (!same) keep(rows)
  return useDeferredValue(same ? kept : rows)
}
