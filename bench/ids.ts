import { createHash } from 'node:crypto'

/**
 * Every row of the benchmarks has a number, and its id follows from the number on both sides: in TypeScript for the requests
 * over HTTP, in SQL for the rows and for pgbench, which can only count. Scattered like the ids of production.
 */
export type Kind =
  | 'organization'
  | 'account'
  | 'officer'
  | 'assignment'
  | 'post'
  | 'signup'
  | 'open_assignment'
  | 'open_post'

export const idOf = (kind: Kind, n: number): string => {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex')
  const marked = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
export const idSql = (kind: Kind, n: string): string =>
  `overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`

/** The session's secret of the account with this number, and its hash as the database computes it. */
export const secretOf = (n: number): string => String(n).padStart(43, '0')
export const tokenHashSql = (n: string): string => `sha256(convert_to(lpad((${n})::text, 43, '0'), 'UTF8'))`
