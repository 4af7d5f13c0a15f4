import { actOf, emptyCells, type Filters, fits, openSpots, put, type Row, type Sheet } from './client.rows.ts'
import type { ScheduledShift } from './contract.ts'

/** The open spots of each day, by shift: the first row by officer. Null where every spot is taken. */
export const openRow = (shifts: readonly ScheduledShift[], sheet: Sheet, unit: string | null): Row | null => {
  const filters: Filters = { kind: null, unit, unfilled: true, officer: '' }
  const cells = emptyCells(sheet.days)
  let spots = 0
  for (const shift of shifts) {
    if (!fits(shift, filters)) continue
    const open = openSpots(shift)
    put(cells, shift, sheet, (at) => {
      spots += open
      return [
        {
          ...{ key: `${shift.id} open`, look: 'open', text: open === 1 ? shift.title : `${open} × ${shift.title}` },
          ...{ starts_at: shift.starts_at, mark: null, tail: at.tail, since: at.since, opens: { shift: shift.id } },
          ...{ act: actOf(shift), before: '', state: `${open} open` },
        },
      ]
    })
  }
  if (spots === 0) return null
  return {
    key: 'open',
    title: 'Open',
    sub: `${spots.toLocaleString('en-US')} ${spots === 1 ? 'spot' : 'spots'}`,
    ...{ times: null, hours: null, unit, officer: null, cells },
  }
}
