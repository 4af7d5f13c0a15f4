import { type RefObject, useLayoutEffect, useState } from 'react'

/** Of a letter of the small text, on average, in parts of its size. */
const LETTER = 0.51
/** Of the root's size. */
const SMALL = 0.8125
/** Around the text: the padding of a cell and of a chip. */
const PADDING = 22

/** How many characters a line of a cell holds, in a table with a first column and these days. */
export const useRoom = (place: RefObject<HTMLElement | null>, days: number): number => {
  const [room, setRoom] = useState(14)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more days are narrower columns
  useLayoutEffect(() => {
    const table = place.current
    if (!table) return
    const measure = () => {
      const day = table.querySelector('thead th:last-child')
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const width = day?.getBoundingClientRect().width ?? 0
      // On paper nothing is measured, and nothing has a width before it is laid out.
      if (width > 0) setRoom(Math.floor((width - PADDING) / (text * SMALL * LETTER)))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(table)
    return () => watch.disconnect()
  }, [place, days])
  return room
}
