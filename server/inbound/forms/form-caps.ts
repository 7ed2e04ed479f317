import { isUtf8 } from 'node:buffer'
import { AppError } from '#lib/errors.ts'

/** A field of a form, with key and value as text. A key can occur several times. */
type FormField = { key: string; value: string }

/** The fields of a form within `FORM_CAPS`, and whether something was left out. */
type CutForm = { fields: FormField[]; isCut: boolean }

/**
 * The limits of a form, for every encoding. Lengths are in characters. What exceeds them is left out, so that a form with too
 * many fields is still a lead; only JSON that is nested too deeply is refused. A form service that describes its form beside
 * the answers writes far more values than fields, some of them as JSON inside a text.
 */
export const FORM_CAPS = {
  fieldsMax: 200,
  leadsMax: 200,
  keyCharactersMax: 256,
  valueCharactersMax: 64 * 1024,
  depthMax: 16,
  jsonValuesMax: 5_000,
  innerJsonCharactersMax: 512 * 1024,
} as const

const [PLUS, SPACE, PERCENT, EQUALS] = [0x2b, 0x20, 0x25, 0x3d]

/**
 * Returns the decoder for the bytes of a form: of the character encoding that its content type names, else its field `_charset_`. Without
 * one, and if the bytes are not the UTF-8 that it promises, that is UTF-8 or else Windows-1252, which old pages and spreadsheets write.
 *
 * @throws {AppError} unsupported_media_type
 */
export function findDecoder(contentType: string, parts: Buffer[], charsetField = ''): TextDecoder {
  const charset = /;\s*charset=\s*"?([^;"\s]*)/i.exec(contentType)?.[1]
  const named = openDecoder(charset ?? charsetField)
  if (charset !== undefined && !named) throw unknownEncoding()
  if (named && named.encoding !== 'utf-8') return named
  const isUtf16 = parts[0]?.[0] === 0xff && parts[0]?.[1] === 0xfe
  return new TextDecoder(parts.every(isUtf8) ? 'utf-8' : isUtf16 ? 'utf-16le' : 'windows-1252')
}

function openDecoder(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

function unknownEncoding(): AppError {
  return new AppError(
    'unsupported_media_type',
    'The form must be in UTF-8, or in the character encoding that its Content-Type names.',
  )
}

/** Returns the first fields of a URL-encoded form. The others are not decoded. */
export function parseUrlEncoded(raw: Buffer, contentType = ''): CutForm {
  const pairs: [Buffer, Buffer][] = []
  let start = 0
  for (let count = 0; start < raw.length && count < FORM_CAPS.fieldsMax; count++) {
    const next = raw.indexOf('&', start)
    const end = next < 0 ? raw.length : next
    if (end > start) pairs.push(splitPair(raw.subarray(start, end)))
    start = end + 1
  }
  const charset = pairs.find(([key]) => key.toString('latin1') === '_charset_')?.[1]
  const decoder = findDecoder(contentType, pairs.flat(), charset?.toString('latin1'))
  if (decoder.encoding.startsWith('utf-16')) throw unknownEncoding()
  const form = cutFields(
    pairs.map(([key, value]): [string, string] => [decoder.decode(key), decoder.decode(value)]),
  )
  return { fields: form.fields, isCut: form.isCut || start < raw.length }
}

function splitPair(pair: Buffer): [Buffer, Buffer] {
  const at = pair.indexOf(EQUALS)
  if (at < 0) return [unescape(pair), Buffer.alloc(0)]
  return [unescape(pair.subarray(0, at)), unescape(pair.subarray(at + 1))]
}

/** The values of hexadecimal digits by their codes, and -1 for other codes. */
const DIGITS = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** Decodes a URL-encoded text to bytes. A loop without function calls, because they would take a quarter of a second for a large body. */
function unescape(escaped: Buffer): Buffer {
  const bytes = Buffer.alloc(escaped.length)
  let length = 0
  for (let at = 0; at < escaped.length; at++) {
    let byte = escaped[at] ?? 0
    if (byte === PLUS) byte = SPACE
    else if (byte === PERCENT) {
      const high = DIGITS[escaped[at + 1] ?? 0] ?? -1
      const low = DIGITS[escaped[at + 2] ?? 0] ?? -1
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low
        at += 2
      }
    }
    bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/**
 * Returns the first fields, with keys and values of at most the lengths of `FORM_CAPS`. Keys such as
 * `fields[email][value]` are not changed. Characters that PostgreSQL cannot store are removed or replaced.
 */
export function cutFields(entries: Iterable<readonly [string, string]>): CutForm {
  const fields: FormField[] = []
  let isCut = false
  const cut = (text: string, charactersMax: number): string => {
    if (text.length <= charactersMax) return storable(text)
    isCut = true
    return storable(text.slice(0, charactersMax))
  }
  for (const [key, value] of entries) {
    if (fields.length === FORM_CAPS.fieldsMax) return { fields, isCut: true }
    fields.push({
      key: cut(key, FORM_CAPS.keyCharactersMax),
      value: cut(value, FORM_CAPS.valueCharactersMax),
    })
  }
  return { fields, isCut }
}

/** Removes or replaces the characters that PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
