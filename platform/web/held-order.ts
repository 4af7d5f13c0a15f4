/** Existing rows keep their place and new ones go to the end, so that nothing moves just before it is pressed. */
export const holdOrder = (held: readonly string[], now: readonly string[]): readonly string[] => {
  const [known, there] = [new Set(held), new Set(now)]
  return [...held.filter((key) => there.has(key)), ...now.filter((key) => !known.has(key))]
}

/**
 * The order in which the server lists rows, with those it no longer lists: each of them just before the next one that it still
 * lists, or at the end.
 */
export const listedOrder = (before: readonly string[], now: readonly string[]): readonly string[] => {
  const there = new Set(now)
  const ahead = new Map<string | null, string[]>()
  let gone: string[] = []
  for (const key of before) {
    if (!there.has(key)) gone.push(key)
    else {
      ahead.set(key, gone)
      gone = []
    }
  }
  return [...now.flatMap((key) => [...(ahead.get(key) ?? []), key]), ...gone]
}

/** Rows of that order behind the last one listed: if the list has more, they may only have moved to its next page. */
export const behindLast = (order: readonly string[], now: readonly string[]): ReadonlySet<string> =>
  new Set(order.slice(Math.max(-1, ...now.map((key) => order.indexOf(key))) + 1))

type Row = { key: string; starts_at: string }

/**
 * The keys to show, and how many newer ones wait to be asked for. Shown rows keep their places, also those that no longer belong: a
 * finger may be on its way to any of them. A new row is added automatically only after the last one, where nothing moves; not at all
 * if it does not `join` at the end, as in a list grouped by what alike shifts have in common.
 */
export const holdRows = (
  held: readonly Row[],
  now: readonly Row[],
  join = true,
): { shown: readonly string[]; waiting: readonly string[] } => {
  if (held.length === 0) return { shown: now.map(({ key }) => key), waiting: [] }
  const known = new Set(held.map(({ key }) => key))
  const last = Math.max(...held.map(({ starts_at }) => Date.parse(starts_at)))
  const isBehind = (row: Row) => join && Date.parse(row.starts_at) >= last
  const fresh = now.filter(({ key }) => !known.has(key))
  const joining = [...held, ...fresh.filter(isBehind)].map(({ key }) => key)
  return {
    shown: holdOrder(
      held.map(({ key }) => key),
      joining,
    ),
    waiting: fresh.filter((row) => !isBehind(row)).map(({ key }) => key),
  }
}
