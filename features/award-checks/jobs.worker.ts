import { parentPort, workerData } from 'node:worker_threads'
import { backTested, type PastText } from './jobs.back-test.ts'

// One comparison, one thread: two years of a department take seconds, and the server answers meanwhile.
parentPort?.postMessage(backTested(workerData as PastText))
