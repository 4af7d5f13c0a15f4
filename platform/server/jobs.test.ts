import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from './db.ts'
import { startJobs } from './jobs.ts'

it('however often a department is poked, its job runs once plus one rerun, never concurrently', {
  meta: { shows: ['issue 5.5 minimum once'] },
}, async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const jobs = startJobs(
    null as unknown as Database,
    [
      {
        name: 'keep',
        everySeconds: 3600,
        wakes: 'staffing',
        outside: (_, organizationId) => {
          begun.push(organizationId)
          return new Promise<void>((resolve) => ends.push(resolve))
        },
      },
    ],
    () => undefined,
  )
  for (let i = 0; i < 300; i++) jobs.wake('staffing', 'a')
  jobs.wake('staffing', 'b')
  expect(begun).toEqual(['a', 'b'])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'a'])
  for (const end of ends) end()
  await jobs.close()
  expect(begun).toEqual(['a', 'b', 'a'])
})

afterEach(() => {
  vi.useRealTimers()
})

it('a timer and a poke at the same time cause one run plus one rerun', {
  meta: { shows: ['issue 5.5 minimum once'] },
}, async () => {
  vi.useFakeTimers()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const database = { read: () => Promise.resolve([{ id: 'a' }, { id: 'b' }]) } as unknown as Database
  const outside = (_: Database, organizationId: string) => {
    begun.push(organizationId)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const jobs = startJobs(database, [{ name: 'keep', everySeconds: 60, wakes: 'staffing', outside }], () => undefined)
  jobs.wake('staffing', 'a')
  await vi.advanceTimersByTimeAsync(60_000)
  // The clock finds one department busy and moves on to the next.
  expect(begun).toEqual(['a', 'b'])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a', 'b', 'a'])
  const closed = jobs.close()
  for (const end of ends) end()
  await closed
  expect(begun).toEqual(['a', 'b', 'a'])
})

it('pauses the jobs for people in a department that moved, and runs the others there', {
  meta: { shows: ['issue 14.4 moving'] },
}, async () => {
  vi.useFakeTimers()
  const ran: string[] = []
  const found = [
    { id: 'here', moved: false },
    { id: 'moved', moved: true },
  ]
  const database = { read: () => Promise.resolve(found) } as unknown as Database
  const sweep = (name: string, pausesWhenMoved: boolean) => ({
    name,
    everySeconds: 60,
    pausesWhenMoved,
    outside: (_: Database, id: string) => Promise.resolve(void ran.push(`${name} ${id}`)),
  })
  const jobs = startJobs(database, [sweep('remind', true), sweep('seal', false)], () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ran.toSorted()).toEqual(['remind here', 'seal here', 'seal moved'])
  await jobs.close()
})
