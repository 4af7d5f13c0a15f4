import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The installation's keys, made of its one secret; null until `openVault`. */
let keys: { seal: Buffer; hash: Buffer } | null = null

const keyFor = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, 'watchbill', use, 32))

/** Once at start: from here on this process can read what the installation has sealed. */
export const openVault = (secret: string): void => {
  keys = { seal: keyFor(secret, 'seal'), hash: keyFor(secret, 'hash') }
}

const opened = () => {
  if (!keys) throw new Error('the vault is not open')
  return keys
}

const nonceBytes = 12
const tagBytes = 16

/** Encrypts for rest (AES-256-GCM). `of` is whose it is: the bytes open nowhere else. */
export const seal = (plain: Buffer, of: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', opened().seal, nonce).setAAD(Buffer.from(of))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
}

/** Throws where the key is another one, or the bytes were sealed for somebody else. */
export const unseal = (sealed: Buffer, of: string): Buffer => {
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', opened().seal, nonce).setAAD(Buffer.from(of)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}

/** For short secrets that are looked up: without the installation's key nobody can try them all. */
export const keyedHash = (text: string, of: string): Buffer =>
  createHmac('sha256', opened().hash).update(`${of}\n${text}`).digest()
