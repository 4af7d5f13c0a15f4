import { type Trouble, type TroubleLog, troubleOf } from './trouble.ts'

/** How soon it is noticed that writes are possible again. */
const probeMs = 2_000

/** Writes fail until one of them works again. */
const stopsWrites = (trouble: Trouble | null) => trouble === 'storage_full' || trouble === 'read_only'

/** Whether the database takes writes, learned from those that fail; while they do, `probe` tries a small one every two seconds. */
export const watchWrites = (probe: () => Promise<void>, say: TroubleLog | null) => {
  let writable = true
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const plan = () => {
    if (closed) return
    timer = setTimeout(
      () =>
        probe().then(
          () => {
            writable = true
          },
          () => plan(),
        ),
      probeMs,
    )
    timer.unref()
  }
  return {
    isWritable: () => writable,
    /** Notes a failed write of any caller. */
    failed: (error: unknown): void => {
      const trouble = troubleOf(error)
      if (!trouble || !stopsWrites(trouble)) return
      say?.(trouble, error)
      if (!writable) return
      writable = false
      plan()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
