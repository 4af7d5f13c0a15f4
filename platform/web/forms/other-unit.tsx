import { type ComponentProps, useState } from 'react'
import { Input } from '../ui/input.tsx'

/** A unit that people read, where the value is held in another: `shown` is the number to show, `held` the reverse. */
export type OtherUnit = { shown: (held: number) => number; held: (shown: number) => number }

/** Minutes are stored, hours are shown and typed; a hundredth of an hour is the finest that is shown. */
export const hoursUnit: OtherUnit = {
  shown: (minutes) => Math.round((minutes / 60) * 100) / 100,
  held: (hours) => Math.round(hours * 60),
}

/** What a field shows: the number as typed while it still means the held value, since rounding must not change it midway. */
export const shownIn = (unit: OtherUnit, held: number | null, typed: number | null): number | null => {
  if (held === null || Number.isNaN(held)) return null
  return typed !== null && unit.held(typed) === held ? typed : unit.shown(held)
}

/** The number to show for `held`, and what to do with a newly typed one. */
const useOtherUnit = (unit: OtherUnit, held: number | null, onChange: (held: number | null) => void) => {
  const [typed, setTyped] = useState<number | null>(null)
  const type = (next: number | null) => {
    setTyped(next)
    onChange(next === null ? null : unit.held(next))
  }
  return [shownIn(unit, held, typed), type] as const
}

type UnitInputProps = ComponentProps<typeof Input> & {
  unit: OtherUnit
  held: unknown
  onHeld: (held: number | null) => void
}

/** A number input that shows another unit than its value is held in. */
export const UnitInput = ({ unit, held, onHeld, ...rest }: UnitInputProps) => {
  const [shown, type] = useOtherUnit(unit, typeof held === 'number' ? held : null, onHeld)
  return (
    <Input
      {...rest}
      type="number"
      inputMode="decimal"
      value={shown ?? ''}
      onChange={(e) => type(e.target.value === '' ? null : e.target.valueAsNumber)}
    />
  )
}
