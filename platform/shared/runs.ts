export type Run<R> = { key: string; name: string; first: R; rows: R[] }

/** Neighboring rows of one name, in the order of the rows. A name that comes back later begins a run of its own, with another key. */
export const runsOf = <R>(rows: readonly R[], nameOf: (row: R) => string): Run<R>[] => {
  const runs: Run<R>[] = []
  for (const row of rows) {
    const name = nameOf(row)
    const last = runs.at(-1)
    if (last?.name === name) last.rows.push(row)
    else {
      const times = runs.filter((run) => run.name === name).length
      runs.push({ key: `${name} ${times}`, name, first: row, rows: [row] })
    }
  }
  return runs
}
