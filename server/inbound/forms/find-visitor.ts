import { readNameWords, splitWords } from '#contacts/read-field-name.ts'
import { readEmail } from '#lib/read-email.ts'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { hasWords, isOfKind, readMeaning } from './read-meaning.ts'
import type { FieldMeaning } from './read-meaning.ts'
import { isStaff } from './rank-group.ts'
import type { FieldGroup, SubmissionField } from './submission.ts'

/**
 * The place of a field beside the visitor: in the visitor's own group, in another one about the same person, in a group around it, in a
 * detail below it, or elsewhere.
 */
export type FieldPlace = 'visitor' | 'near' | 'around' | 'below' | 'elsewhere'

/** The details by which people are distinguished. */
const KINDS = ['email', 'phone', 'name'] as const
type Kind = (typeof KINDS)[number]

/** A group of fields, as far as it can be a person. */
type Person = {
  group: FieldGroup
  /** Its details, by labels or by the look of their values. */
  kinds: Set<Kind>
  /** The values under a label that says nothing else, in lower case; the words of names in order. */
  values: Record<Kind, string>
  hasFirstName: boolean
  hasMessage: boolean
  hasUrl: boolean
}

/** The group of a field without one. */
export const ROOT: FieldGroup = { path: [], rank: 0 }

/**
 * Finds whose contact details a submission has, and returns a function that says where each field is. The visitor is the group with
 * most details of a person: a list of answers, an object that is called like a visitor or like answers, or any other with an address
 * that is not within another person. A name beside no address, or of another group, is not the visitor's.
 */
export function findVisitor(fields: SubmissionField[]): (field: SubmissionField) => FieldPlace {
  const isOfOther = findOthers(fields)
  const people = new Map<string, Person>()
  for (const field of fields) {
    if (isOfOther(field)) continue
    const person = people.get(idOf(field.group)) ?? newPerson(field.group)
    people.set(idOf(field.group), person)
    addField(person, field, readMeaning(field))
  }
  const all = [...people.values()]
  const visitor = chooseVisitor(all)
  const places = new Map(all.map((each) => [idOf(each.group), placeOf(each, visitor)]))
  return (field) =>
    isOfOther(field) ? 'elsewhere' : (places.get(idOf(field.group)) ?? 'elsewhere')
}

/**
 * Returns whether a field is another person's or a thing's: of one that has a name in the same group, as `agent_email` beside
 * `agent_name`, or of somebody of the business, beside an address that is the visitor's.
 */
function findOthers(fields: SubmissionField[]): (field: SubmissionField) => boolean {
  const labelOf = ({ label, key, words = [] }: SubmissionField) => words.at(-1) ?? (label || key)
  const ownerOf = (field: SubmissionField): string | undefined => {
    const [first = '', ...rest] = splitWords(labelOf(field))
    const [known] = readNameWords(first)
    if (
      rest.length === 0 ||
      rest.length > 2 ||
      (known && !known.has('foreign') && !known.has('staff'))
    )
      return undefined
    return `${idOf(field.group)}\0${first}`
  }
  const owners = new Set<string | undefined>()
  let hasAddress = false
  for (const field of fields) {
    const meaning = readMeaning(field)
    const isOwn = meaning?.kind === 'company' || isOfName(meaning)
    if (meaning && meaning.senses.length > 0 && !isOwn) owners.add(ownerOf(field))
    if ((meaning?.kind === 'email' || meaning?.kind === 'phone') && meaning.sureness >= 2)
      hasAddress = true
  }
  owners.delete(undefined)
  if (owners.size === 0 && !hasAddress) return () => false
  return (field) => {
    if ((readMeaning(field)?.sureness ?? 0) >= 2) return false
    return (
      owners.has(ownerOf(field)) ||
      (hasAddress && splitWords(labelOf(field)).length <= 5 && isStaff(labelOf(field)))
    )
  }
}

function idOf({ path, rank }: FieldGroup = ROOT): string {
  return [rank, ...path].join('\0')
}

/** Returns whether two fields are of the same object or list of answers. */
export function isSameGroup(a: SubmissionField, b: SubmissionField): boolean {
  return a.group === b.group || idOf(a.group) === idOf(b.group)
}

function newPerson(group: FieldGroup = ROOT): Person {
  const values = { email: '', phone: '', name: '' }
  const has = { hasFirstName: false, hasMessage: false, hasUrl: false }
  return { group, kinds: new Set(), values, ...has }
}

function addField(person: Person, { value }: SubmissionField, meaning?: FieldMeaning): void {
  const kind = meaning?.kind
  const text = value.trim()
  const isSure = (meaning?.sureness ?? 0) >= 2
  if (isOfName(meaning) && isName(text)) {
    person.kinds.add('name')
    if (kind === 'first_name') person.hasFirstName = true
    person.values.name = addWords(person.values.name, text)
  } else if (kind === 'email' || (kind === 'phone' && (isSure || /(\d\D{0,3}){7}/.test(text)))) {
    person.kinds.add(kind)
    if (isSure) person.values[kind] ||= text.toLowerCase()
  } else if (looksLikeEmail(text)) person.kinds.add('email')
  else if (looksLikePhone(text)) person.kinds.add('phone')
  else if (meaning?.kind === 'message') person.hasMessage = true
  if (/^https?:/i.test(text)) person.hasUrl = true
}

function addWords(name: string, text: string): string {
  if (name.length > CONTACT_CHARACTERS_MAX.name) return name
  const words = `${name} ${text.slice(0, CONTACT_CHARACTERS_MAX.name)}`.toLowerCase().split(/\s+/)
  return [...new Set(words.filter(Boolean))].toSorted().join(' ')
}

/** Returns whether a field is a name or a part of one. */
export function isOfName(meaning: FieldMeaning | undefined): boolean {
  return meaning !== undefined && meaning.kind.endsWith('name') && isOfKind(meaning, meaning.kind)
}

/** Returns whether a text can be the name of a person: it has letters or emojis, and is neither an address nor a number. */
export function isName(text: string): boolean {
  return hasWords(text) && !/\d{4}|[@=]|:\/\//.test(text)
}

/** Returns whether a text is an email address, whatever its label says. */
export function looksLikeEmail(text: string): boolean {
  return text.includes('@') && readEmail(text) !== undefined
}

/** Returns whether a text is written like an international phone number. */
export function looksLikePhone(text: string): boolean {
  return text.length <= 40 && /^(\+|00)[\d\s().-]{7,}$/.test(text)
}

function chooseVisitor(all: Person[]): Person | undefined {
  const [top] = all.toSorted((a, b) => a.group.path.length - b.group.path.length)
  const isTop = top && all.every(({ group }) => isWithin(group.path, top.group.path))
  const people = all.filter(
    (each) =>
      (hasAddress(each) && each.group.rank >= 0) ||
      (each.kinds.size > 0 && (each.group.rank > 1 || (isTop && each === top))),
  )
  const best = people.filter(({ group }) => group.rank > 1).toSorted(compare)[0]
  if (best) return people.find((each) => isAround(each, best) && isFuller(each, best)) ?? best
  // Another person beside an object that is called like a visitor is not the visitor, even if that has no details.
  const empty = all.find(({ group }) => group.rank === 3 && group.path.length > 0)
  const addressed = new Set(people.filter(hasAddress).map(({ group }) => group.path.join('\0')))
  const isInner = ({ group: { path } }: Person) =>
    path.some((_name, at) => addressed.has(path.slice(0, at).join('\0')))
  const first = people
    .filter((each) => !isInner(each) && (!empty || isAround(each, empty)))
    .toSorted(compare)[0]
  // An address without a name is that of the name around it.
  const outer = all.find((each) => first && each.kinds.has('name') && isAround(each, first))
  return first?.kinds.has('name') ? first : (outer ?? first)
}

function hasAddress({ kinds }: Pick<Person, 'kinds'>): boolean {
  return kinds.has('email') || kinds.has('phone')
}

function compare(a: Person, b: Person): number {
  const scores = [a, b].map((each) => [
    Number(hasAddress(each)),
    each.group.rank,
    // A first name is a person's; with an address of a page, the group is more likely a business.
    Number(each.hasFirstName) - Number(each.hasUrl),
    each.kinds.size,
    Number(each.hasMessage),
    -each.group.path.length,
  ])
  const [first = [], second = []] = scores
  return first.map((score, at) => (second[at] ?? 0) - score).find((each) => each !== 0) ?? 0
}

/** Returns whether the group of `outer` contains that of `inner`. */
function isAround(outer: Person, inner: Person): boolean {
  return outer !== inner && isWithin(inner.group.path, outer.group.path)
}

/** Returns whether a path leads to `outer` or into it. */
export function isWithin(path: string[], outer: string[]): boolean {
  return outer.length <= path.length && outer.every((name, at) => path[at] === name)
}

/** Returns whether an outer group describes the visitor more fully than the answers in it, and no other person. */
function isFuller(outer: Person, inner: Person): boolean {
  if (!outer.values.email && !outer.values.phone) return false
  // The visitor brings guests.
  const isListed = inner.group.path.some((name) => /^\d+$/.test(name))
  if (isListed && outer.kinds.has('name') && outer.kinds.size >= inner.kinds.size) return true
  if (KINDS.some((kind) => kind !== 'name' && differs(outer, inner, kind))) return false
  if (inner.group.rank === 3 && inner.kinds.has('name')) return false
  const isNamed = !hasAddress(inner) && outer.kinds.has('name')
  return outer.kinds.size > inner.kinds.size || isNamed
}

function differs(a: Person, b: Person, kind: Kind): boolean {
  if (a.values[kind] === '' || b.values[kind] === '') return false
  const [left, right] = [a, b].map((each) => new Set(each.values[kind].split(' ')))
  return !left?.isSubsetOf(right ?? left) && !right?.isSubsetOf(left ?? right)
}

function isSame(a: Person, b: Person): boolean {
  return KINDS.some((kind) => a.values[kind] !== '' && a.values[kind] === b.values[kind])
}

function placeOf(each: Person, visitor: Person | undefined): FieldPlace {
  if (each === visitor) return 'visitor'
  if (!visitor) return 'below'
  const isOther = KINDS.some((kind) => differs(each, visitor, kind))
  if (isSame(each, visitor) || (each.group.rank > 0 && !isOther)) return 'near'
  if (isAround(each, visitor)) return 'around'
  if (!isAround(visitor, each)) return 'elsewhere'
  if (each.group.rank !== 0) return 'below'
  const isPart = !hasAddress(visitor) && !each.kinds.has('name')
  const isName = each.hasFirstName && !visitor.kinds.has('name') && !isOther && !isForeign(each)
  return isPart || isName ? 'near' : 'below'
}

/** Returns whether a group is called like another person or a thing. */
function isForeign({ group }: Person): boolean {
  return readNameWords(group.path.at(-1) ?? '').some((words) => words?.has('foreign'))
}
