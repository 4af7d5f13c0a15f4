import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './jobs.parse.ts'
import { planFile, type RosterAsk, type TableAsk } from './jobs.plan.ts'

// One thread per file: its memory and time end with it.
const ask: RosterAsk | TableAsk = workerData
const done = 'existing' in ask ? planFile(ask) : parseFile(ask.bytes, ask.name)
done.then((answer) => parentPort?.postMessage(answer))
