import { textBefore } from '#lib/text-before.ts'
import { FIELD_NAMES, NAME_WORDS } from './field-names.ts'
import type { Language } from './field-names.ts'

type Named = keyof typeof FIELD_NAMES
type Word = keyof typeof NAME_WORDS

/**
 * The kind of value in a column or in a field of a form. A `label` names the kind of the value beside it. `other` is a known kind that
 * contacts do not have, such as a fax number, a phonetic name or the name of an agent.
 */
export type FieldKind = Exclude<Named, 'chat' | 'mobile'> | 'id' | 'label' | 'other'

/** The kinds of phone numbers, the best for messages first. */
export const PHONE_USES = ['chat', 'mobile', 'main', 'work', 'home', 'other'] as const

/** The meaning of the name of a column or of a field. */
export type FieldName = {
  kind: FieldKind
  /**
   * 2: the whole name means this kind. 1: a part of the name does. 0: the value belongs to a company, a thing or a postal
   * address.
   */
  sureness: 0 | 1 | 2
  /** The kind of phone number, if the name says it. */
  use?: (typeof PHONE_USES)[number]
  /** It is another number or address, beside the first one. */
  isFurther?: true
  /** The kind of the value that a `label` is about, if it is known. */
  labels?: FieldKind
  /** The number in a name such as "Phone 2 - Value". */
  number?: number
  /** The parts of names that the word means, by language: `nom` is a name, and the last name beside `prénom`. */
  senses: { kind: Named; language: Language }[]
}

type Sense = FieldName['senses'][number] & { isWeak: boolean }

/** The meaning of a word or of several words. */
type Entry = { senses: Sense[]; words: Set<Word> }

const NAME_CHARACTERS_MAX = 200
const PHRASE_WORDS_MAX = 4

const NAMES: readonly Named[] = ['first_name', 'middle_name', 'last_name', 'name']
const NUMBERS: readonly Named[] = ['chat', 'mobile', 'phone']
/** The first kind of which a name has a word decides. */
const ORDER: readonly Named[] = [
  'consent',
  'country_code',
  'email',
  ...NUMBERS,
  'company',
  'campaign',
  'source',
  'language',
  ...NAMES,
  'country',
  'message',
  'tags',
]

const ENTRIES = readEntries()

/** The first words of the phrases in the dictionary. */
const PHRASE_STARTS = new Set(
  [...ENTRIES.keys()].filter((name) => name.includes(' ')).map((name) => textBefore(name, ' ')),
)

/** The words of a name, without its numbering. */
type SplitName = { words: string[]; number: number | undefined }

/** The last names that were split: as many as a form can have, because each is read several times. */
const SPLIT_MAX = 5_000
const split = new Map<string, SplitName>()

/**
 * Returns what the name of a column or the label of a field says, in any language of the dictionary; undefined if it says
 * nothing. Case, accents, punctuation, numbering and camelCase make no difference.
 */
export function readFieldName(name: string): FieldName | undefined {
  const { words, number } = splitName(name)
  const parts = findParts(words)
  const has = (word: Word) => parts.some((part) => part?.words.has(word))
  const all = parts.flatMap((part) => part?.senses ?? [])
  const strong = all.filter((sense) => !sense.isWeak)
  const found = strong.length > 0 ? strong : all
  // A word that is also a whole name, such as "nom", is one until other columns say more.
  const plain = parts.flatMap((part) =>
    part?.senses.some(({ kind }) => kind === 'name')
      ? part.senses.filter(({ kind }) => kind === 'name' || !NAMES.includes(kind))
      : (part?.senses ?? []),
  )
  const head = ORDER.find((kind) =>
    plain.some((sense) => sense.kind === kind && found.includes(sense)),
  )
  const answer = (kind: FieldKind, sureness: 0 | 1 | 2, more?: Partial<FieldName>): FieldName => ({
    kind,
    sureness,
    ...more,
    ...(number !== undefined && { number }),
    senses: found.filter((sense) => NAMES.includes(sense.kind)),
  })
  if (has('not')) return answer('other', 2)
  const kind = head && toKind(head)
  const isAddressed = kind === 'email' || kind === 'phone'
  const isLabel =
    parts.at(-1)?.words.has('label') ||
    (parts[0]?.words.has('label') && parts[1]?.words.has('filler'))
  if (isLabel && (isAddressed || has('address')))
    return answer('label', 2, kind && { labels: kind })
  if (has('id')) return answer('id', 2)
  if (kind === undefined || head === undefined) return undefined
  const [isWeak, isComplete] = [strong.length === 0, !parts.includes(undefined)]
  if (isWeak && !isComplete) return undefined
  const isForeign = has('foreign') || has('staff') || (kind !== 'email' && has('address'))
  if (isForeign && (isWeak || NAMES.includes(head) || kind === 'message')) return answer('other', 1)
  if (kind === 'phone' && all.some((sense) => sense.kind === 'country'))
    return answer('country_code', 2)
  const isOfCompany = isAddressed && found.some((sense) => sense.kind === 'company')
  const isOfName = isAddressed && found.some((sense) => NAMES.includes(sense.kind))
  const sureness = isForeign || isOfCompany ? 0 : isWeak || isOfName || !isComplete ? 1 : 2
  const use = PHONE_USES.find(
    (each) => found.some((sense) => sense.kind === each) || (isModifier(each) && has(each)),
  )
  const isFurther = isAddressed && (has('other') || (number ?? 0) > 1)
  return answer(kind, sureness, {
    ...(kind === 'phone' && use && { use }),
    ...(isFurther && { isFurther }),
  })
}

/** Returns the rank of a phone number or an email address by its name: the best for messages first. */
export function rankUse(name: Pick<FieldName, 'use' | 'isFurther'> | undefined): number {
  return PHONE_USES.indexOf(name?.use ?? 'main') + (name?.isFurther ? 0.5 : 0)
}

/** Returns the word of a name, as `splitWords` writes it, for somebody who can be the contact if nobody else is. */
export function findParty(words: string[]): string | undefined {
  return words.find((word) => ENTRIES.get(word)?.words.has('party'))
}

/** Returns the words of a name in lower case: of `agentEmail` and `agent_email` the same. */
export function splitWords(name: string): string[] {
  return splitName(name).words
}

/** Returns what is said by each known word or group of words of a name; undefined for a word that is not known. */
export function readNameWords(name: string): (ReadonlySet<Word> | undefined)[] {
  return findParts(splitName(name).words).map((part) => part?.words)
}

function toKind(named: Named): FieldKind {
  return named === 'chat' || named === 'mobile' ? 'phone' : named
}

function isModifier(use: string): use is Word {
  return use in NAME_WORDS
}

/** Normalises a name: lower case, single spaces, no accents, no punctuation; camelCase and digits are split off. */
function foldName(name: string): string {
  return name
    .slice(0, NAME_CHARACTERS_MAX)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
    .normalize('NFKD')
    .replaceAll(/[\p{Cf}\u0300-\u036f\u093c\u09bc\u064b-\u0655\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ى', 'ي')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function splitName(name: string): SplitName {
  const cut = name.slice(0, NAME_CHARACTERS_MAX)
  const known = split.get(cut)
  if (known) return known
  const found = splitFolded(cut)
  if (split.size >= SPLIT_MAX) split.delete(split.keys().next().value ?? '')
  split.set(cut, found)
  return found
}

function splitFolded(name: string): SplitName {
  const all = foldName(name).split(' ')
  const number = all.findLast((word) => /^\d{1,2}$/.test(word))
  return {
    words: all.filter((word) => word !== '' && !/^\d{1,2}$/.test(word)),
    number: number === undefined ? undefined : Number(number),
  }
}

/** Divides the words from the left into the longest known phrases; a word that is not known is undefined. */
function findParts(words: string[]): (Entry | undefined)[] {
  const parts: (Entry | undefined)[] = []
  for (let at = 0; at < words.length;) {
    const isStart = PHRASE_STARTS.has(words[at] ?? '')
    let count = isStart ? Math.min(PHRASE_WORDS_MAX, words.length - at) : 1
    while (count > 1 && !ENTRIES.has(words.slice(at, at + count).join(' '))) count--
    parts.push(ENTRIES.get(words.slice(at, at + count).join(' ')))
    at += count
  }
  return parts
}

/** Returns the dictionary by its names, as `foldName` writes them. */
function readEntries(): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const entryOf = (name: string): Entry => {
    const key = foldName(name)
    const entry = entries.get(key) ?? { senses: [], words: new Set() }
    entries.set(key, entry)
    return entry
  }
  for (const [kind, names] of Object.entries(FIELD_NAMES))
    for (const [language, text] of Object.entries(names))
      for (const name of text.split(', '))
        entryOf(name).senses.push({
          kind: kind as Named,
          language: language as Language,
          isWeak: name.endsWith('?'),
        })
  for (const [word, text] of Object.entries(NAME_WORDS))
    for (const name of text.split(', ')) entryOf(name).words.add(word as Word)
  return entries
}
