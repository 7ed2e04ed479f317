import { isUtf8 } from 'node:buffer'
import { itemAt } from '#lib/item-at.ts'
import { FIELD_NAMES, NAME_WORDS } from '../field-names.ts'

/** The encodings of files by programs that do not write UTF-8, the most frequent first. */
const LEGACY = ['windows-1252', 'windows-1251', 'windows-1254', 'windows-1250', 'windows-1256']
const MARK = Buffer.from('\uFEFF')
const HEADER_BYTES_MAX = 16 * 1024

/** The words of the dictionary, with their accents. */
const WORDS = new Set(
  splitWords([...Object.values(FIELD_NAMES), NAME_WORDS].flatMap(Object.values).join(' ')),
)

/**
 * Returns the text of a file in UTF-8 without a byte order mark: of one in UTF-8, UTF-16 (with or without a mark) or an older
 * encoding of Windows; undefined if it is not a text. Of the older encodings it takes the one in which the header has the
 * most known words.
 */
export function decodeText(bytes: Buffer): Buffer | undefined {
  const wide = findUtf16(bytes)
  if (wide !== undefined) return decode(bytes, wide)
  if (isUtf8(bytes) && !bytes.includes(0))
    return bytes.subarray(bytes.subarray(0, 3).equals(MARK) ? MARK.length : 0)
  return decode(bytes, findLegacy(bytes))
}

/** Decodes a text. Returns undefined if it has control characters, which binary data has in every encoding. */
function decode(bytes: Buffer, encoding: string): Buffer | undefined {
  const text = Buffer.from(new TextDecoder(encoding).decode(bytes))
  return text.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x1a)) ? undefined : text
}

/** Returns the encoding of a text in UTF-16: by its mark, else by the half of each unit that is zero in ASCII. */
function findUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE() : 0
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  if (bytes.length % 2 === 1) return undefined
  const head = bytes.subarray(0, HEADER_BYTES_MAX)
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1
  const [even, odd] = zeros as [number, number]
  // A line has separators and an end. Few other characters have a half that is zero.
  if (even + odd === 0 || Math.min(even, odd) * 10 > Math.max(even, odd)) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function findLegacy(bytes: Buffer): string {
  const end = bytes
    .subarray(0, HEADER_BYTES_MAX)
    .findIndex((byte) => byte === 0x0a || byte === 0x0d)
  const header = bytes.subarray(0, end < 0 ? HEADER_BYTES_MAX : end)
  const known = LEGACY.map((encoding) => {
    const words = splitWords(new TextDecoder(encoding).decode(header))
    return words.filter((word) => WORDS.has(word)).length
  })
  return itemAt(LEGACY, known.indexOf(Math.max(...known)))
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{M}]+/u)
}
