import { gzipSync } from 'node:zlib'
import { TAR_END, writeTar } from '#lib/exporting/write-tar.ts'

/** The time of all files, as in npm's packages, so that the bytes are always the same. */
const FILES_AT = new Date('1985-10-26T08:15:00Z')

/** Returns a compressed archive of the files, by their paths in `folder`. npm's packages have the folder `package`. */
export async function packTar(
  folder: string,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([path, content]) => ({
    name: `${folder}/${path}`,
    size: content.length,
    at: FILES_AT,
    content: [content],
    mode: 0o644,
  }))
  const parts = await Array.fromAsync(writeTar(entries))
  return gzipSync(Buffer.concat([...parts, TAR_END]), { level: 9 })
}
