import { parentPort, workerData } from 'node:worker_threads'
import { drawDocument } from './draw.ts'

// One document, one thread: what it takes in memory and time ends with it.
drawDocument(workerData).then((pdf) => parentPort?.postMessage(new Uint8Array(pdf)))
