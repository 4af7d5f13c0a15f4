import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { twilioSignature } from './texting.ts'

export type Posted = { status: number; text: string; said: string | null }

type Answer = { status: number; body: unknown }

const listen = async (answer: (request: IncomingMessage, body: string) => Answer) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const said = answer(request, body)
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/**
 * Twilio on this machine: it takes texts and calls of one account, keeps them, and signs what it sends back, over the public address
 * that the server has in this test.
 */
export const startTwilio = async (publicOrigin: string) => {
  const account = `AC${'a1'.repeat(16)}`
  const token = 'a token that nobody else has'
  const from = '+13125550100'
  const texts: { to: string; text: string; id: string; receipt: string | null }[] = []
  const calls: { to: string; url: string; id: string }[] = []
  /** What it answers instead of taking what is asked. */
  const refusal: { is: Answer | null } = { is: null }
  let ids = 0
  const take = (url: string, form: URLSearchParams): { sid: string } | null => {
    const to = form.get('To') ?? ''
    const list = /^\/2010-04-01\/Accounts\/([^/]+)\/(Messages|Calls)\.json$/.exec(url)
    if (list?.[1] !== account || form.get('From') !== from) return null
    ids += 1
    if (list[2] === 'Messages') {
      const sid = `SM${ids}`
      texts.push({ to, text: form.get('Body') ?? '', id: sid, receipt: form.get('StatusCallback') })
      return { sid }
    }
    const sid = `CA${ids}`
    calls.push({ to, url: form.get('Url') ?? '', id: sid })
    return { sid }
  }
  const server = await listen((request, body) => {
    const known = request.headers.authorization === `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
    const taken = known && !refusal.is ? take(request.url ?? '', new URLSearchParams(body)) : null
    const status = known ? (refusal.is?.status ?? (taken ? 201 : 400)) : 401
    return { status, body: taken ?? refusal.is?.body ?? {} }
  })
  /** Calls the server back, with its signature unless another is given. */
  const post = async (
    base: string,
    path: string,
    form: Record<string, string>,
    over: { signature?: string; key?: string } = {},
  ): Promise<Posted> => {
    const signature = over.signature ?? twilioSignature(over.key ?? token, publicOrigin + path, form)
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    return { status: response.status, text, said: /<(?:Message|Say)>(.*?)<\/(?:Message|Say)>/.exec(text)?.[1] ?? null }
  }
  return {
    ...{ texts, calls, refusal, post },
    config: { kind: 'twilio' as const, url: server.url, account, token, from },
    clear: () => {
      texts.length = 0
      calls.length = 0
      refusal.is = null
    },
    close: server.close,
  }
}
export type TestTwilio = Awaited<ReturnType<typeof startTwilio>>
