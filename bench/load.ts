import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { calls, inputOf, signUpsOf } from './calls.ts'
import type { Size } from './data.ts'
import { quantile, randomOf } from './ground.ts'
import { secretOf } from './ids.ts'

/**
 * A lightweight HTTP load generator in its own process: prebuilt request bytes, keep-alive connections, one request in flight on
 * each.
 */
export type Load = {
  port: number
  call: string
  size: Size
  clients: number
  warm: number
  seconds: number
  seed: number
}
export type Reached = { perSecond: number; requests: number; p50: number; p99: number }

/** More requests per second than one server can handle. */
const ceiling = 12_000

export const runLoad = (load: Load): Promise<Reached> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [], { execArgv: [] })
    child.once('message', (reached: Reached | { failure: string }) => {
      if ('failure' in reached) reject(new Error(reached.failure))
      else resolve(reached)
    })
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
    child.send(load)
  })

const requestsOf = (load: Load): Buffer[] => {
  const call = calls.find((one) => one.name === load.call)
  if (!call) throw new Error(`no call ${load.call}`)
  const { endpoint } = call.route
  const isRead = call.route.kind === 'read'
  const count = isRead ? 2000 : Math.min(signUpsOf(load.size), ceiling * (load.warm + load.seconds))
  const random = randomOf(load.seed)
  return Array.from({ length: count }, (_, index) => {
    const numbers = call.pick(load.size, { index, random })
    const input = inputOf(call, numbers)
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => input[name] ?? '')
    const inPath = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name)
    const body = isRead
      ? ''
      : JSON.stringify(Object.fromEntries(Object.entries(input).filter(([k]) => !inPath.includes(k))))
    const head = [
      `${endpoint.method} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${load.port}`,
      `cookie: watchbill=${secretOf(numbers.person)}`,
      ...(isRead
        ? []
        : [
            `origin: http://127.0.0.1:${load.port}`,
            'content-type: application/json',
            `content-length: ${body.length}`,
            `idempotency-key: bench-${load.seed}-${index}`,
          ]),
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

type Heard = { status: number; bodyLeft: number }
const headEnd = Buffer.from('\r\n\r\n')
const readHead = (bytes: Buffer): Heard | null => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  return { status: Number(head.slice(9, 12)), bodyLeft: Number(length) - (bytes.length - end - 4) }
}

/** Each client takes every nth request, so that no two clients send the same one. */
const hammer = (load: Load, requests: readonly Buffer[]): Promise<Reached> =>
  new Promise((resolve, reject) => {
    const isRead = requests.length === 2000
    const from = performance.now() + load.warm * 1000
    const until = from + load.seconds * 1000
    const took: number[] = []
    let all = 0
    let running = load.clients
    const finish = () => {
      running -= 1
      if (running > 0) return
      resolve({
        perSecond: took.length / load.seconds,
        requests: all,
        p50: quantile(took, 0.5),
        p99: quantile(took, 0.99),
      })
    }
    const client = (first: number) => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
      let next = first
      let sentAt = 0
      let head: Buffer | null = null
      let heard: Heard | null = null
      const send = () => {
        const bytes = requests[isRead ? next % requests.length : next]
        if (bytes === undefined) return reject(new Error('there are not enough jobs to sign up for'))
        next += load.clients
        sentAt = performance.now()
        socket.write(bytes)
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        if (heard) heard.bodyLeft -= chunk.length
        else {
          head = head ? Buffer.concat([head, chunk]) : chunk
          heard = readHead(head)
        }
        if (!heard || heard.bodyLeft > 0) return
        if (heard.status !== 200)
          return reject(new Error(`${load.call} answered ${heard.status}: ${head?.toString('latin1')}`))
        head = heard = null
        const now = performance.now()
        all += 1
        if (now > from && now <= until) took.push(now - sentAt)
        if (now < until) return send()
        socket.end()
        finish()
      })
    }
    for (let c = 0; c < load.clients; c++) client(c)
  })

if (process.send) {
  process.once('message', async (load: Load) => {
    const said = await hammer(load, requestsOf(load)).catch((error: Error) => ({ failure: error.message }))
    process.send?.(said, () => process.exit(0))
  })
}
