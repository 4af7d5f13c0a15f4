import { readFileSync } from 'node:fs'
import { withClient } from './ground.ts'

/** A tick of /proc, on Linux. */
const tickMs = 10

/** Milliseconds of processor time that a process has used so far; null if it has ended. */
const usedBy = (pid: number): number | null => {
  try {
    // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return null
  }
}

const backendsOf = (url: string): Promise<number[]> =>
  withClient(url, async (client) =>
    (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid),
  )

/** In milliseconds. */
export type Spent = { server: number; database: number }

/** Runs `work`, and returns the processor time that the servers and the database's connections spent meanwhile. */
export const spending = async <T>(url: string, servers: readonly number[], work: () => Promise<T>) => {
  const pids = await backendsOf(url)
  const before = new Map([...servers, ...pids].map((pid) => [pid, usedBy(pid)]))
  const result = await work()
  const since = (pid: number) => (usedBy(pid) ?? 0) - (before.get(pid) ?? 0)
  const sum = (all: readonly number[]) => all.reduce((total, pid) => total + Math.max(0, since(pid)), 0)
  const spent: Spent = { server: sum(servers), database: sum(pids) }
  return { result, spent }
}
