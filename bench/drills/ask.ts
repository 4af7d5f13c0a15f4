import { Agent, request } from 'node:http'

export type Asked = { status: number; text: string; ms: number; retryAfter: string | undefined }

type Call = { port: number; path: string; cookie: string; write?: { method: string; body: object; key: string } }
/** The connection was open from before, and closed without an answer: a browser sends the call again at once, over a new one. */
class Closed extends Error {}

/** `agent` is false for a connection of its own. */
const askOnce = (agent: Agent | false, { port, path, cookie, write }: Call): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const body = write ? JSON.stringify(write.body) : ''
    const began = performance.now()
    const headers = write
      ? {
          origin: `http://127.0.0.1:${port}`,
          cookie,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': write.key,
        }
      : { cookie }
    const asked = request(
      { agent, port, host: '127.0.0.1', method: write?.method ?? 'GET', path, headers },
      (answer) => {
        let text = ''
        answer.on('data', (bytes: Buffer) => {
          text += String(bytes)
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            ms: performance.now() - began,
            retryAfter: answer.headers['retry-after'],
          }),
        )
      },
    )
    asked.on('error', (error) => reject(asked.reusedSocket ? new Closed(error.message, { cause: error }) : error))
    asked.end(body)
  })

/**
 * Makes calls over keep-alive connections and returns any response; throws if there is none. As in a browser
 * (`HttpNetworkTransaction::ShouldResendRequest` of Chromium), a call whose kept connection turns out to be closed is sent
 * once more over a new one.
 */
export const makeAsker = (most: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: most })
  const ask = async (port: number, path: string, cookie: string, write?: Call['write']): Promise<Asked> => {
    const call = { port, path, cookie, ...(write && { write }) }
    try {
      return await askOnce(agent, call)
    } catch (error) {
      if (!(error instanceof Closed)) throw error
      return await askOnce(false, call)
    }
  }
  return { ask, close: () => agent.destroy() }
}
