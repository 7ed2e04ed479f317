/** A body that may cost much, with its content type. */
type WorstBody = { name: string; type: string; body: Buffer }

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

/** Texts that are costly to trim, normalize, decode or match when they are repeated, as they stand in JSON. */
const REPEATED = [
  'a ',
  'a\u00ad',
  '\u0301',
  '\\\\',
  '\\"',
  '\\u0000',
  '\\ud800',
  'a.',
  '@',
  '<a>',
  '9',
  '{}',
]

/** Texts that are costly to decode when they are repeated in a URL-encoded value. */
const ENCODED = ['+', '%41', '%00', '%ff', '%', '=', ';', '\u0301']

/** Fields that routes without a schema read. */
const COMMON_FIELDS = ['client_name', 'redirect_uris', 'client_uri', 'email', 'name', 'form_token']

/**
 * Generates bodies of about `bytes` bytes for a route: of JSON with many keys, many items, deep nesting, JSON inside JSON,
 * and each of `fields` filled with each of the repeated texts; URL-encoded and multipart with many and with long fields.
 */
export function generateWorstBodies(bytes: number, fields: readonly string[]): WorstBody[] {
  return [...ofText(bytes, fields), ...generateWorstForms(bytes)]
}

/** Generates multipart bodies of about `bytes` bytes, with many and with long parts. */
export function generateWorstForms(bytes: number): WorstBody[] {
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const { many, long } = fillers(bytes)
  const parts: Record<string, string> = {
    'many parts': many((index) => part(`k${index}`, '1'), bytes, ''),
    'a long part': part('k', long('a ')),
    'a part of almost boundaries': part('k', long('\r\n--')),
    'many files': many((index) => part(`f${index}`, 'x', `; filename="${index}.txt"`), bytes, ''),
    'many headers': `--b\r\n${many((index) => `X-H${index}: 1\r\n`, bytes, '')}\r\n\r\nx\r\n`,
  }
  return toBodies(MULTIPART, parts, bytes, '--b--\r\n')
}

function ofText(bytes: number, fields: readonly string[]): WorstBody[] {
  const names = [...new Set([...fields, ...COMMON_FIELDS])]
  const { many, long } = fillers(bytes)
  const json: Record<string, string> = {
    'many keys': `{${many((index) => `"k${index}":1`)}}`,
    'many long keys': `{${many((index) => `"${'k'.repeat(250)}${index}":1`)}}`,
    'many numbers': `{"${names[0]}":[${many(() => '1')}]}`,
    'many objects': `{"${names[0]}":[${many(() => '{}')}]}`,
    'a list': `[${many(() => '1')}]`,
    'a number': `{"a":${long('9')}}`,
    'deep lists': long('['),
    'deep objects': long('{"a":'),
    'one long key with many keys below': `{"${long('k', bytes / 2)}":{${many((index) => `"${index}":1`, bytes / 2)}}}`,
    'many keys inside a text': JSON.stringify({
      a: `{${many((index) => `"k${index}":1`, bytes * 0.7)}}`,
    }),
    'many answers': `{"answers":[${many((index) => `{"label":"l${index}","value":"v"}`)}]}`,
  }
  for (const text of REPEATED) {
    const share = bytes / names.length
    json[`every field of ${text}`] =
      `{${names.map((name) => `"${name}":"${long(text, share)}"`).join()}}`
  }
  for (const name of names)
    for (const text of REPEATED.slice(0, 3))
      json[`${name} of ${text}`] =
        `{"redirect_uris":["http://localhost/"],"${name}":"${long(text)}"}`
  const encoded: Record<string, string> = {
    'many keys': many((index) => `k${index}=1`, bytes, '&'),
    'one key often': many(() => 'k=1', bytes, '&'),
    'many brackets': many((index) => `k${'[a]'.repeat(80)}${index}=1`, bytes, '&'),
    'nothing but &': long('&'),
  }
  for (const text of ENCODED) encoded[`a value of ${text}`] = `${names[0]}=${long(text)}`
  return [
    ...toBodies(JSON_TYPE, json, bytes),
    ...toBodies(URLENCODED, encoded, bytes),
    { name: 'bytes that are no UTF-8', type: JSON_TYPE, body: Buffer.alloc(bytes, 0xff) },
  ]
}

/** Returns functions that fill about `bytes` bytes with many different texts, and with one text. */
function fillers(bytes: number) {
  const many = (each: (index: number) => string, size = bytes, separator = ',') =>
    repeat(each, size - 64, separator)
  const long = (text: string, size = bytes) =>
    text.repeat(Math.max(1, Math.floor((size - 256) / Buffer.byteLength(text))))
  return { many, long }
}

function toBodies(
  type: string,
  texts: Record<string, string>,
  bytes: number,
  end = '',
): WorstBody[] {
  return Object.entries(texts).map(([name, text]) => ({
    name: `${type.split(';', 1)[0]}: ${name}`,
    type,
    body: Buffer.from(text + end).subarray(0, bytes),
  }))
}

/** Returns a file of `bytes` in a multipart form, whose content looks like its boundary. */
export function generateWorstFile(bytes: number): WorstBody {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n'
  const body = Buffer.alloc(bytes, '\r\n--')
  body.write(head)
  body.write('\r\n--b--\r\n', bytes - 9)
  return { name: 'a file', type: MULTIPART, body }
}

function repeat(each: (index: number) => string, size: number, separator: string): string {
  const parts: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const part = each(index)
    length += part.length + separator.length
    if (length > size) return parts.join(separator)
    parts.push(part)
  }
}
