import { type Route, read, refuse } from '#platform/server/route.ts'
import { previewZone } from './contract.ts'
import { blocksOf, moveShift } from './rules.ts'
import { type Facts, findPreview } from './store.ts'

/** How many are listed; the counts include all. */
const SHOWN = 50

type Row = { from: string; to: string; facts: Facts }

export const routes: readonly Route[] = [
  read(
    previewZone,
    ({ time_zone }) => findPreview(time_zone),
    ([row]) => {
      if (!row) return refuse('not_found')
      const { from, to, facts } = row as Row
      const { carried, shifts, standing, now_at } = facts
      const items = shifts.slice(0, SHOWN).map((shift) => {
        const { id, title, status, starts_at, ends_at, signups } = shift
        const wall = moveShift(shift, from, to)
        return {
          ...{ id, title, status, starts_at, ends_at, signups: signups.length },
          wall: { starts_at: wall.starts_at, ends_at: wall.ends_at },
        }
      })
      return { from, to, ...carried, items, blocked: blocksOf(shifts, standing, { from, to }, now_at) }
    },
  ),
]
