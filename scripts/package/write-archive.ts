import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { TAR_END, writeTar } from '#lib/exporting/write-tar.ts'
import type { TarEntry } from '#lib/exporting/write-tar.ts'
import type { Content } from './list-contents.ts'

/**
 * Writes `contents`, in their order, into a folder `name` of a compressed archive at `file`. The bytes depend only on the
 * arguments: each entry belongs to root, has the time `at`, and can be read by everybody. Returns the size of the files in
 * bytes.
 */
export async function writeArchive(
  file: string,
  { name, at, contents }: { name: string; at: Date; contents: readonly Content[] },
): Promise<number> {
  const partial = `${file}.partial`
  let total = 0
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    const entries = withFolders(contents, (path) => ({
      name: `${name}/${path}`,
      size: 0,
      at,
      content: [],
      mode: 0o755,
    }))
    for await (const entry of entries) {
      total += entry.size
      yield* writeTar([entry])
    }
    yield TAR_END
  }
  try {
    await pipeline(Readable.from(bytes()), createGzip(), createWriteStream(partial))
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  return total
}

/** Yields the entries of an archive, each folder before what is in it. `toEntry` returns an empty entry for a path. */
async function* withFolders(
  contents: readonly Content[],
  toEntry: (path: string) => TarEntry,
): AsyncGenerator<TarEntry, void> {
  const folders = new Set<string>()
  for (const content of contents) {
    const parts = content.path.split('/').slice(0, -1)
    for (const folder of [
      '',
      ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`),
    ])
      if (!folders.has(folder)) {
        folders.add(folder)
        yield toEntry(folder)
      }
    const entry = toEntry(content.path)
    if ('link' in content) yield { ...entry, mode: 0o777, link: content.link }
    else if ('text' in content) {
      const text = Buffer.from(content.text)
      yield { ...entry, mode: 0o644, size: text.length, content: [text] }
    } else {
      const { size } = await stat(content.file)
      const mode = content.isExecutable ? 0o755 : 0o644
      yield { ...entry, mode, size, content: createReadStream(content.file) }
    }
  }
}

/** Returns the lines that `sha256sum --check` reads, for all files but links. */
export async function writeChecksums(contents: readonly Content[]): Promise<string> {
  const lines: string[] = []
  for (const content of contents)
    if ('text' in content) lines.push(`${hash(content.text)}  ${content.path}\n`)
    else if ('file' in content) lines.push(`${await hashFile(content.file)}  ${content.path}\n`)
  return lines.join('')
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
