const AGAIN_MS = 3000

/**
 * Reads from the device's storage, and again until it works: a slow phone may not open it in time. `failed` is called with each read that
 * didn't. Returns what stops it.
 */
export const untilRead = <T>(read: () => Promise<T>, take: (found: T) => void, failed?: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  const attempt = () =>
    read().then(
      (found) => {
        if (!over) take(found)
      },
      () => {
        if (over) return
        failed?.()
        timer = setTimeout(attempt, AGAIN_MS)
      },
    )
  void attempt()
  return () => {
    over = true
    clearTimeout(timer)
  }
}
