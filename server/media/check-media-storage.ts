import { text } from 'node:stream/consumers'
import { newId } from '#lib/ids.ts'
import type { MediaStorage } from './media-storage.ts'

/** Writes a small file, reads it and removes it. @throws {Error} when one of these fails */
export async function checkMediaStorage(storage: MediaStorage): Promise<void> {
  const key = `check/${newId()}`
  async function* source() {
    yield Buffer.from(key)
  }
  await storage.write(key, source())
  try {
    const file = await storage.read(key)
    if (!file || (await text(file)) !== key)
      throw new Error('The stored test file does not contain what was written.')
  } finally {
    await storage.remove(key)
  }
}
