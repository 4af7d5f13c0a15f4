import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A file of a backup: `WBB1`, 8 bytes that name the key, a nonce, then the content, compressed and encrypted with AES-256-GCM, and
 * its tag. It is bound to its name, so that it cannot pass for another file.
 */
const magic = Buffer.from('WBB1')
const idBytes = 8
const nonceBytes = 12
const tagBytes = 16
const headBytes = magic.length + idBytes + nonceBytes

export type BackupKey = { key: Buffer; id: Buffer }

/** The key of backups, derived from the installation's secret. */
export const backupKeyOf = (secret: string): BackupKey => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'watchbill', 'backup', 32))
  return { key, id: createHash('sha256').update('watchbill backup key').update(key).digest().subarray(0, idBytes) }
}

/** What is wrong with a backup, in words for its operator. */
export class BackupError extends Error {}
/** None of the keys made the file. */
export class OtherKeyError extends BackupError {}

const header = (key: BackupKey, nonce: Buffer) => Buffer.concat([magic, key.id, nonce])

/** Writes the sealed content under a temporary name, syncs it to the disk and renames it: it is there whole or not at all. */
export const writeSealed = async (path: string, name: string, content: Readable, key: BackupKey): Promise<void> => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce).setAAD(Buffer.from(name))
  const part = `${path}.part`
  const framed = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush(done) {
      this.push(cipher.getAuthTag())
      done()
    },
  })
  framed.push(header(key, nonce))
  await pipeline(
    content,
    createGzip({ level: 1 }),
    cipher,
    framed,
    createWriteStream(part, { mode: 0o600, flush: true }),
  )
  renameSync(part, path)
  syncFolder(dirname(path))
}

/** Makes a rename outlast a power cut. */
const syncFolder = (path: string): void => {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const readEnds = (path: string) => {
  const { size } = statSync(path)
  if (size < headBytes + tagBytes) throw new BackupError(`"${path}" is cut off.`)
  const file = openSync(path, 'r')
  try {
    const [head, tag] = [Buffer.alloc(headBytes), Buffer.alloc(tagBytes)]
    readSync(file, head, 0, headBytes, 0)
    readSync(file, tag, 0, tagBytes, size - tagBytes)
    return { head, tag, size }
  } finally {
    closeSync(file)
  }
}

/**
 * Decrypts a file into what `open` makes. Throws BackupError if none of the keys made it, or if it was changed, cut off or swapped for another
 * file; what was written by then must not be used.
 */
export const readSealed = async (
  path: string,
  name: string,
  keys: readonly BackupKey[],
  open: () => Writable,
): Promise<void> => {
  const { head, tag, size } = readEnds(path)
  if (!head.subarray(0, magic.length).equals(magic)) throw new BackupError(`"${path}" is not a file of a backup.`)
  const id = head.subarray(magic.length, magic.length + idBytes)
  const key = keys.find((one) => one.id.equals(id))
  if (!key)
    throw new OtherKeyError(
      `"${basename(path)}" was encrypted with another secret key. Set SECRET_KEY to the key of that time, or SECRET_KEY_OTHER if it was replaced since.`,
    )
  const decipher = createDecipheriv('aes-256-gcm', key.key, head.subarray(-nonceBytes))
  decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
  try {
    const body = createReadStream(path, { start: headBytes, end: size - tagBytes - 1 })
    await pipeline(body, decipher, createGunzip(), open())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    throw new BackupError(`"${path}" is damaged or was changed.`, { cause: error })
  }
}
