/**
 * When a read is tried again. A failure: three times (specification section 7). Asked by a busy server to come back: for about half a
 * minute, because the screen would stay old otherwise. A thousand screens refused together don't return together.
 */
export const readsAgain = (failures: number, isBusy: boolean): boolean => failures < (isBusy ? 10 : 3)
export const readAgainAfter = (failures: number, chance = Math.random()): number =>
  Math.min(400 * 2 ** failures, 4000) * (0.5 + chance / 2)

/**
 * When a write is tried again, with its key, so that it counts once. Usually a process or a connection is gone, and one more try
 * reaches another. While another database host takes over, or a disk is full, the server answers 503 for some seconds; without more
 * tries, the person would press again.
 */
export const writesAgain = (failures: number, isBusy: boolean): boolean => failures < (isBusy ? 5 : 1)
export const writeAgainAfter = (failures: number, chance?: number): number => readAgainAfter(failures + 1, chance)
