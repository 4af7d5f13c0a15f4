import { MINUTE } from '#platform/shared/time.ts'

/** The columns of an entry's digest: each as the database's own text, `at` in UTC to the microsecond. */
export const sealedColumns = [
  'id',
  'at',
  'request_id',
  'action',
  'actor_user_id',
  'actor_officer_id',
  'actor_role',
  'thing_type',
  'thing_id',
  'before',
  'after',
  'ip',
  'user_agent',
] as const
export type SealedEntry = Readonly<Record<(typeof sealedColumns)[number], string | null>>

/**
 * The unique text of an entry: its columns in order, as JSON, which distinguishes null from an empty text. Entries that differ
 * have different texts, because the text can be parsed back.
 */
export const canonicalEntry = (entry: SealedEntry): string =>
  JSON.stringify(sealedColumns.map((column) => entry[column]))

export type SealHead = {
  organization_id: string
  number: string
  /** Hexadecimal, like the hash itself. */
  previous_hash: string
  entry_count: number
  first_id: string
  last_id: string
  sealed_at: string
}

/** The text hashed before the digests of a seal's entries. */
export const canonicalHead = (head: SealHead): string =>
  JSON.stringify([
    'watchbill-seal-1',
    head.organization_id,
    head.number,
    head.previous_hash,
    String(head.entry_count),
    head.first_id,
    head.last_id,
    head.sealed_at,
  ])

/** The previous hash of an organization's first seal. */
export const NO_HASH = '0'.repeat(64)

/** Maximum entries per seal: what a process holds in memory at once. */
export const SEAL_MOST = 5000
/** An entry observed unsealed for longer than this raises an alarm. */
export const ALARM_AFTER_MS = MINUTE

export type Anchor = { organization_id: string; number: string; hash: string; entry_count: number; sealed_at: string }

const anchorLine = /^seal ([0-9a-f-]{36}) (\d{1,18}) ([0-9a-f]{64}) (\d{1,9}) (\S{20,40})$/

/** A line of the anchor file, without its line ending. */
export const anchorText = (anchor: Anchor): string =>
  `seal ${anchor.organization_id} ${anchor.number} ${anchor.hash} ${anchor.entry_count} ${anchor.sealed_at}`

/** Parses a line as an anchor; null if it is not one, such as a line torn by a crash, which was written again after it. */
export const readAnchor = (line: string): Anchor | null => {
  const [, organization_id, number, hash, count, sealed_at] = anchorLine.exec(line) ?? []
  if (!organization_id || !number || !hash || !count || !sealed_at) return null
  return { organization_id, number, hash, entry_count: Number(count), sealed_at }
}

/** The oldest unsealed entry, and since when this process has seen it unsealed; a different entry restarts the clock. */
export type Unsealed = { id: string; since: number }
export const watchUnsealed = (before: Unsealed | null, id: string | null, now: number): Unsealed | null =>
  id === null ? null : before?.id === id ? before : { id, since: now }
export const isLate = (seen: Unsealed | null, now: number): boolean =>
  seen !== null && now - seen.since > ALARM_AFTER_MS
