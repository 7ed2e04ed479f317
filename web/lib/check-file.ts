/** A kind of file that is accepted, and its maximum size. */
export type AcceptedFiles = { mime_types: readonly string[]; bytes_max: number }

/** Why a file is refused before its upload. `bytesMax`: the limit that it exceeds; null for an empty file. */
type FileRefusal = { reason: 'empty'; bytesMax: null } | { reason: 'size'; bytesMax: number }

/**
 * Returns why a file cannot be uploaded; null if it may be. A file whose kind the browser does not know may be as large
 * as the largest kind.
 */
export function checkFile(
  file: Pick<File, 'size' | 'type'>,
  accepted: readonly AcceptedFiles[],
): FileRefusal | null {
  if (file.size === 0) return { reason: 'empty', bytesMax: null }
  const bytesMax = findBytesMax(file.type, accepted)
  return file.size > bytesMax ? { reason: 'size', bytesMax } : null
}

function findBytesMax(type: string, accepted: readonly AcceptedFiles[]): number {
  const kind = accepted.find(({ mime_types: types }) => types.includes(type))
  if (kind) return kind.bytes_max
  return accepted.length === 0 ? Infinity : Math.max(...accepted.map((each) => each.bytes_max))
}
