import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { FIELD_NAMES, NAME_WORDS } from '../field-names.ts'
import type { Language } from '../field-names.ts'
import { readFieldName } from '../read-field-name.ts'
import type { FieldName } from '../read-field-name.ts'
import { readFieldNames } from '../read-field-names.ts'
import { readContacts } from '#test/read-contacts.ts'

/** A contact: its name, its phone numbers and its email addresses, the first ones first. */
type Found = [name: string | null | undefined, phones: string[], emails: string[]]

const [MEERA, ANNA, WEI_LING] = ['+919822041101', '+4915123447103', '+6581234708']
const OFFICE = '+912025674401'
const MEERAS = ['meera@kulkarni-tiles.example', 'meera.k@post.example']
const ANNAS = 'anna@mueller-bau.example'

/** The contacts in each file, in a workspace of the country. */
const FILES: Record<string, { country: string; contacts: Found[] }> = {
  'google-contacts': {
    country: 'IN',
    contacts: [
      ['Meera Anil Kulkarni', [MEERA, OFFICE], MEERAS],
      [
        'José Ibáñez',
        ['+34612447102', '+34912347102'],
        ['jose.ibanez@correo.example', 'jose@taller.example'],
      ],
    ],
  },
  'google-contacts-classic': {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA, OFFICE], MEERAS],
      ['Anna Müller', [ANNA], []],
    ],
  },
  'outlook-en': {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA, OFFICE], MEERAS],
      ['Anna Müller', [ANNA], [ANNAS]],
    ],
  },
  'outlook-fr': {
    country: 'FR',
    contacts: [
      ['Chloé Lefèvre', ['+33612447105', '+33142685304'], ['chloe@atelier-lefevre.example']],
      ['Émile Garçon', ['+33612447106'], ['emile.garcon@courrier.example']],
    ],
  },
  'outlook-es': {
    country: 'ES',
    contacts: [
      [
        'José Ibáñez Ruiz',
        ['+34612447102', '+34912347102'],
        ['jose@taller.example', 'jose.ibanez@correo.example'],
      ],
      ['Lucía María Peña', ['+34612447107'], ['lucia.pena@correo.example']],
    ],
  },
  thunderbird: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA, OFFICE], MEERAS],
      ['Anna Müller', [ANNA], [ANNAS]],
    ],
  },
  hubspot: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA, OFFICE], MEERAS.slice(0, 1)],
      ['Anna Müller', [ANNA], [ANNAS]],
    ],
  },
  shopify: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA], MEERAS.slice(0, 1)],
      ['Wei Ling Tan', [WEI_LING], ['weiling.tan@post.example']],
    ],
  },
  mailchimp: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA], MEERAS.slice(0, 1)],
      ['Anna Müller', [], [ANNAS]],
    ],
  },
  chatwoot: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA], MEERAS.slice(0, 1)],
      ['Anna Müller', [ANNA], [ANNAS]],
    ],
  },
  wati: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA], []],
      ['Anna Müller', [ANNA], []],
      ['Wei Ling Tan', [WEI_LING], []],
    ],
  },
  interakt: {
    country: 'IN',
    contacts: [
      ['Meera Kulkarni', [MEERA], MEERAS.slice(0, 1)],
      ['Wei Ling Tan', [WEI_LING], ['weiling.tan@post.example']],
      ['Anna Müller', [ANNA], []],
    ],
  },
}

const bytesOf = (file: string) => readFileSync(new URL(`./fixtures/${file}.csv`, import.meta.url))

/** Returns the contacts that an import with the guessed mapping finds. */
const findContacts = (bytes: Buffer, country: string): Found[] =>
  readContacts(bytes, country).contacts.map(({ name, phones, emails }) => [name, phones, emails])

describe('an export', () => {
  for (const [file, { country, contacts }] of Object.entries(FILES))
    test(`of ${file} is imported without mapping its columns`, () => {
      assert.deepEqual(findContacts(bytesOf(file), country), contacts)
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
    ...(name.number === undefined ? [] : [String(name.number)]),
    ...(name.kind === 'label' ? [pick(draw, NAME_WORDS.label.split(', '))] : []),
  ]
  const spelled = parts.join(pick(draw, [' ', '_', ' - ']))
  return pick(draw, [spelled, spelled.toUpperCase(), ` ${spelled} `, `"${spelled}"`])
}

const CHARACTERS = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
)

/** Writes a text in one of the encodings that can express it. */
function encode(draw: Draw, text: string): Buffer {
  const wide = Buffer.from(text, 'utf16le')
  const bytes = [...text].map((character) => CHARACTERS.indexOf(character))
  return pick(draw, [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    bytes.includes(-1) ? Buffer.from(text) : Buffer.from(bytes),
  ])
}

test('an export whose columns are renamed, reordered, guarded and encoded anew has the same contacts', () => {
  const languages = Object.keys(FIELD_NAMES.name) as Language[]
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(FILES)),
      fc.constantFrom(...languages),
      fc.infiniteStream(fc.nat()),
      (file, language, numbers) => {
        const draw: Draw = (max) => Number(numbers.next().value) % max
        const { country, contacts } = FILES[file]!
        const delimiter = file === 'outlook-fr' ? ';' : ','
        const [header, ...rows] = parse(bytesOf(file), { delimiter }) as string[][]
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
        fc.pre(new Set(plain).size === plain.length)
        const to = pick(draw, [',', ';', '\t', '|'])
        const lines = [
          columns.map(({ name }) => name),
          ...rows.map((_, row) => columns.map(({ cells }) => cells[row]!)),
        ]
        const text = lines
          .map((cells) =>
            cells
              .map((cell) => (/[",;|\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
              .join(to),
          )
          .join(pick(draw, ['\n', '\r\n']))
        const found = findContacts(encode(draw, text), country)
        const sorted = ([name, phones, emails]: Found) => [name, phones, emails.toSorted()]
        assert.deepEqual(found.map(sorted), contacts.map(sorted), text.slice(0, 2_000))
      },
    ),
    { numRuns: 300 },
  )
})
