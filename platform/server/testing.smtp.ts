import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * What the server does with an email: accepts it, or cuts the connection at a step. `taken-then-cut` keeps the email but never
 * confirms it.
 */
export type Manner = 'take' | 'cut-at-recipient' | 'cut-in-the-middle' | 'taken-then-cut'
/** `body` is the raw email, including its headers. */
export type Received = { to: string; id: string; subject: string; body: string }

/** A mail server that keeps what it received in full; calls `manner` for each email. */
export const startSmtp = async (manner: (to: string) => Manner | Promise<Manner>) => {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let [rest, to, data] = ['', '', null as string[] | null]
    let how: Manner = 'take'
    const line = async (text: string) => {
      if (data !== null) {
        data.push(text)
        if (how === 'cut-in-the-middle') return socket.destroy()
        if (text !== '.') return
        const header = (name: string) => data?.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
        received.push({ to, id: header('Message-ID'), subject: header('Subject'), body: data.join('\n') })
        data = null
        if (how === 'taken-then-cut') return socket.destroy()
        return socket.write('250 taken\r\n')
      }
      if (text.startsWith('RCPT')) {
        to = /<(.*)>/.exec(text)?.[1] ?? ''
        how = await manner(to)
        if (how === 'cut-at-recipient') return socket.destroy()
      }
      if (text === 'DATA') data = []
      return socket.write(text === 'QUIT' ? '221 bye\r\n' : text === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
    }
    socket.write('220 test ready\r\n')
    let turn = Promise.resolve<unknown>(null)
    socket.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const text of lines) turn = turn.then(() => line(text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
