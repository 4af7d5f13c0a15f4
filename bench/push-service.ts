import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '#platform/server/testing.push.ts'

/** A push service for `bench/pushes.ts`, in a process of its own: it answers after some time, and notes when each push arrived. */
export type PushServiceReady = { origin: string; ca: string }
/** By the clock that all processes of a machine share, in milliseconds. */
export type PushArrivals = { arrivals: [path: string, at: number][] }

/** About what the services of the browsers take. */
const answersAfterMs = 50

const arrivals: PushArrivals['arrivals'] = []
const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000
const { key, cert } = makeCertificate()
const server = createServer({ key, cert }, (request, response) => {
  request.resume()
  request.on('end', () => {
    arrivals.push([request.url ?? '', clock()])
    setTimeout(() => response.writeHead(201).end(), answersAfterMs)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ origin: `https://127.0.0.1:${port}`, ca: cert } satisfies PushServiceReady)
})
process.on('message', () => process.send?.({ arrivals } satisfies PushArrivals))
// Ends with the benchmark.
process.on('disconnect', () => process.exit(0))
