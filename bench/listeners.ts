import { connect } from 'node:net'
import { idOf, secretOf } from './ids.ts'

/** A process that holds open streams for live.ts and records when each change has reached the last of them. */
export type ToListeners = { port: number; address: string; people: number[]; officers: number }
export type Listening = { ready: number } | { heard: string; count: number; at: number } | { failure: string }

/** Streams opened at the same time: each one queries the database for its session. */
const atOnce = 50

const tell = (message: Listening) => process.send?.(message)

const listen = ({ port, address, people, officers }: ToListeners) => {
  const expected = new Map<string, number>()
  for (const n of people) {
    const thing = idOf('assignment', Math.floor(n / officers))
    expected.set(thing, (expected.get(thing) ?? 0) + 1)
  }
  const arrived = new Map<string, number>()
  const note = (thing: string) => {
    const count = (arrived.get(thing) ?? 0) + 1
    arrived.set(thing, count)
    if (count < (expected.get(thing) ?? 0)) return
    arrived.delete(thing)
    tell({ heard: thing, count, at: Number(process.hrtime.bigint() / 1000n) / 1000 })
  }
  let opened = 0
  let ready = 0
  const open = () => {
    const n = people[opened++]
    if (n === undefined) return
    const own = idOf('assignment', Math.floor(n / officers))
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    let isReady = false
    socket.setEncoding('latin1')
    socket.on('connect', () =>
      socket.write(`GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: watchbill=${secretOf(n)}\r\n\r\n`),
    )
    socket.on('data', (text: string) => {
      if (!isReady) {
        if (!text.startsWith('HTTP/1.1 200')) tell({ failure: `a stream was refused: ${text.slice(0, 200)}` })
        isReady = true
        ready += 1
        if (ready === people.length) tell({ ready })
        open()
      }
      // The event has the figures of what changed, and no id: one shift of each organization changes.
      for (const _ of text.matchAll(/"t":"assignments"/g)) note(own)
    })
    socket.on('error', (error) => tell({ failure: error.message }))
    socket.on('close', () => tell({ failure: 'a stream ended' }))
  }
  for (let i = 0; i < atOnce; i++) open()
}

process.once('message', listen)
process.once('disconnect', () => process.exit(0))
