import type { Poke } from './outbox.ts'

const pollMs = 50
/** With no one listening, only jobs wait for pokes. */
const idlePollMs = 500
/** Pokes are kept for ten minutes; a reader away for half of that starts over, and every client reads again. */
const longestGapMs = 300_000

type Poll = {
  read: () => Promise<readonly Poke[]>
  deliver: (pokes: readonly Poke[]) => Promise<void>
  log: (line: Record<string, unknown>) => void
  /** Nobody listens, and nobody is expected back. */
  isIdle: () => boolean
  /** Pokes were missed: every client has to read again. */
  startOver: () => void
}

/** Reads the outbox until closed. `ready` resolves after the first read, or on close if that comes first. */
export const pollOutbox = ({ read, deliver, log, isIdle, startOver }: Poll) => {
  let closed = false
  let lastRead = Date.now()
  let begin: () => void = () => undefined
  let wake: () => void = () => undefined
  const ready = new Promise<void>((resolve) => {
    begin = resolve
  })
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const turn = async () => {
    const pokes = await read()
    begin()
    if (Date.now() - lastRead > longestGapMs) startOver()
    lastRead = Date.now()
    await deliver(pokes)
  }
  const loop = async () => {
    while (!closed) {
      await turn().catch((error: unknown) =>
        log({
          level: 'warn',
          live: 'the outbox could not be read',
          error: error instanceof Error ? error.message : String(error),
        }),
      )
      await pause(isIdle() ? idlePollMs : pollMs)
    }
  }
  const running = loop()
  return {
    ready,
    /** Releases everyone waiting for `ready`; `stop` ends the loop. */
    close: () => {
      closed = true
      begin()
    },
    stop: () => {
      wake()
      return running
    },
  }
}
