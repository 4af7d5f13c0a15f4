import { useState } from 'react'

/**
 * Rows selected for one decision on all of them, as they were when they were selected: a row that changes since is not what the
 * person chose. `stampOf` says by what a row counts as changed.
 */
export const useChosenRows = <Row>(
  rows: readonly Row[],
  { keyOf, stampOf }: { keyOf: (row: Row) => string; stampOf: (row: Row) => string },
) => {
  const [stamps, setStamps] = useState<ReadonlyMap<string, string>>(new Map())
  const known = rows.filter((row) => stamps.has(keyOf(row)))
  const same = known.filter((row) => stamps.get(keyOf(row)) === stampOf(row))
  return {
    rows: same,
    /** How many have left the selection because they changed. */
    changed: (isOpen: (row: Row) => boolean) => known.filter((row) => !same.includes(row) && isOpen(row)).length,
    choose: (keys: ReadonlySet<string>) =>
      setStamps(new Map(rows.flatMap((row) => (keys.has(keyOf(row)) ? [[keyOf(row), stampOf(row)]] : [])))),
  }
}

export const changedWords = (count: number): string =>
  count === 1 ? '1 record changed and is no longer selected' : `${count} records changed and are no longer selected`
