import type { ReactNode } from 'react'

export type Sort = { by: string; dir: 'asc' | 'desc' }

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers: right-aligned, in tabular figures. */
  align?: 'right'
  /** Cannot be hidden in the column menu. */
  fixed?: boolean
  /** Not shown unless chosen. */
  hidden?: boolean
  /**
   * On a phone: the card's heading, its badge on the right, hidden, or below the heading. There, a value with its head has a line, or
   * half of one if it is short (`pair`, and all numbers); one without, a `card`, is beside others unless it is a `line`.
   */
  phone?: 'title' | 'line' | 'pair' | 'badge' | 'none'
  /**
   * On a phone, in place of `cell`, a value that explains itself (a date, a name, a place): shown without its head, in a line with
   * others. Null: nothing.
   */
  card?: (row: Row) => ReactNode
  className?: string
}

export type DataTableProps<Row> = {
  /** The table's accessible label, and the key of the saved column choice. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** Selected keys. With `onSelect` the table has checkboxes and, while any is checked, the bulk bar. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  bulk?: (selected: ReadonlySet<string>) => ReactNode
  /** The rows that can be selected; without it all. The others have no checkbox. */
  selectable?: (row: Row) => boolean
  /** Given while more rows match than are loaded: once all loaded rows are selected, everything that matches can be. */
  matching?: Matching | undefined
  /** A row's accessible name: the officer's name, the shift's title. */
  rowName: (row: Row) => string
  /** Opens the row; the title cell should contain the link for keyboard users. */
  onOpen?: (row: Row) => void
  /** Row actions, at the right end. */
  actions?: (row: Row) => ReactNode
  /** On a phone, whether the row's actions are a single narrow button: at the right of the whole row, not below its lines. */
  aside?: (row: Row) => boolean
  /** On a phone, the heading of the rows around this one: of their day, if the list is in the order of days. */
  heading?: ((row: Row) => string) | undefined
  /** What is too long for a column: on a line of its own below the row, across all columns. Null: no line. */
  below?: (row: Row) => ReactNode
  /** What narrows or selects the rows, on a line above the header. */
  tools?: ReactNode
  /** Shown in place of the rows if there are none. */
  empty?: ReactNode
}

export type Matching = {
  /** Undefined until it is known. */
  count: number | undefined
  chosen: boolean
  onChoose: (chosen: boolean) => void
}

/** Which rows are selected. */
export type Picking = { has: (key: string) => boolean; toggle: (key: string, on: boolean) => void }

/** One row of a table or a list of cards, memoized by what concerns it alone. */
export type RowParts<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowName'> & {
  actions: ((row: Row) => ReactNode) | undefined
  below: ((row: Row) => ReactNode) | undefined
  row: Row
  rowOf: string
  picked: boolean
  onPick: Picking['toggle'] | undefined
  /** False for a row that can't be selected. */
  pickable: boolean
}
