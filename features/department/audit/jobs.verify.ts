import type { Sql } from '#platform/server/sql.ts'
import { readAnchors } from './jobs.anchors.ts'
import { digestOf, hashSeal } from './jobs.sealing.ts'
import { NO_HASH, type SealHead } from './rules.seals.ts'
import * as store from './store.seals.ts'

/** Runs one statement in one organization, with a job's role. */
export type Reader = <R extends Record<string, unknown>>(organizationId: string, statement: Sql) => Promise<R[]>
export type Chain = { id: string; name: string; subdomain: string }
/** Chains erased with their organization, by organization id: the last seal named on the certificate. */
export type Ended = ReadonlyMap<string, { number: string; hash: string }>
export type Verdict = {
  /** Each fault names the first bad row or anchor of a chain. */
  faults: string[]
  seals: number
  entries: number
  anchors: number
  waiting: number
}

const sealsAtOnce = 200
const entriesAtOnce = 1000
const windowAtOnce = 20_000
/** Below every possible id, because a forged row may have any id. */
const beginning = '-9223372036854775808'

/** The first entry of the seal that differs from what was sealed, or what is wrong with the whole seal; null if nothing is. */
const faultInSeal = async (read: Reader, seal: store.SealRow, expected: SealHead): Promise<string | null> => {
  const where = `seal ${expected.number}`
  if (seal.number !== expected.number) return `${where} is missing: seal ${seal.number} follows`
  if (seal.previous_hash !== expected.previous_hash)
    return `${where} does not follow the previous seal: it was changed or moved`
  const hash = hashSeal(seal)
  let count = 0
  for (let after = beginning; ; ) {
    const rows = await read<store.SealedRow>(seal.organization_id, store.listSealed(seal, after, entriesAtOnce))
    for (const row of rows) {
      if (!row.there) return `entry ${row.entry_id} was deleted, but ${where} covers it`
      const digest = digestOf(row)
      if (digest !== row.digest) return `entry ${row.entry_id} does not match ${where}: it was edited or replaced`
      hash.add(digest)
      count++
    }
    if (rows.length < entriesAtOnce) break
    after = rows.at(-1)?.entry_id ?? after
  }
  if (count !== seal.entry_count) return `${where} covers ${seal.entry_count} entries, but ${count} remain`
  return hash.end() === seal.hash ? null : `${where} was changed: its hash does not match its contents`
}

type Walk = { fault: string | null; seals: number; entries: number; settled: string }

const walkSeals = async (read: Reader, organizationId: string): Promise<Walk> => {
  const walk: Walk = { fault: null, seals: 0, entries: 0, settled: '0' }
  let before = { number: '0', hash: NO_HASH }
  for (;;) {
    const seals = await read<store.SealRow>(organizationId, store.listSeals(before.number, sealsAtOnce))
    for (const seal of seals) {
      const expected = { ...seal, number: String(BigInt(before.number) + 1n), previous_hash: before.hash }
      walk.fault = await faultInSeal(read, seal, expected)
      if (walk.fault) return walk
      walk.seals++
      walk.entries += seal.entry_count
      walk.settled = seal.settled_id
      before = seal
    }
    if (seals.length < sealsAtOnce) return walk
  }
}

const walkWindows = async (read: Reader, organizationId: string, statement: (after: string) => Sql) => {
  let waiting = 0
  for (let after = beginning; ; ) {
    const [window] = await read<store.Window>(organizationId, statement(after))
    if (!window || window.stray !== null) return { stray: window?.stray ?? null, waiting }
    waiting += window.waiting
    if (window.seen < windowAtOnce || window.last_id === null) return { stray: null, waiting }
    after = window.last_id
  }
}

const verifyChain = async (read: Reader, chain: Chain) => {
  const walk = await walkSeals(read, chain.id)
  if (walk.fault) return { ...walk, waiting: 0 }
  const strays = await walkWindows(read, chain.id, (after) => store.lookForStrays(after, walk.settled, windowAtOnce))
  if (strays.stray)
    return { ...walk, fault: `entry ${strays.stray} is in no seal: it was added outside the chain`, waiting: 0 }
  const orphans = await walkWindows(read, chain.id, (after) => store.lookForOrphans(after, windowAtOnce))
  if (orphans.stray)
    return {
      ...walk,
      fault: `entry ${orphans.stray} was sealed, but its seal is missing: the end of the chain was cut off`,
      waiting: 0,
    }
  return { ...walk, waiting: strays.waiting }
}

type Line = Awaited<ReturnType<ReturnType<typeof readAnchors>['next']>>['value'] & object

/**
 * What is wrong with a line, where `due` is the next expected number; null if nothing is. For an erased chain only the file
 * remains, up to the certificate's seal and no further.
 */
const faultInAnchor = (
  line: Line,
  due: bigint,
  hash: string | undefined,
  end: { number: string; hash: string } | undefined,
): string | null => {
  const at = `anchor of seal ${line.number} (line ${line.line})`
  if (BigInt(line.number) > due) return `the anchor of seal ${due} is missing before line ${line.line}`
  if (end && BigInt(line.number) > BigInt(end.number))
    return `${at}: the erasure certificate ends with seal ${end.number}`
  if (end)
    return line.number === end.number && line.hash !== end.hash ? `${at}: the certificate names another seal` : null
  if (hash === undefined) return `${at}: that seal is not in the database; later seals were deleted`
  return hash === line.hash ? null : `${at}: the seal in the database differs`
}

/** Compares the file's anchors with the seals, a few hundred lines at a time. */
const verifyAnchors = async (read: Reader, chains: readonly Chain[], file: string, all: boolean, ended: Ended) => {
  const known = new Map(chains.map((chain) => [chain.id, chain]))
  const next = new Map<string, bigint>()
  const faults = new Map<string, string>()
  let anchors = 0
  const check = async (lines: readonly Line[]) => {
    for (const id of new Set(lines.map((line) => line.organization_id))) {
      const own = lines.filter((line) => line.organization_id === id)
      const numbers = own.map((line) => line.number)
      const rows = known.has(id) ? await read<{ number: string; hash: string }>(id, store.listHashes(numbers)) : []
      const hashes = new Map(rows.map((row) => [row.number, row.hash]))
      for (const line of own) {
        anchors++
        const due = next.get(id) ?? 1n
        const number = BigInt(line.number)
        if (faults.has(id)) continue
        const fault = faultInAnchor(line, due, hashes.get(line.number), ended.get(id))
        if (fault !== null) faults.set(id, fault)
        if (number === due) next.set(id, due + 1n)
      }
    }
  }
  let lines: Line[] = []
  for await (const line of readAnchors(file)) {
    if (!all && !known.has(line.organization_id)) continue
    lines.push(line)
    if (lines.length < sealsAtOnce) continue
    await check(lines)
    lines = []
  }
  await check(lines)
  for (const chain of chains) {
    if (faults.has(chain.id)) continue
    const end = ended.get(chain.id)
    if (end && end.number !== '0' && (next.get(chain.id) ?? 1n) <= BigInt(end.number))
      faults.set(chain.id, `the anchor of seal ${end.number}, which the certificate names, is not in the file`)
    if (end) continue
    const after = String((next.get(chain.id) ?? 1n) - 1n)
    const [seal] = await read<store.SealRow>(chain.id, store.listSeals(after, 1))
    // The newest seals get their anchors a moment later.
    if (seal?.late) faults.set(chain.id, `seal ${seal.number} has no anchor in the file`)
  }
  const nameOf = (id: string) => known.get(id)?.subdomain ?? `${id} (not in the database)`
  return { faults: [...faults].map(([id, fault]) => `${nameOf(id)}: ${fault}`), anchors }
}

/** Checks every chain, and the anchors if a file is given; runs alongside the server, in chunks of bounded size. */
export const verifyAudit = async (
  read: Reader,
  chains: readonly Chain[],
  anchorsFile: string | null,
  all: boolean,
  ended: Ended = new Map(),
): Promise<Verdict> => {
  const verdict: Verdict = { faults: [], seals: 0, entries: 0, anchors: 0, waiting: 0 }
  for (const chain of chains.filter(({ id }) => !ended.has(id))) {
    const { fault, seals, entries, waiting } = await verifyChain(read, chain)
    if (fault) verdict.faults.push(`${chain.subdomain}: ${fault}`)
    verdict.seals += seals
    verdict.entries += entries
    verdict.waiting += waiting
  }
  if (anchorsFile !== null) {
    const { faults, anchors } = await verifyAnchors(read, chains, anchorsFile, all, ended)
    verdict.faults.push(...faults)
    verdict.anchors = anchors
  }
  return verdict
}
