/** An entry as its digest takes it: every column as the database's own text, `at` in UTC to the microsecond. */
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

/** One text for one entry: the columns in their order as JSON, in which nothing and an empty text differ. Two entries that differ
 * anywhere have two texts, since it can be read back. */
export const canonicalEntry = (entry: SealedEntry): string =>
  JSON.stringify(sealedColumns.map((column) => entry[column]))

export type SealHead = {
  organization_id: string
  number: string
  /** Hexadecimal, as the hash itself. */
  previous_hash: string
  entry_count: number
  first_id: string
  last_id: string
  sealed_at: string
}

/** What stands before the digests of a seal's entries when it is hashed. */
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

/** What the first seal of an organization follows. */
export const NO_HASH = '0'.repeat(64)

/** Entries of one seal at most: what a process holds at once. */
export const SEAL_MOST = 5000
/** An entry that was seen unsealed for longer is an alarm. */
export const ALARM_AFTER_MS = 60_000

export type Anchor = { organization_id: string; number: string; hash: string; entry_count: number; sealed_at: string }

const anchorLine = /^seal ([0-9a-f-]{36}) (\d{1,18}) ([0-9a-f]{64}) (\d{1,9}) (\S{20,40})$/

/** A line of the anchors' file, without its end. */
export const anchorText = (anchor: Anchor): string =>
  `seal ${anchor.organization_id} ${anchor.number} ${anchor.hash} ${anchor.entry_count} ${anchor.sealed_at}`

/** The anchor of a line; null for what is none, such as a line that a crash tore off: it was written again behind it. */
export const readAnchor = (line: string): Anchor | null => {
  const [, organization_id, number, hash, count, sealed_at] = anchorLine.exec(line) ?? []
  if (!organization_id || !number || !hash || !count || !sealed_at) return null
  return { organization_id, number, hash, entry_count: Number(count), sealed_at }
}

/** The oldest unsealed entry and since when this process has seen it so; the clock starts anew with another entry. */
export type Unsealed = { id: string; since: number }
export const watchUnsealed = (before: Unsealed | null, id: string | null, now: number): Unsealed | null =>
  id === null ? null : before?.id === id ? before : { id, since: now }
export const isLate = (seen: Unsealed | null, now: number): boolean =>
  seen !== null && now - seen.since > ALARM_AFTER_MS
