import {
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'

const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const utc = (at: Date) => tlv(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

/** A certificate for 127.0.0.1 that only who is handed it trusts. */
export const makeCertificate = (): { key: string; cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsa = sequence(oid('2a8648ce3d040302'))
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('push service of a test')))))
  const day = 86_400_000
  const address = sequence(tlv(0x87, Buffer.from([127, 0, 0, 1])))
  const authority = sequence(tlv(0x01, Buffer.from([255])))
  const extensions = sequence(
    sequence(oid('551d11'), tlv(0x04, address)),
    sequence(oid('551d13'), tlv(0x01, Buffer.from([255])), tlv(0x04, authority)),
  )
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsa,
    name,
    sequence(utc(new Date(Date.now() - day)), utc(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  )
  const bits = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const text = sequence(body, ecdsa, bits)
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}

/** A browser's side of a subscription: its keys, and what it makes of what it receives. */
export const makeBrowser = (origin: string) => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${randomBytes(24).toString('base64url')}`
  return {
    path,
    target: { endpoint: origin + path, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read: (body: Buffer): { id: string; title: string; text: string } =>
      JSON.parse(
        ece
          .decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth.toString('base64url') })
          .toString('utf8'),
      ),
  }
}
export type TestBrowser = ReturnType<typeof makeBrowser>

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })

/** Whether the sender signed for this push service, with the key that it names. */
const isSigned = (header: string | undefined, origin: string): boolean => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (claims === '' || key === '') return false
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== origin || typeof exp !== 'number' || exp * 1000 < Date.now() || typeof sub !== 'string') return false
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKeyOf(Buffer.from(key, 'base64url')), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

export type ReceivedPush = { path: string; body: Buffer; ttl: number; urgency: string; topic: string; signed: boolean }

/** A push service on this machine, with a certificate of its own; `answer` says with which status each push is answered. */
export const startPushService = async (answer: (path: string) => number | Promise<number> = () => 201) => {
  const { key, cert } = makeCertificate()
  const received: ReceivedPush[] = []
  let origin = ''
  const server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const path = request.url ?? ''
      const { ttl, urgency, topic, authorization } = request.headers
      received.push({
        ...{ path, body: Buffer.concat(parts), ttl: Number(ttl), urgency: String(urgency), topic: String(topic) },
        signed: isSigned(authorization, origin),
      })
      response.writeHead(await answer(path)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    host: new URL(origin).host,
    ca: cert,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
