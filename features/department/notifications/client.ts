import { isSaved } from '#platform/web/api.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { clearNotifications, listLatest, markRead } from './contract.ts'

const reads = [listLatest] as const

/** The latest 15 and the number of unread ones; live. */
export const useLatest = () => useRead(listLatest, {})
export const useMarkRead = () => useWrite(markRead, { invalidates: reads })
export const useClear = () => useWrite(clearNotifications, { invalidates: reads })

/** Saved for later needs no mention: reading is all the person wanted. */
export const markFailed = (error: unknown): void => {
  if (!isSaved(error)) toast.failure(error)
}

/** Specification section 8 has this message, whatever the cause. */
export const clearFailed = (): void =>
  toast.error('Failed to clear notifications', 'You might not have permission to delete these notifications.')
