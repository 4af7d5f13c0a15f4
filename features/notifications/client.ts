import { useRead, useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { readSettings, setChoice, setQuietHours } from './contract.settings.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'

const reads = [listLatest] as const

/** The latest 15 and how many are unread; live. */
export const useLatest = () => useRead(listLatest, {})
export const useMarkRead = () => useWrite(markRead, { invalidates: reads })
export const useClear = () => useWrite(clearNotifications, { invalidates: reads })

/** Specification section 8 words this failure, whatever caused it. */
export const clearFailed = (): void =>
  toast.error('Failed to clear notifications', 'You might not have permission to delete these notifications.')

export const useSettings = () => useRead(readSettings, {})
export const useSetChoice = () => useWrite(setChoice, { invalidates: [readSettings, listLatest] })
export const useSetQuietHours = () => useWrite(setQuietHours, { invalidates: [readSettings] })
