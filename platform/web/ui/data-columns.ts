import type { ReactNode } from 'react'

export type Sort = { by: string; dir: 'asc' | 'desc' }

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Figures stand right, in tabular figures. */
  align?: 'right'
  /** Cannot be taken away by the choice of columns. */
  fixed?: boolean
  /** Not shown unless chosen. */
  hidden?: boolean
  /** On a phone: the card's heading, a line of it, its badge at the right, or left out. A line unless told. */
  phone?: 'title' | 'line' | 'badge' | 'none'
  className?: string
}

export type DataTableProps<Row> = {
  /** Names the table aloud, and the kept choice of columns. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** Selected keys. With `onSelect` the table has boxes and, while any is ticked, the bulk bar. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  bulk?: (selected: ReadonlySet<string>) => ReactNode
  /** How a row is named to someone who does not see it: the officer's name, the shift's title. */
  rowName: (row: Row) => string
  /** Opens the row; the title cell should hold the link for the keyboard. */
  onOpen?: (row: Row) => void
  /** Row actions, at the right end. */
  actions?: (row: Row) => ReactNode
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
}

/** Which rows are ticked. */
export type Picking = { has: (key: string) => boolean; toggle: (key: string, on: boolean) => void }
