import { readFileSync } from 'node:fs'

/** What the drills do to processes by their numbers; nothing fails if one is gone meanwhile. */
export const isThere = (pid: number): boolean => {
  try {
    // A process that ended and was not collected yet is a zombie.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  } catch {
    return false
  }
}
export const signal = (pid: number, with_: NodeJS.Signals) => {
  try {
    process.kill(pid, with_)
  } catch {
    // Gone in the meantime.
  }
}
export const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
export const killTree = (pid: number) => {
  if (pid <= 1) return
  const children = childrenOf(pid)
  for (const one of [pid, ...children]) signal(one, 'SIGKILL')
}
