/** A file of an archive: its name of at most 100 ASCII characters, its exact size in bytes, its time and its content. */
export type TarEntry = {
  name: string
  size: number
  at: Date
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

const BLOCK = 512

/** The end of an archive. Source: POSIX.1-2024, pax, "ustar Interchange Format". */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * Writes files in the format ustar, without the end of the archive, so that parts can be joined. Content that is longer
 * than its size is cut, and shorter content is filled with zeros, because the size is written first.
 */
export async function* writeTar(
  entries: Iterable<TarEntry> | AsyncIterable<TarEntry>,
): AsyncGenerator<Uint8Array, void> {
  for await (const { name, size, at, content } of entries) {
    yield toHeader(name, size, at)
    let left = size
    for await (const chunk of content) {
      if (left === 0) break
      const used = chunk.subarray(0, left)
      left -= used.length
      yield used
    }
    for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

/** Source: POSIX.1-2024, pax, "ustar Header Block". */
function toHeader(name: string, size: number, at: Date): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error(`"${name}" is no name for an archive.`)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 'latin1')
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(size, 11)}\0${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 124)
  // The checksum is computed with spaces in its own place.
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}
