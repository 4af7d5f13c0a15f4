import { parentPort, workerData } from 'node:worker_threads'
import { backTested, type PastText } from './jobs.back-test.ts'

// One thread per comparison: two years of a department take seconds, and the server keeps responding.
parentPort?.postMessage(backTested(workerData as PastText))
