import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from './client.rows.ts'

/** An entry of a sheet; an empty cell has one. */
export type Spot = { row: number; day: number; item: number }

export const spotName = ({ row, day, item }: Spot) => `${row} ${day} ${item}`
/** The spot that an element of the sheet belongs to. */
export const spotOf = (element: Element | null): (Spot & { element: HTMLElement }) | null => {
  const found = element?.closest<HTMLElement>('[data-spot]')
  const at = found?.dataset.spot?.split(' ').map(Number)
  if (!found || !at) return null
  const [row = 0, day = 0, item = 0] = at
  return { row, day, item, element: found }
}

const moves: Record<string, [row: number, day: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Where a key leads from a spot, within what there is. Up and down go through a cell before they leave it. */
const moved = (rows: readonly Row[], days: number, from: Spot, key: string, wide: boolean): Spot | null => {
  const stops = (row: number, day: number) => Math.max(1, rows[row]?.cells[day]?.length ?? 0)
  if (key === 'Home') return { row: wide ? 0 : from.row, day: 0, item: 0 }
  if (key === 'End') return { row: wide ? rows.length - 1 : from.row, day: days - 1, item: 0 }
  if (key === 'PageDown') return { ...from, row: Math.min(rows.length - 1, from.row + 8), item: 0 }
  if (key === 'PageUp') return { ...from, row: Math.max(0, from.row - 8), item: 0 }
  const step = moves[key]
  if (!step) return null
  const [down, right] = step
  if (right !== 0) {
    const day = from.day + right
    return day < 0 || day >= days ? from : { row: from.row, day, item: Math.min(from.item, stops(from.row, day) - 1) }
  }
  const item = from.item + down
  if (item >= 0 && item < stops(from.row, from.day)) return { ...from, item }
  const row = from.row + down
  if (row < 0 || row >= rows.length) return from
  return { row, day: from.day, item: down > 0 ? 0 : stops(row, from.day) - 1 }
}

/** Which entry the keyboard is on: one stop for Tab, arrows inside. */
export const useSpots = (
  rows: readonly Row[],
  days: number,
  place: RefObject<HTMLElement | null>,
  toRow: (row: number) => void,
) => {
  const [spot, setSpot] = useState<Spot>({ row: 0, day: 0, item: 0 })
  // By name: an effect of the render before may run only now, and must not take the focus back to where it was.
  const wanted = useRef<{ name: string; found: boolean } | null>(null)
  const name = spotName(spot)
  useEffect(() => {
    if (wanted.current === null) return
    const stop = place.current?.querySelector<HTMLElement>(`[data-spot="${wanted.current.name}"]`)
    if (!stop) return
    const { found } = wanted.current
    wanted.current = null
    stop.focus({ preventScroll: true })
    stop.scrollIntoView({ block: found ? 'center' : 'nearest', inline: 'nearest' })
    if (!found) return
    // After a press of the pointer, the browser shows no focus.
    stop.dataset.found = ''
    stop.addEventListener('blur', () => delete stop.dataset.found, { once: true })
  })
  const goTo = useCallback(
    (next: Spot, found = false) => {
      wanted.current = { name: spotName(next), found }
      setSpot({ ...next })
      toRow(next.row)
    },
    [toRow],
  )
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const next = moved(rows, days, spot, event.key, event.ctrlKey || event.metaKey)
      if (!next || event.altKey) return
      event.preventDefault()
      if (spotName(next) === spotName(spot)) return
      goTo(next)
    },
    [rows, days, spot, goTo],
  )
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const at = event.target.dataset.spot?.split(' ').map(Number)
    if (!at || event.target.dataset.spot === name) return
    const [row = 0, day = 0, item = 0] = at
    setSpot({ row, day, item })
  }
  // Rows come and go as others change the schedule: there is always one stop for Tab.
  const stop = rows[spot.row] ? spot : { row: 0, day: 0, item: 0 }
  const here = { ...stop, item: Math.min(stop.item, Math.max(0, (rows[stop.row]?.cells[stop.day]?.length ?? 0) - 1)) }
  return { here, goTo, onKeyDown, onFocus }
}
