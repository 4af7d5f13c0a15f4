import { useDeferredValue, useState } from 'react'

const isSame = <Row>(rows: readonly Row[], others: readonly Row[]): boolean =>
  rows.length === others.length && rows.every((row, i) => row === others[i])

/** `came`: the rows of the first render, null once others were rendered; `fits`: how many of them the window shows. */
export const drawnFirst = <Row>(
  rows: readonly Row[],
  { came, whole, fits }: { came: readonly Row[] | null; whole: boolean; fits: number },
): readonly Row[] => (whole || came === null || !isSame(rows, came) ? rows : rows.slice(0, fits))

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
 * Renders the rows visible without scrolling first; the rest follow at once, without delaying that frame, and are never removed
 * again. Rows that change in the meantime are rendered in full. `least`: height of the lowest row in pixels.
 */
export const useFirstScreenful = <Row>(rows: readonly Row[], least: number): readonly Row[] => {
  const [came, setCame] = useState<readonly Row[] | null>(rows)
  const whole = useDeferredValue(true, false)
  const changed = came !== null && !isSame(rows, came)
  // Even if the rows change back: once rendered in full, the list stays that way.
  if (changed) setCame(null)
  return drawnFirst(rows, { came, whole, fits: Math.ceil(windowHeight() / least) })
}
