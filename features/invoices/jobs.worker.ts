import { parentPort, workerData } from 'node:worker_threads'
import { drawPaper } from './jobs.draw.ts'

// One document, one thread: what it takes in memory and time ends with it.
drawPaper(workerData).then((pdf) => parentPort?.postMessage(new Uint8Array(pdf)))
