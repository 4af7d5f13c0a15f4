import { parentPort, workerData } from 'node:worker_threads'
import { type Asked, planFor } from './jobs.plan.ts'

// One plan, one thread: the server stays responsive, and the search's memory and time end with the thread.
planFor(workerData as Asked).then((solved) => parentPort?.postMessage(solved))
