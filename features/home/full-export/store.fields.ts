import type { CellKind } from '#platform/server/cells.ts'
import type { tables } from '#platform/server/tables.gen.ts'
import type { Feature } from '#platform/shared/endpoint.ts'

type Columns = { [T in keyof typeof tables]: keyof (typeof tables)[T] & string }
/** A column by its name in the database; `moment` is written in the department's time zone. */
export type Field<C extends string = string> = readonly [name: C, as: CellKind]
/** With `feature`: empty if the organization lacks it, like its screen. */
export type Table = {
  [T in keyof Columns]: {
    table: T
    order: readonly Columns[T][]
    fields: readonly Field<Columns[T]>[]
    feature?: Feature
  }
}[keyof Columns]

const as =
  (kind: CellKind) =>
  <C extends string>(...names: C[]): Field<C>[] =>
    names.map((name) => [name, kind])
export const text = as('text')
export const whole = as('whole')
export const moment = as('moment')
export const date = as('date')
