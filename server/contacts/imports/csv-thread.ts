/** The thread of `readCsvUpload`: it reads one file of contacts and posts the result. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#lib/errors.ts'
import { readCsvFile } from './read-csv-file.ts'
import type { CsvThreadResult } from './read-csv-upload.ts'

function read(bytes: Uint8Array): CsvThreadResult {
  try {
    return { file: readCsvFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch (err) {
    if (err instanceof AppError) return { problem: err.message }
    throw err
  }
}

parentPort!.postMessage(read(workerData as Uint8Array))
