import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { invalidFile } from './read-csv-file.ts'
import type { CsvFile } from './read-csv-file.ts'

/** The message of a thread: the file, or why it cannot be imported. */
export type CsvThreadResult =
  | { file: Omit<CsvFile, 'body'> & { body: Uint8Array } }
  | { problem: string }

/** The time to read one file. The largest file that is allowed takes a few seconds. */
const READ_MS = 30_000
/** Threads at a time, so that uploads leave processor time for other requests. */
const THREADS = 2

const queue: (() => void)[] = []
let running = 0

/**
 * Reads an uploaded file of contacts in a thread, so that other requests are answered meanwhile. Uploads wait while two
 * are being read.
 *
 * @throws {AppError} invalid_file, with what to do
 */
export async function readCsvUpload(bytes: Buffer): Promise<CsvFile> {
  if (running === THREADS) await new Promise<void>((resolve) => queue.push(resolve))
  else running += 1
  try {
    return await readInThread(bytes)
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

async function readInThread(bytes: Buffer): Promise<CsvFile> {
  const signal = AbortSignal.timeout(READ_MS)
  const thread = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  try {
    const [result] = (await once(thread, 'message', { signal })) as [CsvThreadResult]
    if ('problem' in result) throw invalidFile(result.problem)
    const { body } = result.file
    return { ...result.file, body: Buffer.from(body.buffer, body.byteOffset, body.length) }
  } catch (err) {
    if (!signal.aborted) throw err
    throw invalidFile('The file takes too long to read. Split it into several files.')
  } finally {
    await thread.terminate()
  }
}
