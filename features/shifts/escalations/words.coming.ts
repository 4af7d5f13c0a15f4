/** When volunteers are asked for a shift's open spots, and when those that nobody took are decided. */
export type ComingOrder = { asks_at: string; decides_at: string }

export const isAsking = ({ asks_at }: ComingOrder, now: number): boolean => Date.parse(asks_at) <= now

/** Before the time of the decision: `Taking volunteers until`, `Order-in if unfilled:`. */
export const comingWords = (coming: ComingOrder, now: number): string =>
  isAsking(coming, now) ? 'Taking volunteers until' : 'Order-in if unfilled:'
