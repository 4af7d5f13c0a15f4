/** Kept with the sign-up that ends. */
export const sickReason = 'Called in sick.'

/** `back`: who is back where. A swap that could not be restored is named. */
export const undoneWords = (back: string, swaps_ended: number): string =>
  swaps_ended === 0 ? back : `${back} A pending swap couldn't be restored.`
