import { parentPort, workerData } from 'node:worker_threads'
import { type Asked, planFor } from './jobs.plan.ts'

// One plan, one thread: the server answers meanwhile, and what the search takes in memory and time ends with it.
planFor(workerData as Asked).then((solved) => parentPort?.postMessage(solved))
