import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { BusyError } from './db-turns.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Stored in each hash so that the values can grow. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const derive = promisify(argon2)

const lanes = availableParallelism()
/** With this many hashes waiting, the next caller is asked to retry later. */
const waitingLimit = 1000
let running = 0
const waiting: (() => void)[] = []

/** At most one hash per core at a time; the rest wait in line. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (waiting.length >= waitingLimit) throw new BusyError('too many passwords wait to be checked')
  if (running >= lanes) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const tagOf = (password: string, nonce: Buffer, costs: typeof cost): Promise<Buffer> =>
  inTurn(() => derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...costs }))

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** The password as stored: argon2id in PHC format. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(randomBytes(16))}$${plain(randomBytes(tagLength))}`

/** Whether the password matches the stored hash. Null (no account) takes equally long and returns false. */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = form.exec(stored ?? nobody) ?? form.exec(nobody) ?? []
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await tagOf(password, Buffer.from(nonce, 'base64'), costs)
  const wanted = Buffer.from(tag, 'base64')
  return found.length === wanted.length && timingSafeEqual(found, wanted) && stored !== null
}
