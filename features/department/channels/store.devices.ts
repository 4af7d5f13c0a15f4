import { createHash } from 'node:crypto'
import type { AppPlatform } from '#platform/server/push.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/**
 * Whether a push subscription `p` still receives: a browser until it is deleted, a phone as long as no other account has registered
 * its token since.
 */
export const receives = (p: Sql): Sql => sql`(${p}.platform = 'web' or exists (select from push_tokens k
  where ${ours('k')} and k.subscription_id = ${p}.id))`

/** Tokens are long and random, so a hash without a key says nothing about them. */
export const tokenHash = (platform: AppPlatform, token: string): Buffer =>
  createHash('sha256').update(`${platform} ${token}`).digest()

/** Whichever department's account had the token of `app.device()`: policy `take` finds it by the hash alone. */
export const takeToken: Sql = sql`delete from push_tokens k where k.token_hash = (select app.device())`
