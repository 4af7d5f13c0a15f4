import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import { canonicalEntry, canonicalHead, SEAL_MOST, type SealedEntry, type SealHead } from './rules.seals.ts'
import * as store from './store.seals.ts'

/** Hexadecimal. */
export const digestOf = (entry: SealedEntry): string => createHash('sha256').update(canonicalEntry(entry)).digest('hex')

/** The hash over a seal's head, followed by the digests of its entries in id order. */
export const hashSeal = (head: SealHead) => {
  const hash = createHash('sha256').update(canonicalHead(head)).update('\n')
  return {
    add: (digest: string) => {
      hash.update(digest).update('\n')
    },
    end: (): string => hash.digest('hex'),
  }
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)

/**
 * Seals the visible entries that are in no seal yet, within the given transaction; returns the number of entries sealed. Seals
 * are created in the order in which entries became visible, which is as close to commit order as can be observed. If two
 * processes run at once, one creates the seal, and the other finds its number taken.
 */
export const sealDue = async (db: Db, bound = SEAL_MOST): Promise<number> => {
  const due = await store.listDue(db, bound)
  const [first, last] = [due[0], due.at(-1)]
  if (!first || !last) return 0
  if (!first.looked_first) throw new Error("entries must be sealed in a transaction that hasn't written anything yet")
  const head: SealHead = {
    organization_id: await store.findOrganizationId(db),
    number: String(BigInt(first.number) + 1n),
    previous_hash: first.previous_hash,
    entry_count: due.length,
    first_id: first.id,
    last_id: last.id,
    sealed_at: first.now_at,
  }
  const hash = hashSeal(head)
  const digests = due.map(digestOf)
  for (const digest of digests) hash.add(digest)
  // A seal that is not full includes everything up to the last ended transaction; a full one, only up to its own last entry.
  const ended = BigInt(first.ended_id)
  const settled = due.length < bound ? ended : least(ended, BigInt(last.id))
  const seal = {
    ...head,
    hash: hash.end(),
    high_id: String(most(BigInt(first.high_id), BigInt(last.id))),
    settled_id: String(most(BigInt(first.settled_id), settled)),
  }
  const ids = due.map((entry) => entry.id)
  return (await store.insertSeal(db, seal, ids, digests)) ? due.length : 0
}
