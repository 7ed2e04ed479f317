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
  keyCharactersMax: 256,
  valueCharactersMax: 64 * 1024,
  depthMax: 16,
  jsonValuesMax: 5_000,
  innerJsonCharactersMax: 512 * 1024,
} as const

const [PLUS, SPACE] = [0x2b, 0x20]

/** Returns whether the charset of a content type is UTF-8, which it also is without one. */
export function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset=([^;]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^"?utf-?8"?\s*$/i.test(charset)
}

/** Returns the first fields of a URL-encoded form. The others are not decoded. */
export function parseUrlEncoded(raw: Buffer): CutForm {
  let end = -1
  for (let count = 0; count < FORM_CAPS.fieldsMax; count++) {
    end = raw.indexOf('&', end + 1)
    if (end === -1) return cutFields(decode(raw))
  }
  const { fields } = cutFields(decode(raw.subarray(0, end)))
  return { fields, isCut: true }
}

/** Decodes pairs. Plus signs become spaces in the bytes, because Node needs 60 ms for a text of a million. */
function decode(raw: Buffer): URLSearchParams {
  const bytes = Buffer.from(raw)
  for (let at = bytes.indexOf(PLUS); at !== -1 && at < bytes.length; at++)
    if (bytes[at] === PLUS) bytes[at] = SPACE
  return new URLSearchParams(new TextDecoder().decode(bytes))
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
