import { createHash, createHmac } from 'node:crypto'
import type { Draw } from '#features/shifts/award-rules/rules.rank.ts'
import { canonical } from './rules.rounds.ts'

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
export const hashOf = (content: unknown): string => sha256(canonical(content))

/** Published when sign-up opens: SHA-256 of the seed's 64 hexadecimal characters as text. */
export const commitmentOf = (seed: string): string => sha256(seed)

/**
 * Each officer's draw number: HMAC-SHA-256 of `<post id>:<officer id>` in lowercase, keyed with the seed's 32 bytes. The smaller
 * number comes first (docs/decisions/0159).
 */
export const drawOf = (seed: string, post_id: string, officer_ids: readonly string[]): Draw => {
  const key = Buffer.from(seed, 'hex')
  const number = (id: string) => createHmac('sha256', key).update(`${post_id}:${id}`.toLowerCase()).digest('hex')
  return { numbers: Object.fromEntries(officer_ids.map((id) => [id, number(id)])) }
}
