import { connect, type Socket } from 'node:net'
import { listLatest } from '#features/department/notifications/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import type { Topic } from '#platform/shared/endpoint.ts'
import { catchUpHeader } from '#platform/shared/live.ts'
import { backoff, catchUpAfter, makeCoalescer, makeParser, type Poke } from '#platform/web/live-gather.ts'
import { readAgainAfter, readsAgain } from '#platform/web/read-again.ts'
import { secretOf } from './ids.ts'

/**
 * A process of watching screens for watched.ts. Each has a stream and connections for the list and the bell, as a browser does, and uses the browser's
 * code to gather pokes, to patch the list, to spread reads and to reconnect. `everybodyReads` is the behavior before that: a poke
 * without a window and without figures, and the whole list read after each.
 */
export type ToWatchers =
  | { start: { ports: number[]; address: string; people: number[]; path: string; everybodyReads: boolean } }
  | { look: true }
  | { drop: true }
export type Looked = {
  /** What the screens show, as `shortOf` says it, and how many show it. */
  texts: { text: string; screens: number }[]
  reads: number
  refused: number
  backwards: number
  /** Milliseconds from the drop until the screen was right again. */
  late: number[]
  arrivals: [string, number[]][]
}
export type Saying = { ready: number } | { looked: Looked } | { failure: string }

type Post = { id: string; confirmed_count: number }
type List = { as_of: number; items: { id: string; posts: Post[] }[]; mine: unknown[] }
const patches = Object.entries(listOpenJobs.patches ?? {})

const tell = (message: Saying) => process.send?.(message)
/** Milliseconds of the clock that all processes of this machine share. */
const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

let reads = 0
let refused = 0
let late: number[] = []
/** Posts whose count went down on a screen: nobody withdraws in this benchmark. */
let backwards = 0
/** When screens first showed this many confirmed of a post. */
const arrivals = new Map<string, number[]>()

const cameTo = (key: string, at: number) => {
  const times = arrivals.get(key)
  if (times) times.push(at)
  else arrivals.set(key, [at])
}

/** One connection for reads, opened again when the server closed it. */
const makeReader = (port: number, address: string, person: number, path: string) => {
  let socket: Socket | null = null
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: watchbill=${secretOf(person)}\r\n\r\n`
  return {
    drop: () => {
      socket?.destroy()
      socket = null
    },
    read: () =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        if (!socket || socket.destroyed) {
          socket = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true })
          socket.setEncoding('latin1')
        }
        const own = socket
        own.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close')
        let text = ''
        own.on('error', reject)
        own.on('close', () => reject(new Error('closed')))
        own.on('data', (piece) => {
          text += piece
          const end = text.indexOf('\r\n\r\n')
          if (end < 0) return
          const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
          if (text.length < end + 4 + length) return
          resolve({ status: Number(text.slice(9, 12)), text: text.slice(end + 4) })
        })
        own.write(request)
      }),
  }
}

/** The list on one screen. Records when it first shows each sign-up, and when it is right again after a drop. */
const makeList = (asked: unknown) => {
  let list: List | null = null
  const kept = new Map<string, unknown>()
  let droppedAt = 0
  const shown = new Map<string, number>()
  const known = new Set<string>()
  const note = () => {
    const at = clock()
    for (const { id } of list?.items ?? []) if (!known.has(id) && known.add(id)) cameTo(`posted ${id}`, at)
    for (const { id, confirmed_count } of (list?.items ?? []).flatMap(({ posts }) => posts)) {
      const before = shown.get(id) ?? confirmed_count
      // A screen that shows three sign-ups has caught up with the first and the second too.
      for (let count = before + 1; count <= confirmed_count; count++) {
        cameTo(`${id} ${count}`, at)
      }
      shown.set(id, Math.max(before, confirmed_count))
      if (confirmed_count < before) backwards += 1
    }
  }
  const show = (response: List): boolean => {
    let [shown, again]: [unknown, boolean] = [response, false]
    for (const [topic, patch] of patches) {
      if (!kept.has(topic)) continue
      const done = patch.apply(shown, kept.get(topic), asked)
      shown = done.response
      again ||= done.again
    }
    list = shown as List
    note()
    return again
  }
  return {
    now: () => list,
    dropped: () => {
      droppedAt = clock()
    },
    /** A whole response. */
    answered: (text: string) => {
      show(JSON.parse(text) as List)
      if (droppedAt > 0) late.push(clock() - droppedAt)
      droppedAt = 0
    },
    /** Figures of a poke; true if something else must be read again. */
    heard: (topic: Topic, figures: unknown): boolean => {
      const patch = listOpenJobs.patches?.[topic]
      if (!patch) return true
      kept.set(topic, patch.keep(kept.get(topic), figures))
      return list !== null && show(list)
    },
  }
}

/** Reads the whole list or the bell, one read at a time: a change during it makes another one after it. */
const makeReads = (reader: ReturnType<typeof makeReader>, answered: (text: string) => void) => {
  let reading: Promise<void> | null = null
  let again = false
  const readOnce = async () => {
    for (let failures = 0, isBusy = false; failures === 0 || readsAgain(failures - 1, isBusy); failures++) {
      if (failures > 0) await pause(readAgainAfter(failures - 1, Math.random()))
      const answer = await reader.read().catch(() => ({ status: 0, text: '' }))
      reads += 1
      if (answer.status === 200) return answered(answer.text)
      refused += 1
      isBusy = answer.status === 503
    }
  }
  const readAll = (): Promise<void> => {
    if (reading) {
      again = true
      return reading
    }
    reading = readOnce().finally(() => {
      reading = null
      if (!again) return
      again = false
      void readAll()
    })
    return reading
  }
  return readAll
}

type Stream = {
  port: number
  address: string
  person: number
  onPoke: (poke: Poke) => void
  onOpen: (within: string | null) => void
}

/** A stream that reconnects as the browser does. */
const makeStream = ({ port, address, person, onPoke, onOpen }: Stream) => {
  let current: Socket | null = null
  const open = (tries: number): void => {
    let head = ''
    let isOpen = false
    const parse = makeParser(onPoke)
    const socket = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true })
    current = socket
    socket.setEncoding('latin1')
    socket.on('connect', () =>
      socket.write(
        `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: watchbill=${secretOf(person)}\r\n\r\n`,
      ),
    )
    socket.on('data', (piece: string) => {
      if (isOpen) return parse(piece)
      head += piece
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!head.startsWith('HTTP/1.1 200')) return void socket.destroy()
      isOpen = true
      onOpen(new RegExp(`\\r\\n${catchUpHeader}: (\\d+)`, 'i').exec(head)?.[1] ?? null)
      parse(head.slice(end + 4))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (current === socket) setTimeout(() => open(isOpen ? 0 : tries + 1), backoff(tries, Math.random()))
    })
  }
  return {
    open: () => open(0),
    drop: () => {
      const was = current
      current = null
      was?.destroy()
    },
  }
}

const follows = new Set(['assignments', 'signups', 'attendance', 'organization', 'officers'])

const makeScreen = (port: number, address: string, person: number, path: string, everybodyReads: boolean) => {
  const list = makeList(Object.fromEntries(new URLSearchParams(path.split('?')[1])))
  const reader = makeReader(port, address, person, path)
  const readAll = makeReads(reader, list.answered)
  const bellReader = makeReader(port, address, person, listLatest.path)
  const readBell = makeReads(bellReader, () => undefined)
  const take = makeCoalescer((topics) => {
    if ([...topics].some((topic) => follows.has(topic))) void readAll()
    if (topics.has('notifications')) void readBell()
  })
  const onPoke = ({ t, w, d }: Poke) => {
    const topic = t === 'spots' ? 'assignments' : t
    if (everybodyReads) take(topic)
    else if (d === undefined || list.heard(t as Topic, d)) take(topic, w)
  }
  let opened: () => void = () => undefined
  const onOpen = (within: string | null) => {
    // A page that is being opened reads at once.
    const after = everybodyReads || !list.now() ? 0 : catchUpAfter(within, Math.random())
    setTimeout(() => void Promise.all([readAll(), readBell()]).then(() => opened()), after)
  }
  const stream = makeStream({ port, address, person, onPoke, onOpen })
  return {
    list: list.now,
    open: () =>
      new Promise<void>((resolve) => {
        opened = resolve
        stream.open()
      }),
    /** The uplink goes and comes back at once. */
    drop: () => {
      list.dropped()
      stream.drop()
      reader.drop()
      bellReader.drop()
      stream.open()
    },
  }
}

const screens: ReturnType<typeof makeScreen>[] = []

/** What a screen shows, in short: the same text on all screens when all are right. */
const shortOf = (list: List | null) =>
  (list?.items ?? [])
    .flatMap(({ posts }) => posts)
    .map(({ id, confirmed_count }) => `${id}=${confirmed_count}`)
    .toSorted()
    .join()

const start = async ({
  ports,
  address,
  people,
  path,
  everybodyReads,
}: Extract<ToWatchers, { start: unknown }>['start']) => {
  for (const person of people)
    screens.push(makeScreen(ports[person % ports.length] as number, address, person, path, everybodyReads))
  const next = screens.values()
  const opening = async () => {
    for (const screen of next) await screen.open()
  }
  await Promise.all(Array.from({ length: 30 }, opening))
  reads = refused = 0
  arrivals.clear()
  tell({ ready: people.length })
}

process.on('message', (message: ToWatchers) => {
  if ('start' in message) void start(message.start).catch((error: Error) => tell({ failure: error.stack ?? '' }))
  else if ('drop' in message) {
    late = []
    for (const screen of screens) screen.drop()
  } else {
    const texts = screens.map((screen) => shortOf(screen.list()))
    const counts = Map.groupBy(texts, (text) => text)
    tell({
      looked: {
        texts: [...counts].map(([text, { length }]) => ({ text, screens: length })),
        reads,
        refused,
        backwards,
        late,
        arrivals: [...arrivals],
      },
    })
    arrivals.clear()
    reads = refused = backwards = 0
  }
})
process.once('disconnect', () => process.exit(0))
