import { FIELDS_MAX, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import type { ImportGuess, ImportGuessReason } from '#shared/contacts.ts'
import { namesOf } from '#lib/part-of.ts'
import { CONTACT_ATTRIBUTES } from '../contact-attributes.ts'
import type { FieldDefinition } from '../custom-fields/find-definitions.ts'
import { findCountry } from '../find-country.ts'
import { findParty, readNameWords, splitWords } from '../read-field-name.ts'
import type { FieldKind, FieldName } from '../read-field-name.ts'
import { readFieldNames } from '../read-field-names.ts'
import { findLabel } from './find-label.ts'
import { rateColumn } from './rate-column.ts'
import { PHONE_TARGETS } from './read-addresses.ts'
import type { ColumnRating } from './rate-column.ts'
import { readPhones } from './read-phones.ts'
import { undoGuard } from './undo-guard.ts'
import { REJECT_COLUMNS } from './reject-languages.ts'

type Column = {
  header: string
  index: number
  name: FieldName | undefined
  rating: ColumnRating
}

type GivenFile = {
  columns: string[]
  /** Some rows of the file. */
  rows: string[][]
  /** The country of phone numbers without a country code. */
  country: string
  /** The custom fields of the workspace. */
  definitions: Pick<FieldDefinition, 'key' | 'label'>[]
}

/** The columns without a guess, the file, and the guesses so far by column. */
type Guessing = { open: Column[]; file: GivenFile; guesses: Map<Column, ImportGuess> }

/** A guess of a rule. Left out, `matching` is all values. */
type Found = [
  column: Column,
  target: string | null,
  reasons: ImportGuessReason[],
  matching?: number,
]

const NAME_TARGETS = ['first_name', 'last_name', 'name'] as const

/** The values that a column needs before the same one in every row says something. */
const CONSTANT_MIN = 5

/** The columns that only our own export has. */
const OURS: readonly string[] = namesOf(CONTACT_ATTRIBUTES, 'csv').filter(
  (name) => !('create' in CONTACT_ATTRIBUTES[name]),
)

/** Each rule guesses columns that the rules before it left open. */
const RULES: ((guessing: Guessing) => Found[])[] = [
  guessOurs,
  guessDefined,
  guessEmpty,
  ({ open }) =>
    chooseAddresses(open, 'email').map((column) => [
      column,
      'email',
      reasonsOf(column, 'email'),
      column.rating.emails,
    ]),
  ({ open }) =>
    chooseAddresses(open, 'phone').map((column) => [
      column,
      column.rating.lacksPlus ? 'phone_international' : 'phone_e164',
      [
        ...reasonsOf(column, 'phone'),
        ...(column.rating.lacksPlus ? (['plus_missing'] as const) : []),
      ],
      column.rating.phones,
    ]),
  guessCountry,
  ({ open }) => chooseText(open, 'first_name', 1),
  ({ open }) => chooseText(open, 'middle_name', 1),
  ({ open }) => chooseText(open, 'last_name', 1),
  // A word such as "contact" is a name only where no other column has one.
  ({ open, guesses }) => chooseText(open, 'name', columnsOf(guesses, 'first_name')[0] ? 2 : 1),
  guessParty,
  ({ open }) => chooseText(open, 'campaign', 2),
  ({ open }) => chooseText(open, 'source', 2),
  ({ open }) => chooseText(open, 'language', 2),
  guessLabels,
  guessFurther,
]

/**
 * Guesses the field of each column by its name and by its values: a custom field whose label or key it is, an email address or
 * a phone number, of which a contact can have several, another field of contacts, or a custom field without a definition.
 *
 * Returns the fields by column, as in `Import.mapping`, and the reasons.
 */
export function guessMapping(file: GivenFile): {
  mapping: Record<string, string>
  guesses: Record<string, ImportGuess>
} {
  const names = readFieldNames(file.columns)
  const columns = file.columns.map((header, index): Column => {
    const cells = file.rows.map((row) => row[index] ?? '')
    return { header, index, name: names[index], rating: rateColumn(cells, file.country) }
  })
  const guesses = new Map<Column, ImportGuess>()
  for (const rule of RULES) {
    const open = columns.filter((column) => !guesses.has(column))
    for (const [column, target, reasons, matching] of rule({ open, file, guesses })) {
      const { checked } = column.rating
      guesses.set(column, { target, reasons, matching: matching ?? checked, checked })
    }
  }
  const guessed = columns.flatMap((column) => {
    const guess = guesses.get(column)
    return guess ? [{ header: column.header, guess }] : []
  })
  return {
    mapping: Object.fromEntries(
      guessed.flatMap(({ header, guess: { target } }) =>
        target === null ? [] : [[header, target]],
      ),
    ),
    guesses: Object.fromEntries(guessed.map(({ header, guess }) => [header, guess])),
  }
}

function columnsOf(guesses: Guessing['guesses'], ...targets: string[]): Column[] {
  return [...guesses].flatMap(([column, { target }]) =>
    target !== null && targets.includes(target) ? [column] : [],
  )
}

/** Leaves out the columns that Parley adds to its own exports. */
function guessOurs({ open }: Guessing): Found[] {
  const isOfRejects = Object.values(REJECT_COLUMNS).some(
    (names) =>
      names.join('\n') ===
      open
        .slice(-2)
        .map(({ header }) => header)
        .join('\n'),
  )
  return open
    .filter(
      ({ header }, index) =>
        OURS.includes(header.toLowerCase().replaceAll(' ', '_')) ||
        (isOfRejects && index >= open.length - 2),
    )
    .map((column) => [column, null, ['own_column']])
}

/** Finds the custom fields that columns name: by their keys, else by their labels without regard to case. */
function guessDefined({ open, file }: Guessing): Found[] {
  const taken = new Set<string>()
  return open.flatMap((column): Found[] => {
    const name = column.header.trim()
    const defined =
      file.definitions.find(({ key }) => key === name) ??
      file.definitions.find(({ label }) => label.toLowerCase() === name.toLowerCase())
    if (!defined || taken.has(defined.key)) return []
    taken.add(defined.key)
    return [[column, `fields.${defined.key}`, ['custom_field']]]
  })
}

function guessEmpty({ open, file }: Guessing): Found[] {
  return open
    .filter(({ rating }) => rating.checked === 0 && file.rows.length > 0)
    .map((column) => [column, null, ['no_values']])
}

/**
 * Returns the columns of email addresses or phone numbers: those with the surest names whose values fit, else those whose values
 * alone say so. The same value in every row is the business's own.
 */
function chooseAddresses(open: Column[], kind: 'email' | 'phone'): Column[] {
  const shareOf = ({ rating: { emails, phones, checked } }: Column) =>
    // A column can have both: the phone numbers decide.
    (kind === 'email' ? emails : phones > 0 ? phones + emails : 0) / checked
  const isAlike = (column: Column) =>
    column.rating.checked === 0 ||
    (kind === 'email'
      ? shareOf(column) > 0
      : Math.max(column.rating.numbers / column.rating.checked, shareOf(column)) >= 0.5)
  const isOwn = ({ rating }: Column) => rating.distinct > 1 || rating.checked < CONSTANT_MIN
  const named = (sureness: number) =>
    open.filter(({ name }) => name?.kind === kind && name.sureness === sureness)
  const isOpen = ({ name, header }: Column) =>
    name === undefined
      ? !readNameWords(header).some((words) => words?.has('foreign'))
      : ['name', 'country_code'].includes(name.kind) || (kind === 'email' && name.kind === 'id')
  const wordsOf = ({ header }: Column) => splitWords(header).join(' ')
  const tiers = [
    named(2).filter(isAlike),
    named(1).filter((column) => shareOf(column) >= 0.8),
    open
      .filter((column) => isOpen(column) && shareOf(column) >= 0.9 && isMostlyDistinct(column))
      .filter((column, _index, [first = column]) => wordsOf(column) === wordsOf(first)),
    named(0).filter((column) => shareOf(column) >= 0.8 && isMostlyDistinct(column)),
  ]
  return tiers.map((tier) => tier.filter(isOwn)).find((tier) => tier.length > 0) ?? []
}

/** Returns why a column is one of `kind`. */
function reasonsOf({ name }: Column, kind: FieldKind): ImportGuessReason[] {
  return name?.kind === kind ? ['name', 'values'] : ['values']
}

function isMostlyDistinct({ rating }: Column): boolean {
  return rating.distinct >= rating.checked / 2
}

/**
 * Finds the column with the countries of phone numbers: one with that name, else one of an address, if more of the numbers can
 * be read with it.
 */
function guessCountry({ open, file, guesses }: Guessing): Found[] {
  const phones = columnsOf(guesses, ...PHONE_TARGETS)
  const helps = (column: Column) =>
    file.rows.some((row) => {
      const country = findCountry(undoGuard(row[column.index] ?? ''))
      return phones.some(({ index }) => {
        const countIn = (each: string) =>
          readPhones(undoGuard(row[index] ?? ''), each).values.length
        return country !== undefined && countIn(country) > countIn(file.country)
      })
    })
  const isOnlyCodes = ({ name, rating }: Column) =>
    name === undefined && rating.checked > 0 && rating.codes === rating.checked
  const [found] = open
    .filter(
      (column) =>
        isOnlyCodes(column) ||
        ((column.name?.kind === 'country_code' || column.name?.kind === 'country') &&
          column.rating.countries >= column.rating.checked * 0.9),
    )
    .toSorted(
      (a, b) =>
        Number(b.name?.kind === 'country_code') - Number(a.name?.kind === 'country_code') ||
        (b.name?.sureness ?? 0) - (a.name?.sureness ?? 0),
    )
    .filter(
      (column) =>
        (column.name?.kind === 'country_code' && column.name.sureness > 0) || helps(column),
    )
  return found && phones.length > 0
    ? [
        [
          found,
          'country_code',
          found.name ? ['name', 'values'] : ['values'],
          found.rating.countries,
        ],
      ]
    : []
}

/** Finds the column of a text by its name, the surest first, then the one with the most values. */
function chooseText(open: Column[], target: FieldKind, surenessMin: number): Found[] {
  const [found] = open
    .filter(
      ({ name, rating }) =>
        name?.kind === target &&
        name.sureness >= surenessMin &&
        (rating.numbers + rating.emails <= rating.checked / 2 || !target.endsWith('name')),
    )
    .toSorted(
      (a, b) =>
        (b.name?.sureness ?? 0) - (a.name?.sureness ?? 0) || b.rating.checked - a.rating.checked,
    )
  return found ? [[found, target, ['name']]] : []
}

/** Finds the names of owners, parents and others, else of companies, in a file that has no other names. */
function guessParty({ open, guesses }: Guessing): Found[] {
  if (columnsOf(guesses, ...NAME_TARGETS).length > 0) return []
  const named = open.filter(
    ({ name, header, rating }) =>
      name?.kind === 'other' &&
      findParty(splitWords(header)) !== undefined &&
      rating.distinct >= rating.checked * 0.8 &&
      rating.numbers + rating.emails <= rating.checked / 2,
  )
  const found = NAME_TARGETS.flatMap((target): Found[] => {
    const column = named.find(({ name }) => {
      const kinds = name?.senses.map(({ kind }) => kind) ?? []
      return kinds.includes('name') ? target === 'name' : kinds.includes(target)
    })
    return column ? [[column, target, ['name']]] : []
  })
  const company = open.find(({ name }) => name?.kind === 'company' && name.sureness === 2)
  return found.length > 0 || !company ? found : [[company, 'name', ['name']]]
}

/** Leaves out the columns that tell the kinds of the phone numbers and email addresses beside them. */
function guessLabels({ open, file, guesses }: Guessing): Found[] {
  const names = readFieldNames(file.columns)
  const labels = columnsOf(guesses, ...PHONE_TARGETS, 'email').map(({ index }) =>
    findLabel(names, index),
  )
  return open
    .filter(({ index }) => labels.includes(index))
    .map((column) => [column, null, ['label']])
}

/** Makes custom fields of the other columns, as far as a contact can have them. */
function guessFurther({ open, guesses }: Guessing): Found[] {
  // A country of phone numbers is also a custom field.
  let count = [...guesses.values()].filter(({ target }) =>
    /^(fields\.|country_code$)/.test(target ?? ''),
  ).length
  return open.map((column): Found => {
    const { header, name } = column
    if (/^Column \d+$/.test(header)) return [column, null, ['no_name']]
    if (header.length > FIELD_NAME_CHARACTERS_MAX || count >= FIELDS_MAX)
      return [column, null, ['too_many']]
    count += 1
    const isMisnamed = name?.sureness === 2 && ['email', 'phone', 'name'].includes(name.kind)
    return [column, `fields.${header}`, [isMisnamed ? 'values_differ' : 'further']]
  })
}
