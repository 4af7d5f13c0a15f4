import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

type Keys = { seal: Buffer; hash: Buffer; push: Buffer }

/** The installation's keys, derived from its one secret; null until `openVault`. */
let keys: Keys | null = null
/** While the secret is being rotated: the keys of the other one, for reading only. */
let others: Keys | null = null

const keyFor = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, 'watchbill', use, 32))

const keysOf = (secret: string): Keys => ({
  seal: keyFor(secret, 'seal'),
  hash: keyFor(secret, 'hash'),
  push: keyFor(secret, 'push'),
})

/**
 * Called once at startup; after this the process can read what the installation has sealed. `other` is the secret before or after
 * this one: what was sealed and hashed with it is still recognized.
 */
export const openVault = (secret: string, other: string | null = null): void => {
  keys = keysOf(secret)
  others = other === null ? null : keysOf(other)
}

const opened = () => {
  if (!keys) throw new Error('the vault is not open')
  return keys
}

const nonceBytes = 12
const tagBytes = 16

/** Encrypts data at rest (AES-256-GCM). `of` names the owner: the bytes can be opened for no other. */
export const seal = (plain: Buffer, of: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', opened().seal, nonce).setAAD(Buffer.from(of))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
}

const unsealWith = (key: Buffer, sealed: Buffer, of: string): Buffer => {
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}

/** Throws if neither key fits or the bytes were sealed for a different owner. */
export const unseal = (sealed: Buffer, of: string): Buffer => {
  try {
    return unsealWith(opened().seal, sealed, of)
  } catch (error) {
    if (!others) throw error
    return unsealWith(others.seal, sealed, of)
  }
}

/**
 * The same content sealed with the current key: `current` if it already is, `lost` if neither key opens it (or it was sealed for
 * another owner).
 */
export const reseal = (sealed: Buffer, of: string): Buffer | 'current' | 'lost' => {
  try {
    unsealWith(opened().seal, sealed, of)
    return 'current'
  } catch {
    try {
      return seal(unseal(sealed, of), of)
    } catch {
      return 'lost'
    }
  }
}

const hashWith = (key: Buffer, text: string, of: string): Buffer =>
  createHmac('sha256', key).update(`${of}\n${text}`).digest()

/** For short secrets that are looked up: without the installation's key they cannot be brute-forced. */
export const keyedHash = (text: string, of: string): Buffer => hashWith(opened().hash, text, of)

/** Every hash under which a secret may be stored: one, or two while the installation's secret is being rotated. */
export const keyedHashes = (text: string, of: string): Buffer[] => [
  keyedHash(text, of),
  ...(others ? [hashWith(others.hash, text, of)] : []),
]

/** 32 secret bytes for the key that signs pushes: the same in every process, and kept nowhere. */
export const pushKeyBytes = (): Buffer => opened().push
