import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { FIELD_NAMES, NAME_WORDS } from '../field-names.ts'
import type { Language } from '../field-names.ts'
import { readFieldName } from '../read-field-name.ts'
import type { FieldName } from '../read-field-name.ts'
import { readFieldNames } from '../read-field-names.ts'
import { encodeText, encodeUnicode } from '#test/encode-text.ts'
import { readContacts } from '#test/read-contacts.ts'
import { readCsvFile } from './read-csv-file.ts'

/** A contact, its first phone number and email address first, or the code of the problem of its row. */
type Found = [name: string | null, phones: string[], emails: string[]] | string

/**
 * The contacts in a file, in a workspace of `country`, or the error of the upload. The rows of a file `as_is` are its point, so it is
 * not written in other ways.
 */
type Expected = {
  file: string
  country: string
  contacts?: Found[]
  error?: string
  as_is?: boolean
}

const FILES = readFileSync(new URL('fixtures/contacts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected)

const bytesOf = (file: string) => readFileSync(new URL(`./fixtures/${file}.csv`, import.meta.url))

/** Returns the contacts that an import with the guessed mapping finds. */
const findContacts = (bytes: Buffer, country: string): Found[] =>
  readContacts(bytes, country).contacts.map(
    ({ name, phones, emails, problem }) => problem ?? [name ?? null, phones, emails],
  )

describe('a file of contacts', () => {
  for (const { file, country, contacts, error } of FILES)
    test(`such as ${file} is imported without mapping its columns, or refused with what to do`, () => {
      if (error === undefined) assert.deepEqual(findContacts(bytesOf(file), country), contacts)
      else assert.throws(() => findContacts(bytesOf(file), country), { message: error })
    })

  test('in each of the folder is expected', () => {
    const files = readdirSync(new URL('fixtures', import.meta.url))
    const names = files.flatMap((file) => (file.endsWith('.csv') ? [file.slice(0, -4)] : []))
    assert.deepEqual(names.toSorted(), FILES.map(({ file }) => file).toSorted())
  })
})

/** Returns a number below `max`, from a stream of random numbers. */
type Draw = (max: number) => number

const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)]!
const wordsOf = (text: string) => text.split(', ').filter((name) => !name.endsWith('?'))

/** Returns another name of the dictionary for a column, in a language and with the words that qualify it. */
function rename(
  draw: Draw,
  column: string,
  name: FieldName | undefined,
  language: Language,
): string {
  if (name?.sureness !== 2 || (name.kind === 'label' && name.labels === undefined)) return column
  const named = name.kind === 'label' ? name.labels! : name.kind
  const use = name.kind === 'phone' ? name.use : undefined
  const kind = use === 'chat' || use === 'mobile' ? use : named
  if (!(kind in FIELD_NAMES)) return column
  const names = FIELD_NAMES[kind as 'name']
  const known = wordsOf(names[language] ?? names.en).filter(
    (each) =>
      readFieldName(each)?.kind === named &&
      readFieldName(each)?.use === (kind === named ? undefined : kind),
  )
  const parts = [
    known.length > 0 ? pick(draw, known) : wordsOf(names.en)[0]!,
    ...(use && use in NAME_WORDS ? [pick(draw, NAME_WORDS[use as 'work'].split(', '))] : []),
    ...(name.isFurther && use !== 'other' ? [pick(draw, NAME_WORDS.other.split(', '))] : []),
    ...(name.number === undefined ? [] : [String(name.number)]),
    ...(name.kind === 'label' ? [pick(draw, NAME_WORDS.label.split(', '))] : []),
  ]
  const spelled = parts.join(pick(draw, [' ', '_', ' - ']))
  return pick(draw, [spelled, spelled.toUpperCase(), ` ${spelled} `, `"${spelled}"`])
}

/** Writes a text in one of the encodings that can express it. */
function encode(draw: Draw, text: string): Buffer {
  return pick(draw, [...encodeUnicode(text), encodeText(text, 'windows-1252') ?? Buffer.from(text)])
}

/** Rewrites a file with other names and orders of columns, guards, delimiters, line ends and encodings. */
function rewrite(draw: Draw, file: string, language: Language): Buffer | undefined {
  const { body, delimiter } = readCsvFile(bytesOf(file))
  const [header, ...rows] = parse(body, { delimiter, relax_quotes: true }) as string[][]
  const names = readFieldNames(header!)
  const columns = header!
    .map((column, index) => ({
      name: rename(draw, column, names[index], language),
      cells: rows.map((row) => {
        const cell = row[index]!
        if (names[index]?.kind !== 'phone' || !/^\+?\d+$/.test(cell)) return cell
        return pick(draw, [cell, `'${cell}`, `="${cell}"`, cell.replace('+', ' ')])
      }),
      order: draw(1_000),
    }))
    .toSorted((a, b) => a.order - b.order)
  // Two columns of one file cannot be told apart when they are renamed alike.
  const plain = columns.map(({ name }) => name.trim().toLowerCase())
  if (new Set(plain).size < plain.length) return undefined
  const to = pick(draw, [',', ';', '\t', '|'])
  const isQuoted = draw(2) === 1
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((_, row) => columns.map(({ cells }) => cells[row]!)),
  ]
  const quote = (cell: string) =>
    isQuoted || /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const text = lines.map((cells) => cells.map(quote).join(to)).join(pick(draw, ['\n', '\r\n']))
  return encode(draw, text)
}

test('a file whose columns are renamed, reordered, guarded and encoded anew has the same contacts', () => {
  const languages = Object.keys(FIELD_NAMES.name) as Language[]
  const sorted = (found: Found) =>
    typeof found === 'string' ? found : [found[0], found[1], found[2].toSorted()]
  for (const { file, country, contacts = [], as_is: asIs, error } of FILES) {
    if (asIs || error !== undefined) continue
    let count = 0
    const rewritten = fc.property(
      fc.constantFrom(...languages),
      fc.infiniteStream(fc.nat()),
      (language, numbers) => {
        const bytes = rewrite((max) => Number(numbers.next().value) % max, file, language)
        if (!bytes) return
        count++
        assert.deepEqual(
          findContacts(bytes, country).map(sorted),
          contacts.map(sorted),
          `${file}: ${bytes.toString().slice(0, 2_000)}`,
        )
      },
    )
    fc.assert(rewritten, { seed: 171, numRuns: 20 })
    assert.ok(count >= 10, `${file} was written anew ${count} times`)
  }
})
