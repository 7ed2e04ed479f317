/**
 * An entry of an archive: its name of ASCII characters, its exact size in bytes, its time and its content. It is a file that
 * only its owner can read, unless `mode` says otherwise, a folder if its name ends with a slash, or a symbolic link to `link`.
 * A name is at most 100 characters long, or 255 if a slash divides it into at most 155 and 100; a link is at most 100.
 */
export type TarEntry = {
  name: string
  size: number
  at: Date
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  mode?: number
  link?: string
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
  for await (const entry of entries) {
    const { size, content } = entry
    yield toHeader(entry)
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
function toHeader({ name, size, at, mode = 0o600, link = '' }: TarEntry): Buffer {
  const [prefix, rest] = divideName(name)
  if (!/^[\x20-\x7e]{0,100}$/.test(link)) throw new Error(`"${link}" is no link for an archive.`)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const header = Buffer.alloc(BLOCK)
  header.write(rest, 0, 'latin1')
  header.write(`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(size, 11)}\0${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 124)
  // The checksum is computed with spaces in its own place.
  header.write(`        ${link ? 2 : name.endsWith('/') ? 5 : 0}`, 148)
  header.write(link, 157, 'latin1')
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

/** Divides a name at a slash so that it fits into the two fields of a header. */
function divideName(name: string): [prefix: string, rest: string] {
  if (/^[\x20-\x7e]{1,100}$/.test(name)) return ['', name]
  const [, prefix, rest] = /^([\x20-\x7e]{1,155})\/([\x20-\x7e]{1,100})$/.exec(name) ?? []
  if (prefix === undefined || rest === undefined)
    throw new Error(`"${name}" is no name for an archive.`)
  return [prefix, rest]
}
