import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './jobs.parse.ts'
import { planFile, type RosterAsk, type TableAsk } from './jobs.plan.ts'

// One file, one thread: what it takes in memory and time ends with it.
const ask: RosterAsk | TableAsk = workerData
const done = 'existing' in ask ? planFile(ask) : parseFile(ask.bytes, ask.name)
done.then((answer) => parentPort?.postMessage(answer))
