import { parentPort, workerData } from 'node:worker_threads'
import { drawDocument } from './draw.ts'

// One document per thread: its memory and time end with the thread.
drawDocument(workerData).then((pdf) => parentPort?.postMessage(new Uint8Array(pdf)))
