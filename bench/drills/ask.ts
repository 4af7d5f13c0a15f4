import { Agent, request } from 'node:http'

export type Asked = { status: number; text: string; ms: number; retryAfter: string | undefined }

/** Makes calls over keep-alive connections and returns any response; throws if there is none. */
export const makeAsker = (most: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: most })
  const ask = (
    port: number,
    path: string,
    cookie: string,
    write?: { method: string; body: object; key: string },
  ): Promise<Asked> =>
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
      asked.on('error', reject)
      asked.end(body)
    })
  return { ask, close: () => agent.destroy() }
}
