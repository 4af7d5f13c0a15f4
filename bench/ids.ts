import { createHash } from 'node:crypto'

/**
 * Every benchmark row has a number from which its id is derived on both sides: in TypeScript for the HTTP requests, in SQL for
 * the rows and for pgbench, which can only count. The ids are scattered like those in production.
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

/** The session secret of the account with this number, and its hash as the database computes it. */
export const secretOf = (n: number): string => String(n).padStart(43, '0')
export const tokenHashSql = (n: string): string => `sha256(convert_to(lpad((${n})::text, 43, '0'), 'UTF8'))`
