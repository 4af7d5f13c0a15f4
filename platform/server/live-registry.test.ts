import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createRegistry } from './live-registry.ts'
import type { Stream } from './live-stream.ts'

/** A stream over a real connection, whose reader does not read yet. */
const openStream = async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  response.write(': ready\n\n')
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const registry = createRegistry()
  const stream = { organization_id: 'a', user_id: 'b', role: 'officer', visits: false, response } as Stream
  registry.add(stream)
  return { server, registry, stream, answer }
}

test('what is delivered to a stream that has just ended goes nowhere, and the process goes on', async () => {
  const { server, registry, stream, answer } = await openStream()
  const failed: unknown[] = []
  stream.response.on('error', (error) => failed.push(error))
  registry.endAll()
  registry.send(stream, 'data: late\n\n')
  let heard = ''
  for await (const bytes of answer) heard += String(bytes)
  server.close()
  expect([failed, heard]).toEqual([[], ': ready\n\n'])
})
