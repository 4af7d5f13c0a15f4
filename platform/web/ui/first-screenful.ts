import { useDeferredValue, useState } from 'react'

const isSame = <Row>(rows: readonly Row[], others: readonly Row[]): boolean =>
  rows.length === others.length && rows.every((row, i) => row === others[i])

/** `came`: the rows of the first drawing, null once others were drawn; `fits`: how many the window shows of them. */
export const drawnFirst = <Row>(
  rows: readonly Row[],
  { came, whole, fits }: { came: readonly Row[] | null; whole: boolean; fits: number },
): readonly Row[] => (whole || came === null || !isSame(rows, came) ? rows : rows.slice(0, fits))

let height: number | null = null
const unknown = () => {
  height = null
}
/** Looked at once for each size of the window: amid a drawing, asking makes the browser lay out what is not done. */
const windowHeight = (): number => {
  if (height === null) {
    height = window.innerHeight
    window.addEventListener('resize', unknown, { once: true })
  }
  return height
}

/** The rows that a new screen shows without scrolling come first; the rest follow at once, without holding up that frame, and
 * are never taken away again. Rows that change meanwhile are drawn whole. `least`: pixels of the lowest row. */
export const useFirstScreenful = <Row>(rows: readonly Row[], least: number): readonly Row[] => {
  const [came, setCame] = useState<readonly Row[] | null>(rows)
  const whole = useDeferredValue(true, false)
  const changed = came !== null && !isSame(rows, came)
  // Also where it comes back to what it was: what was drawn whole stays whole.
  if (changed) setCame(null)
  return drawnFirst(rows, { came, whole, fits: Math.ceil(windowHeight() / least) })
}
