/**
 * When a read is tried again. A failure: three times (specification section 7). Asked by a busy server to come back: for about half a
 * minute, because the screen would stay old otherwise. A thousand screens refused together don't return together.
 */
export const readsAgain = (failures: number, isBusy: boolean): boolean => failures < 3 || (isBusy && failures < 10)
export const readAgainAfter = (failures: number, chance: number): number =>
  Math.min(400 * 2 ** failures, 4000) * (0.5 + chance / 2)
