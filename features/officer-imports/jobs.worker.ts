import { parentPort, workerData } from 'node:worker_threads'
import { planFile, type RosterAsk } from './jobs.plan.ts'

// One file, one thread: what it takes in memory and time ends with it.
const ask: RosterAsk = workerData
planFile(ask).then((answer) => parentPort?.postMessage(answer))
