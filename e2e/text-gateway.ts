import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatewaySignature } from '#platform/server/texting.ts'

const secret = 'a-secret-of-the-gateway-of-a-journey'

/** A gateway for text messages on this machine: it keeps what is sent, and sends replies and receipts as a real one does. */
export const startTextGateway = async () => {
  const texts: { to: string; text: string; id: string }[] = []
  /** What it answers from now on. */
  const state = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const id = `g${texts.length + 1}`
      if (state.status === 200) texts.push({ ...JSON.parse(body), id })
      response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const post = async (url: string, what: object): Promise<number> => {
    const body = JSON.stringify(what)
    const headers = { 'content-type': 'application/json', 'x-signature': gatewaySignature(secret, body) }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  return {
    texts,
    state,
    env: {
      TEXT_GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      TEXT_GATEWAY_SECRET: secret,
    },
    /** A text from this number. */
    reply: (base: string, from: string, text: string) =>
      post(`${base}/api/public/texts`, { id: crypto.randomUUID(), from, text }),
    /** What became of a text. */
    report: (base: string, { organization_id, id }: { organization_id: string; id: string }, what: object) =>
      post(`${base}/api/public/receipts/${organization_id}/${id}`, what),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
