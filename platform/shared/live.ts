/** On the response that opens a live stream: the milliseconds over which returning screens spread their first reads. */
export const catchUpHeader = 'x-catch-up-within'

/**
 * On the request that opens a page's first stream: `now_at` of the session that the page read. On the response: the events that follow
 * name everything that changed since then, so the page need not read it all again.
 */
export const readSinceHeader = 'x-read-since'
