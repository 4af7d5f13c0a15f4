import { useDeferredValue } from 'react'

/** The rows that a new screen shows without scrolling come first; the rest follow at once, without holding up that frame. `least`: pixels of the lowest row. */
export const useFirstScreenful = <Row>(rows: readonly Row[], least: number): readonly Row[] => {
  const whole = useDeferredValue(true, false)
  return whole ? rows : rows.slice(0, Math.ceil(window.innerHeight / least))
}
