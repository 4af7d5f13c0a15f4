import type { Day } from '#features/shifts/minimum-staffing/contract.ts'
import { ms, type Range, type WallDate } from '#platform/shared/time.ts'

export type DayMinimum = { have: number; need: number; short: number; each: readonly string[] }

/** All minimums of a day together, from `today` on: an officer above one minimum does not make up for another's gap. */
export const minimumsByDay = (
  days: readonly Pick<Day, 'name' | 'on_day' | 'needed' | 'missing'>[],
  today: WallDate,
): ReadonlyMap<WallDate, DayMinimum> => {
  const ahead = Map.groupBy(
    days.filter(({ on_day }) => on_day >= today),
    ({ on_day }) => on_day,
  )
  return new Map(
    [...ahead].map(([date, all]) => {
      const need = all.reduce((sum, one) => sum + one.needed, 0)
      const short = all.reduce((sum, one) => sum + one.missing, 0)
      const each = all.map((one) => `${one.name}: ${one.needed - one.missing} of ${one.needed}`)
      return [date, { need, short, have: need - short, each }]
    }),
  )
}

type Short = Pick<Day, 'minimum_id' | 'name' | 'on_day' | 'needed' | 'missing' | 'gap' | 'shift'>
/** Minimums that lack officers at some time of the range, in the order given. `opened`: the shift that is open for them. */
export const shortIn = (days: readonly Short[], range: Range) =>
  days
    .filter(
      ({ missing, gap }) =>
        missing > 0 && gap && ms(gap.starts_at) < ms(range.ends_at) && ms(range.starts_at) < ms(gap.ends_at),
    )
    .map(({ minimum_id, name, on_day, needed, missing, shift }) => ({
      ...{ key: `${minimum_id} ${on_day}`, name, have: needed - missing, needed },
      opened: shift?.assignment_id ?? null,
    }))
