type Server = { readonly pid: number; stop(): Promise<void> }

const servers = new Set<Server>()
const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A server that leads its own session outlives us unless it is stopped; this stops it on every exit but kill -9. */
export function stopOnExit(server: Server): void {
  if (servers.size === 0) {
    process.on('exit', signalAll)
    for (const signal of signals) process.on(signal, onSignal)
  }
  servers.add(server)
}

export function forgetOnExit(server: Server): void {
  servers.delete(server)
  if (servers.size > 0) return
  process.off('exit', signalAll)
  for (const signal of signals) process.off(signal, onSignal)
}

function signalAll(): void {
  for (const { pid } of servers) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // Gone already.
    }
  }
}

async function onSignal(signal: NodeJS.Signals): Promise<void> {
  // Other listeners drain first and then stop us.
  if (process.listenerCount(signal) > 1) return
  await Promise.allSettled([...servers].map((server) => server.stop()))
  process.kill(process.pid, signal)
}
