import { useRead, useWrite } from '#platform/web/reads.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'

const reads = [listLatest] as const

/** The latest 15 and how many are unread; live. */
export const useLatest = () => useRead(listLatest, {})
export const useMarkRead = () => useWrite(markRead, { invalidates: reads })
export const useClear = () => useWrite(clearNotifications, { invalidates: reads })
