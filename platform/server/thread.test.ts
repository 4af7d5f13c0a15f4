import { expect, it } from 'vitest'
import { inThread, ThreadError, turns } from './thread.ts'

const limits = { ms: 20_000, megabytes: 32 }
const run = (code: string, of = limits) =>
  inThread<unknown>(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${code}`)}`,
    ),
    7,
    of,
  )
const whyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error) => (error instanceof ThreadError ? error.why : String(error)),
  )

it('returns the first message the thread posts, and passes the input to it', async () => {
  expect(await run('parentPort.postMessage(workerData + 1)')).toBe(8)
})

it('says why there is no result: timeout, memory limit, an error or a silent exit', async () => {
  expect(await whyOf(run('for (;;) {}', { ...limits, ms: 200 }))).toBe('late')
  expect(await whyOf(run('const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))'))).toBe('memory')
  expect(await whyOf(run('throw new Error("no")'))).toBe('broken')
  expect(await whyOf(run(''))).toBe('broken')
})

it('runs a fixed number at once, queues more in order, and turns away the rest; a failure frees its slot', async () => {
  const inTurn = turns({ atOnce: 2, mayWait: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => {
        ends[n] = resolve
      })
      if (n === 0) throw new Error('no')
      return n
    })
  const all = [0, 1, 2, 3, 4].map((n) => work(n).catch(() => 'failed'))
  expect(await all[4]).toBe(null)
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  expect(await all[0]).toBe('failed')
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[1]?.()
  ends[2]?.()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  ends[3]?.()
  expect(await Promise.all(all)).toEqual(['failed', 1, 2, 3, null])
})

it('turns away only callers over their own limit, so others still get a turn', async () => {
  const inTurn = turns({ atOnce: 1, mayWait: 3, each: 2 })
  const ends: (() => void)[] = []
  const work = (whose: string) => inTurn(() => new Promise<string>((resolve) => ends.push(() => resolve(whose))), whose)
  const all = ['a', 'a', 'a', 'a', 'b'].map(work)
  expect(await Promise.all([all[2], all[3]])).toEqual([null, null])
  for (const nth of [0, 1, 2]) {
    await expect.poll(() => ends.length).toBe(nth + 1)
    ends[nth]?.()
  }
  expect(await Promise.all(all)).toEqual(['a', 'a', null, null, 'b'])
  const again = work('a')
  await expect.poll(() => ends.length).toBe(4)
  ends[3]?.()
  expect(await again).toBe('a')
})
