import { expect, it } from 'vitest'
import type { Database } from './db.ts'
import { startJobs } from './jobs.ts'

it('[issue 5.5 minimum once] however often a department is poked, its job runs once and once more behind, never side by side', async () => {
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
