import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fieldError } from '#lib/errors.ts'
import { PICTURE_TYPES } from '#shared/pictures.ts'
import type { PictureType } from '#shared/pictures.ts'

/** The image that a thread encodes again. */
export type PictureInput = { bytes: Uint8Array; type: PictureType }

/** The message of a thread: the picture as WebP, or why the file cannot be used. */
export type PictureResult = { picture: Uint8Array } | { problem: string }

/** The time for one picture. The largest one that is allowed takes about two seconds. */
const READ_MS = 15_000

/** The last picture that is being read: one at a time, so that uploads leave processor time and memory for other requests. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes a picture of an uploaded image, in a thread whose memory is freed afterwards: a WebP of 256 × 256 pixels that is encoded
 * again from its pixels, so that nothing else of the file is stored.
 *
 * @throws {AppError} media_not_usable, with the reason
 */
export async function readPicture(bytes: Buffer): Promise<Buffer> {
  const type = PICTURE_TYPES.find((each) => BEGINNINGS[each](bytes))
  if (!type) throw fieldError('media_not_usable', 'file', 'must be a PNG, JPEG or WebP image')
  const read = last.then(() => readInThread({ bytes, type }))
  last = read.catch(() => {})
  return read
}

/** The types by their first bytes: the announced type of a file is not used. */
const BEGINNINGS: Record<PictureType, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.toString('latin1', 1, 4) === 'PNG',
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP',
}

async function readInThread(workerData: PictureInput): Promise<Buffer> {
  const signal = AbortSignal.timeout(READ_MS)
  const thread = new Worker(new URL('./picture-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  try {
    const [result] = (await once(thread, 'message', { signal })) as [PictureResult]
    if ('problem' in result) throw fieldError('media_not_usable', 'file', result.problem)
    const { picture } = result
    return Buffer.from(picture.buffer, picture.byteOffset, picture.length)
  } catch (err) {
    if (!signal.aborted) throw err
    throw fieldError('media_not_usable', 'file', 'takes too long to read')
  } finally {
    await thread.terminate()
  }
}
