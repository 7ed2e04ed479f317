/** The thread of `readPicture`: it decodes and encodes one picture and posts the result. */
import { parentPort, workerData } from 'node:worker_threads'
import { encodePicture, UnusablePicture } from './encode-picture.ts'
import type { PictureInput, PictureResult } from './read-picture.ts'

async function run({ bytes, type }: PictureInput): Promise<PictureResult> {
  try {
    return { picture: await encodePicture(bytes, type) }
  } catch (err) {
    if (err instanceof UnusablePicture) return { problem: err.message }
    throw err
  }
}

parentPort!.postMessage(await run(workerData as PictureInput))
