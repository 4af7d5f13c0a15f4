import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { type BackupKey, readSealed, writeSealed } from './sealed-file.ts'

/**
 * The layout of a backup folder: `base/<id>/` holds a copy of the cluster's files (`manifest`, written last, and numbered files),
 * `wal/` the log since the oldest copy, one sealed file per segment. The id is the instant at which the copy began.
 */
export const baseFolder = (folder: string, id = ''): string => join(folder, 'base', id)
const walFolder = (folder: string): string => join(folder, 'wal')
export const fileOf = (folder: string, id: string, n: number): string => join(baseFolder(folder, id), `${n}.sealed`)
export const manifestOf = (folder: string, id: string): string => join(baseFolder(folder, id), 'manifest.sealed')
export const segmentOf = (folder: string, name: string): string => join(walFolder(folder), `${name}.sealed`)

export type CopiedFile = { path: string; size: number; mode: number; n: number | null }
/** What a copy holds. `first_segment` to `last_segment` of the log are needed to make it consistent. */
export type Manifest = {
  id: string
  started_at: string
  stopped_at: string
  first_segment: string
  last_segment: string
  server_version: string
  /** What PostgreSQL wants as `backup_label` beside the files. */
  label: string
  bytes: number
  files: CopiedFile[]
}

export const makeFolders = (folder: string): void => {
  for (const path of [baseFolder(folder), walFolder(folder)]) mkdirSync(path, { recursive: true, mode: 0o700 })
}

const idShape = /^\d{8}T\d{6}Z$/
/** `20261126T150405Z`, in UTC. */
export const idOf = (at: Date): string => `${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
export const instantOf = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The complete copies, oldest first. */
export const listCopies = (folder: string): string[] =>
  existsSync(baseFolder(folder))
    ? readdirSync(baseFolder(folder))
        .filter((id) => idShape.test(id) && existsSync(manifestOf(folder, id)))
        .sort()
    : []

/** The segments of the log and the histories of its timelines, by name. */
export const listSegments = (folder: string): string[] =>
  existsSync(walFolder(folder))
    ? readdirSync(walFolder(folder))
        .filter((name) => name.endsWith('.sealed'))
        .map((name) => name.slice(0, -'.sealed'.length))
        .sort()
    : []

export const writeManifest = (folder: string, manifest: Manifest, key: BackupKey): Promise<void> =>
  writeSealed(
    manifestOf(folder, manifest.id),
    `${manifest.id}/manifest`,
    Readable.from([Buffer.from(JSON.stringify(manifest))]),
    key,
  )

export const readManifest = async (folder: string, id: string, keys: readonly BackupKey[]): Promise<Manifest> => {
  const pieces: Buffer[] = []
  const to = new Writable({
    write: (piece, _encoding, done) => {
      pieces.push(piece)
      done()
    },
  })
  await readSealed(manifestOf(folder, id), `${id}/manifest`, keys, () => to)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

const zeros = Buffer.alloc(65_536)
/** Decrypts one segment of the log, without writing its zeros: most of a segment is empty. */
export const readSegment = async (
  folder: string,
  name: string,
  keys: readonly BackupKey[],
  to: string,
): Promise<void> => {
  const file = await open(to, 'w', 0o600)
  try {
    let at = 0
    const put = async (piece: Buffer) => {
      if (!piece.equals(zeros.subarray(0, piece.length))) await file.write(piece, 0, piece.length, at)
      at += piece.length
    }
    const writer = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const pieces = Array.from({ length: Math.ceil(chunk.length / zeros.length) }, (_, i) =>
          chunk.subarray(i * zeros.length, (i + 1) * zeros.length),
        )
        pieces
          .reduce((before, piece) => before.then(() => put(piece)), Promise.resolve())
          .then(
            () => done(),
            (error: Error) => done(error),
          )
      },
    })
    await readSealed(segmentOf(folder, name), `wal/${name}`, keys, () => writer)
    await file.truncate(at)
  } finally {
    await file.close()
  }
}

/** Decrypts one copied file. */
export const readCopied = (
  folder: string,
  id: string,
  file: CopiedFile,
  keys: readonly BackupKey[],
  to: string,
): Promise<void> => {
  if (file.n === null) return writeFile(to, '', { mode: file.mode })
  return readSealed(fileOf(folder, id, file.n), `${id}/${file.path}`, keys, () =>
    createWriteStream(to, { mode: file.mode }),
  )
}

/** Copies that were cut off, and files that were being written when the process died. */
export const sweepUnfinishedCopies = (folder: string): void => {
  for (const id of existsSync(baseFolder(folder)) ? readdirSync(baseFolder(folder)) : [])
    if (idShape.test(id) && !existsSync(manifestOf(folder, id)))
      rmSync(baseFolder(folder, id), { recursive: true, force: true })
  for (const name of existsSync(walFolder(folder)) ? readdirSync(walFolder(folder)) : [])
    if (name.endsWith('.part')) rmSync(join(walFolder(folder), name), { force: true })
}
