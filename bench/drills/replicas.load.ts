import { setTimeout as pause } from 'node:timers/promises'
import { listLatest } from '#features/department/notifications/contract.ts'
import { officerDashboard } from '#features/home/dashboards/contract.ts'
import { listAssignments } from '#features/shifts/assignments/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { readAgainAfter, readsAgain } from '#platform/web/read-again.ts'
import { ADMINS, type Size } from '../data.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'
import { signUpOf } from './people.ts'

/**
 * Officers who sign up at one process and at once read at the other whether their sign-up is there; screens that hear of it from one
 * process and read at the other; and readers.
 */
export type Load = {
  signUps: number
  reads: { at: number; ms: number }[]
  /** Reads that were tried again, by what came instead. */
  tries: Record<string, number>
  /** The same, when the browser would not try again. */
  seen: Record<string, number>
  own: { checked: number; stale: number }
  poked: { checked: number; stale: number }
  stop: () => Promise<void>
}
type Loading = Omit<Load, 'stop'> & { on: boolean }
type Job = { id: string; posts: { id: string; confirmed_count: number }[] }
type List = { items: Job[]; mine: { assignment_id: string; status: string }[] }

const openJobs = `${listOpenJobs.path}?days=100&limit=60`
const paths = [openJobs, officerDashboard.path, listLatest.path, listAssignments.path]
const readers = 6
const writers = 4
const watched = 6
const restMs = 20

const cookieOf = (person: number) => `watchbill=${secretOf(person)}`

/** Reads with the browser's rules; null if a person would see that it failed. */
const readerOf =
  (load: Loading, ask: ReturnType<typeof makeAsker>['ask']) =>
  async (port: number, path: string, person: number): Promise<string | null> => {
    const began = performance.now()
    for (let failures = 0; ; failures++) {
      const answer = await ask(port, path, cookieOf(person)).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status === 200) {
        load.reads.push({ at: performance.now(), ms: performance.now() - began })
        return answer.text
      }
      const why = answer instanceof Error ? answer.message : String(answer.status)
      load.tries[why] = (load.tries[why] ?? 0) + 1
      if (!readsAgain(failures, why === '503')) {
        load.seen[why] = (load.seen[why] ?? 0) + 1
        return null
      }
      await pause(readAgainAfter(failures))
    }
  }

/** The figures of the `spots` events of a stream. */
const hear = async (port: number, person: number, heard: (posts: Job['posts']) => void, signal: AbortSignal) => {
  const stream = await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { cookie: cookieOf(person) }, signal })
  let rest = ''
  for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + Buffer.from(bytes).toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data: ') ? JSON.parse(line.slice(6)) : null
      if (event?.t === 'spots' && event.d) heard(event.d.posts)
    }
  }
}

const startLoading = (size: Size, ports: readonly [number, number], load: Loading) => {
  const { ask, close } = makeAsker(64)
  return {
    ...{ size, ports, load, ask, close },
    read: readerOf(load, ask),
    other: (port: number) => (port === ports[0] ? ports[1] : ports[0]),
  }
}
type Ground = ReturnType<typeof startLoading>

const signUpAndLook = async ({ size, ports, load, ask, read, other }: Ground, index: number) => {
  const { person, path, write } = signUpOf(size, index)
  const port = ports[index % 2] ?? ports[0]
  while ((await ask(port, path, cookieOf(person), write).catch(() => null))?.status !== 200) await pause(200)
  load.signUps += 1
  const text = await read(other(port), openJobs, person)
  if (text === null) return
  load.own.checked += 1
  const { mine } = JSON.parse(text) as List
  const id = path.split('/').find((part) => part.length === 36)
  if (!mine.some((one) => one.assignment_id === id && one.status === 'confirmed')) load.own.stale += 1
}

const readAsMany = async ({ size, ports, load, read }: Ground, n: number) => {
  for (let turn = n; load.on; turn += readers) {
    const place = (turn % size.organizations) * size.officers
    const officer = place + ADMINS + (turn % (size.officers - ADMINS))
    const path = paths[turn % paths.length] ?? openJobs
    await read(ports[turn % 2] ?? ports[0], path, path === listAssignments.path ? place : officer)
    await pause(restMs)
  }
}

/** An officer whose screen reads again after each poke, at the other process. */
const watch = async ({ load, read, other }: Ground, port: number, person: number, signal: AbortSignal) => {
  const checks = new Set<Promise<void>>()
  const check = async (posts: Job['posts']) => {
    const text = await read(other(port), openJobs, person)
    if (text === null) return
    const shown = new Map((JSON.parse(text) as List).items.flatMap((job) => job.posts.map((post) => [post.id, post])))
    load.poked.checked += 1
    // Nobody gives a place up here, so a count never falls.
    if (posts.some((post) => (shown.get(post.id)?.confirmed_count ?? 0) < post.confirmed_count)) load.poked.stale += 1
  }
  const heard = (posts: Job['posts']) => {
    const checking = check(posts).finally(() => checks.delete(checking))
    checks.add(checking)
  }
  await hear(port, person, heard, signal).catch(() => undefined)
  await Promise.all(checks)
}

export const startLoad = (size: Size, ports: readonly [number, number]): Load => {
  const load: Loading = {
    ...{ on: true, signUps: 0, reads: [], tries: {}, seen: {} },
    own: { checked: 0, stale: 0 },
    poked: { checked: 0, stale: 0 },
  }
  const ground = startLoading(size, ports, load)
  let next = 0
  const writer = async () => {
    while (load.on) {
      await signUpAndLook(ground, next++)
      await pause(restMs)
    }
  }
  const listening = new AbortController()
  // One in each of the first departments, at either process.
  const watchers = Array.from({ length: watched }, (_, n) =>
    watch(ground, ports[n % 2] ?? ports[0], n * size.officers + ADMINS, listening.signal),
  )
  const working = [
    ...Array.from({ length: writers }, writer),
    ...Array.from({ length: readers }, (_, n) => readAsMany(ground, n)),
    ...watchers,
  ]
  return Object.assign(load, {
    stop: async () => {
      load.on = false
      listening.abort()
      await Promise.all(working)
      ground.close()
    },
  })
}
