/**
 * What a browser does with the events of its stream, without the browser: the benchmark of watching screens (bench/watched.ts) runs the
 * same code.
 */

/**
 * An event names a topic and an id. From a department with many screens open it says over how many milliseconds they spread what they
 * read (`w`); some topics bring the changed figures along (`d`).
 */
export type Poke = { t: string; id: string | null; w?: number; d?: unknown }

const backoffTop = 10_000
const coalesceFor = 80

/** Splits a stream of `data:` lines into pokes; comments (`: beat`) only show that the stream is alive. */
export const makeParser = (onPoke: (poke: Poke) => void) => {
  let rest = ''
  return (chunk: string): void => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      try {
        const poke: unknown = JSON.parse(line.slice(5))
        if (typeof poke !== 'object' || poke === null || !('t' in poke) || typeof poke.t !== 'string') continue
        onPoke({
          t: poke.t,
          id: 'id' in poke && typeof poke.id === 'string' ? poke.id : null,
          ...('w' in poke && typeof poke.w === 'number' ? { w: poke.w } : {}),
          ...('d' in poke && poke.d !== null ? { d: poke.d } : {}),
        })
      } catch {
        // A proxy cut the line; the next catch-up covers what it said.
      }
    }
  }
}

/** A moment in the second half of the window: a crowd is spread, and each screen still reads at most once per half window. */
const momentIn = (within: number, chance: number): number => within * (0.5 + chance / 2)

type Timer = ReturnType<typeof setTimeout> | null

/**
 * Passes on the first poke after a quiet period at once and combines those that follow within 80 ms. Pokes to a crowd wait for this
 * screen's moment within the window that they name.
 */
export const makeCoalescer = (flush: (topics: ReadonlySet<string>) => void, chance: () => number = Math.random) => {
  let waiting = new Set<string>()
  let timer: Timer = null
  let spread = new Set<string>()
  let moment: Timer = null
  const tick = () => {
    timer = null
    if (waiting.size === 0) return
    const topics = waiting
    waiting = new Set()
    timer = setTimeout(tick, coalesceFor)
    flush(topics)
  }
  return (topic: string, within = 0): void => {
    if (within <= coalesceFor) {
      waiting.add(topic)
      if (timer === null) tick()
      return
    }
    spread.add(topic)
    if (moment !== null) return
    const passOn = () => {
      const topics = spread
      spread = new Set()
      moment = null
      flush(topics)
    }
    moment = setTimeout(passOn, momentIn(within, chance()))
  }
}

/** The delay before retry n (from 0): doubles up to 10 s, with jitter so that a thousand browsers do not reconnect at once. */
export const backoff = (tries: number, chance: number): number =>
  Math.min(backoffTop, 500 * 2 ** Math.min(tries, 8)) * (0.5 + chance / 2)

/** How long a screen that is back waits before it reads everything again, by what the server asks for; at once without a crowd. */
export const catchUpAfter = (header: string | null, chance: number): number => {
  const within = Number(header ?? 0)
  return Number.isFinite(within) && within > 0 ? within * chance : 0
}
