/** `Ana Reyes` and `Maria de la Cruz` in a narrow column: `A. Reyes`, `M. de la Cruz`. */
export const shortName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length === 0 ? first : `${first.slice(0, 1)}. ${rest.join(' ')}`
}

/** What a crew's officers are called by: `Reyes`, `de la Cruz`. */
export const surname = (name: string): string => {
  const [first = '', ...rest] = name
    .trim()
    .split(/\s+/)
    .filter((part, n) => n === 0 || !/^\p{L}\.$/u.test(part))
  return rest.length === 0 ? first : rest.join(' ')
}

/** Below this many characters in a line, officers are shown with their initial. */
const NARROW = 14
export const isNarrow = (room: number): boolean => room < NARROW

/** A name in a line of `room` characters, of which `taken` are other things: whole, with the initial, or without where that is cut. */
export const nameIn = (name: string, room: number, taken = 0): string => {
  if (!isNarrow(room) && name.length <= room - taken) return name
  const short = shortName(name)
  return short.length > room - taken ? surname(name) : short
}

/** The one form of names in a line of `room` characters with `beside` others: the time has room only where the name isn't cut for it. */
export const initialIn = (
  name: string,
  room: number,
  beside: number,
  time: number,
): { name: string; timed: boolean } => {
  const short = shortName(name)
  return { name: short, timed: short.length + beside + time <= room }
}

/** The lines that words need, none of them broken. */
export const linesOf = (words: readonly string[], room: number): number => {
  let lines = 1
  let used = 0
  for (const { length } of words) {
    if (used > 0 && used + 1 + length > room) {
      lines += 1
      used = 0
    }
    used += (used > 0 ? 1 : 0) + length
  }
  return lines
}

export const CREW_LINES = 2

/** A row's title takes one line, or two where one of `room` characters would cut it. */
export const titleLines = (title: string, room: number): 1 | 2 => {
  const words = title.split(/\s+/)
  return linesOf(words, room) > 1 || words.some(({ length }) => length > room) ? 2 : 1
}

/** As many of a crew's first officers as two lines of `room` characters hold beside their number, and how many are left. */
export const crewIn = (count: number, names: readonly string[], room: number): { shown: string[]; more: number } => {
  const called = names.slice(0, count).map(surname)
  for (let n = called.length; n > 1; n--) {
    const shown = called.slice(0, n)
    const words = [`${count}`, '·', ...shown.map((name, at) => (at < n - 1 ? `${name},` : name))]
    if (linesOf(n < count ? [...words, `+${count - n}`] : words, room) <= CREW_LINES) return { shown, more: count - n }
  }
  return { shown: called.slice(0, 1), more: count - Math.min(1, called.length) }
}
