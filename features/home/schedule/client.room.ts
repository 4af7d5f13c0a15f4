import { type RefObject, useLayoutEffect, useState } from 'react'

/** Of a letter on average, in parts of its size: in an entry, and in the heavier title of a row. */
const LETTER = 0.51
const TITLE_LETTER = 0.54
/** Of the root's size. */
const SMALL = 0.8125
const UI = 0.875
/** Around the text: the padding of a cell and of a chip, and of a row's title. */
const PADDING = 22
const TITLE_PADDING = 25
/** The legend keeps this much of the window's lower edge. */
const LEGEND = 36

export type Room = {
  /** How many characters a line of a cell holds, in a table with a first column and these days. */
  entry: number
  /** How many a line of a row's title holds. */
  title: number
  /** Where the page has scrolled to when the first row lies right below the kept header, in pixels. */
  top: number
  /** What the kept header and the legend cover of the window, in pixels. */
  covered: number
}

const measure = (table: HTMLElement): Partial<Room> | null => {
  const head = table.querySelector('thead')
  const title = head?.querySelector('th')
  const day = head?.querySelector('th:last-child')
  const width = day?.getBoundingClientRect().width ?? 0
  // On paper nothing is measured, and nothing has a width before it is laid out.
  if (!head || !title || width === 0) return null
  const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const kept = Number.parseFloat(getComputedStyle(head).top) || 0
  return {
    entry: Math.floor((width - PADDING) / (text * SMALL * LETTER)),
    title: Math.floor((title.getBoundingClientRect().width - TITLE_PADDING) / (text * UI * TITLE_LETTER)),
    top: Math.round(table.getBoundingClientRect().top + window.scrollY - kept),
    covered: Math.round(kept + head.getBoundingClientRect().height + LEGEND),
  }
}

/** Follows the sizes of the table and of the page around it. */
export const useRoom = (place: RefObject<HTMLElement | null>, days: number, paged: boolean): Room => {
  const [room, setRoom] = useState<Room>({ entry: 14, title: 26, top: 0, covered: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more days are narrower columns
  useLayoutEffect(() => {
    const table = place.current
    if (!table) return
    const follow = () =>
      setRoom((old) => {
        const next = { ...old, ...measure(table) }
        return JSON.stringify(next) === JSON.stringify(old) ? old : next
      })
    follow()
    const watch = new ResizeObserver(follow)
    for (const one of [table, document.body]) watch.observe(one)
    return () => watch.disconnect()
  }, [place, days, paged])
  return room
}
