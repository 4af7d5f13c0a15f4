import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { type Anchor, anchorText, readAnchor } from './rules.seals.ts'

/** Reports a problem with the file: something else wrote to it or removed data. */
export type Odd = (what: string, about: Record<string, unknown>) => void

export type Anchors = Awaited<ReturnType<typeof openAnchors>>

/**
 * The file outside the database to which every seal's anchor is appended, and nothing else. Several processes may share it: each
 * reads what the others appended before it appends what is missing. If two append the same line at once, the duplicate is
 * harmless. `add` resolves once the lines are on disk.
 */
export const openAnchors = async (file: string, odd: Odd) => {
  await mkdir(dirname(file), { recursive: true })
  // The last anchor of each organization, and the end of the last complete line read.
  const last = new Map<string, { number: bigint; hash: string }>()
  let read = 0
  let torn = false

  const note = (line: string) => {
    const anchor = readAnchor(line)
    if (!anchor) return
    const number = BigInt(anchor.number)
    const known = last.get(anchor.organization_id)
    if (known && number === known.number && known.hash !== anchor.hash)
      odd('two anchors of one seal differ', { organization_id: anchor.organization_id, seal: anchor.number })
    if (!known || number > known.number) last.set(anchor.organization_id, { number, hash: anchor.hash })
  }

  /** Reads what was appended since the last read. */
  const look = async () => {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (size < read) {
      odd('the anchors file is shorter than before', { was: read, is: size })
      read = 0
      last.clear()
    }
    torn = false
    if (size === read) return
    let rest = ''
    for await (const piece of createReadStream(file, { start: read, end: size - 1, encoding: 'latin1' })) {
      const lines = (rest + String(piece)).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(note)
    }
    torn = rest !== ''
    read = size - rest.length
  }

  /** Appends the lines, and resolves when they are on disk. */
  const add = async (anchors: readonly Anchor[]) => {
    if (anchors.length === 0) return
    const handle = await open(file, 'a', 0o600)
    try {
      // Terminate a line torn by a crash first; it does not count, and is written again in full after it.
      await handle.write(`${torn ? '\n' : ''}${anchors.map((one) => `${anchorText(one)}\n`).join('')}`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await look()
  }

  return { look, add, lastOf: (organizationId: string) => last.get(organizationId) ?? null }
}

/** Every anchor in the file, in order, with its line number; empty if there is no file. */
export async function* readAnchors(file: string): AsyncGenerator<Anchor & { line: number }> {
  const there = await stat(file).catch(() => null)
  if (!there) return
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Infinity })) {
    line++
    const anchor = readAnchor(text)
    if (anchor) yield { ...anchor, line }
  }
}
