let asked: Promise<boolean> | undefined

/** Asks the browser, once, not to delete what waits: when the device runs out of room, or with the window if it is a private one. */
export const askToKeep = (): void => {
  asked ??= navigator.storage?.persist?.().catch(() => true)
}
/** Whether what waits may outlive the window: false if the browser doesn't promise it, true if it can't be asked. */
export const isKept = async (): Promise<boolean> => {
  try {
    return (await (asked ?? navigator.storage?.persisted?.())) ?? true
  } catch {
    return true
  }
}
