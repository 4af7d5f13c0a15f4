/** Answers that come with the application's page, in a script element of this id that is never run. */
export const firstReadsId = 'first-reads'
/** `id`: of the request that made it. */
export type FirstRead = { status: number; text: string; id: string }
