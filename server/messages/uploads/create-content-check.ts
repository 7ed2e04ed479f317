import { fieldError } from '#lib/errors.ts'

/** Bytes of the head of a file that are kept to detect its type, and how many are enough. */
const HEAD_BYTES = 1024
const ENOUGH_BYTES = 16
/** Office documents are ZIP files. Names of their parts are never compressed, so they can be found in the bytes. */
const OFFICE_PREFIX = 'application/vnd.openxmlformats-officedocument.'
const CONTENT_TYPES = Buffer.from('[Content_Types].xml')
const MACROS = Buffer.from('vbaProject.bin')
/** Bytes that are searched at once, because a search of few bytes costs nearly as much. */
const SEARCH_BYTES = 4096

/** First bytes of files by type: enough to detect a file with a wrong type. */
const beginnings: Record<string, (head: Buffer) => boolean> = {
  'image/jpeg': (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/png': (head) => head.toString('latin1', 1, 4) === 'PNG',
  'image/webp': (head) => head.toString('latin1', 8, 12) === 'WEBP',
  'application/pdf': (head) => head.toString('latin1').includes('%PDF-'),
  'audio/ogg': (head) => head.toString('latin1', 0, 4) === 'OggS',
  'video/mp4': (head) => head.toString('latin1', 4, 8) === 'ftyp',
}

/** Reads the chunks of a file one after another, then `end`. Both throw when the bytes are not those of the type. */
type ContentCheck = { read: (chunk: Uint8Array) => void; end: () => void }

/**
 * Creates a check of the bytes of a file against its type. No type may begin as a program of Windows does; a text has no NUL,
 * unless it is marked as UTF-16; an Office document is a ZIP file with the parts of one, and without macros.
 *
 * read, end: @throws {AppError} media_not_usable
 */
export function createContentCheck(mimeType: string): ContentCheck {
  const isOffice = mimeType.startsWith(OFFICE_PREFIX)
  const isText = mimeType === 'text/plain'
  let head = Buffer.alloc(0)
  let isHeadChecked = false
  let hasContentTypes = false
  /** Bytes that are not yet searched, after the end of those before them, in which a name may begin. */
  let unsearched: Buffer[] = []
  let unsearchedBytes = 0

  function checkHead(): void {
    isHeadChecked = true
    const isProgram = head.toString('latin1', 0, 2) === 'MZ'
    const isOther = Object.hasOwn(beginnings, mimeType) && !beginnings[mimeType]!(head)
    const isNoZip = isOffice && head.toString('latin1', 0, 4) !== 'PK\x03\x04'
    if (isProgram || isOther || isNoZip) throw wrongType(mimeType)
  }

  function collect(chunk: Buffer): void {
    unsearched.push(chunk)
    unsearchedBytes += chunk.length
    if (unsearchedBytes >= SEARCH_BYTES) findParts()
  }

  function findParts(): void {
    const bytes = Buffer.concat(unsearched)
    if (bytes.includes(MACROS))
      throw fieldError('media_not_usable', 'file', 'must not contain macros')
    hasContentTypes ||= bytes.includes(CONTENT_TYPES)
    unsearched = [bytes.subarray(-CONTENT_TYPES.length)]
    unsearchedBytes = 0
  }

  return {
    read(given) {
      const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      if (!isHeadChecked && head.length >= ENOUGH_BYTES) checkHead()
      if (isText && chunk.includes(0) && !isMarkedUtf16(head)) throw wrongType(mimeType)
      if (isOffice) collect(chunk)
    },
    end() {
      if (!isHeadChecked) checkHead()
      if (isOffice) findParts()
      if (isOffice && !hasContentTypes) throw wrongType(mimeType)
    },
  }
}

function isMarkedUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}

function wrongType(mimeType: string): Error {
  return fieldError('media_not_usable', 'file', `does not contain the announced type ${mimeType}`)
}
