/** Answers that come with the application's page, in a script element of this id that is never run. */
export const firstReadsId = 'first-reads'
/** By address. `id`: of the request that made it. */
export type FirstReads = Record<string, { status: number; text: string; id: string }>
