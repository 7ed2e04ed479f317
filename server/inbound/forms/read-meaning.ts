import { readFieldName } from '#contacts/read-field-name.ts'
import type { FieldKind, FieldName } from '#contacts/read-field-name.ts'
import { FORM_CAPS } from './form-caps.ts'
import type { SubmissionField } from './submission.ts'

/**
 * The meaning of a form's field. `sureness` is 3 if the kind of field says so, 2 if all of the label does, 1 to 1.5 if a part of it
 * does, and 0 if it is a company's or a thing's.
 */
export type FieldMeaning = Omit<FieldName, 'sureness'> & { sureness: number }

/** The parts of a label that brackets and marks separate, as in "Who are you? (name)". */
const SEPARATORS = /[?!:;,/|()[\]{}]+|\s[\u2013-]\s/
const PARTS_MAX = 4
const LABEL_CHARACTERS_MAX = 200
/** Tags and entities of HTML, which pages have in labels. */
const MARKUP = /<[^<>]*>|&#?\w{1,8};/g
/** As many labels as the largest payload has, because each is read several times. */
const CACHED_MAX = FORM_CAPS.jsonValuesMax
const cached = new Map<string, FieldMeaning | undefined>()

/**
 * Returns a field's meaning by its kind, its label and its key, in this order; undefined if they say nothing. A label means a name only
 * if each of its words is known, because anything can have a name.
 */
export function readMeaning(
  field: Pick<SubmissionField, 'label' | 'key' | 'type' | 'words'> & { value?: string },
): FieldMeaning | undefined {
  const { type, value } = field
  if (/e-?mail/i.test(type)) return { kind: 'email', sureness: 3, senses: [] }
  if (/phone|^tel$|mobile/i.test(type)) return { kind: 'phone', sureness: 3, senses: [] }
  const meaning = readWords(field.words ?? [field.label || field.key]) ?? readLabel(field.key)
  // A label such as "contact" asks for a name or a number.
  if (meaning?.kind === 'name' && value && !hasWords(value))
    return { ...meaning, kind: 'phone', sureness: 0.5 }
  if (meaning) return meaning
  if (/text_?area|long|paragraph/i.test(type)) return { kind: 'message', sureness: 1, senses: [] }
  const byType = type === '' ? undefined : readLabel(type)
  return byType?.kind.endsWith('name') && byType.sureness === 2 ? byType : undefined
}

/** Reads the names of a value and of the objects that are a part of one detail, as in `phone: { country_code, number }`. */
function readWords(words: string[]): FieldMeaning | undefined {
  const [outer = '', ...inner] = words
  if (inner.length === 0) return readLabel(outer)
  const last = inner.join(' ')
  const whole = readLabel(`${outer} ${last}`)
  const [part, parent] = [readLabel(last), readLabel(outer)]
  if (parent?.kind === 'campaign') return whole
  if (part?.sureness === 2 && part.kind !== 'message') return part
  if (parent?.kind.endsWith('name')) {
    const kinds = new Set(part?.senses.map(({ kind }) => kind))
    if (part && kinds.size > 0)
      return { ...part, sureness: 2, kind: kinds.size > 1 ? 'name' : part.kind }
    return whole?.sureness === 2 ? whole : undefined
  }
  const isText = parent?.kind === 'message' && /^(text|body|content|plain)$/i.test(last)
  return parent && { ...parent, sureness: isText || whole?.sureness === 2 ? 2 : 1 }
}

/** Returns whether a text has letters or emojis, of which names can be made. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{Extended_Pictographic}\p{RI}]/u.test(text)
}

/** Returns what a label says. */
export function readLabel(text: string): FieldMeaning | undefined {
  const label = text.slice(0, LABEL_CHARACTERS_MAX)
  if (cached.has(label)) return cached.get(label)
  const meaning = findMeaning(label.replaceAll(MARKUP, ' '))
  // Labels are anybody's: the oldest one is forgotten.
  if (cached.size >= CACHED_MAX) cached.delete(cached.keys().next().value ?? '')
  cached.set(label, meaning)
  return meaning
}

function findMeaning(label: string): FieldMeaning | undefined {
  const whole = readFieldName(label)
  if (whole?.sureness === 2) return whole
  for (const part of label.split(SEPARATORS, PARTS_MAX)) {
    const inner = part === label ? undefined : readFieldName(part)
    if (inner?.sureness === 2) return { ...inner, sureness: 1.5 }
  }
  return whole
}

/** Returns whether a field is of a kind, as far as its label is no thing's of this kind. */
export function isOfKind(meaning: FieldMeaning | undefined, kind: FieldKind): boolean {
  if (meaning?.kind !== kind) return false
  return !kind.endsWith('name') || meaning.sureness >= 1.5
}
