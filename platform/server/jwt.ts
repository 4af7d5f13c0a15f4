import { type KeyObject, sign } from 'node:crypto'

/** `RS256` with a key of RSA, `ES256` with one of the curve P-256. */
export type JwtAlgorithm = 'RS256' | 'ES256'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed token, as Apple and Google know this server by. */
export const signJwt = (
  header: { alg: JwtAlgorithm; kid: string },
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
): string => {
  const text = `${part({ typ: 'JWT', ...header })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
