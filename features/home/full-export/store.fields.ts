import type { CellKind } from '#platform/server/cells.ts'
import type { Feature } from '#platform/shared/endpoint.ts'

/** A column by its name in the database; `moment` is written in the department's time zone. */
export type Field = readonly [name: string, as: CellKind]
/** With `feature`: empty if the organization lacks it, like its screen. */
export type Table = { table: string; order: readonly string[]; fields: readonly Field[]; feature?: Feature }

export const text = (...names: string[]): Field[] => names.map((name) => [name, 'text'])
export const whole = (...names: string[]): Field[] => names.map((name) => [name, 'whole'])
export const moment = (...names: string[]): Field[] => names.map((name) => [name, 'moment'])
export const date = (...names: string[]): Field[] => names.map((name) => [name, 'date'])
