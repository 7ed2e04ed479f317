import { findCountry } from '#contacts/find-country.ts'
import { readEmails } from '#contacts/imports/read-emails.ts'
import { readPhones } from '#contacts/imports/read-phones.ts'
import { rankUse } from '#contacts/read-field-name.ts'
import { cleanName } from '#lib/clean-name.ts'
import { cutText } from '#lib/cut-text.ts'
import { readEmail, readEmailName } from '#lib/read-email.ts'
import { isValidPhone, restorePlusOfPhone, toE164 } from '#lib/to-e164.ts'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { FORM_DETAILS } from '#shared/forms.ts'
import type { FormDetail, FormMapping } from '#shared/forms.ts'
import type { FieldDefinition } from '#contacts/custom-fields/find-definitions.ts'
import { readFieldValue } from '#contacts/custom-fields/read-field-value.ts'
import { findVisitor, isName, isOfName, isSameGroup, looksLikePhone } from './find-visitor.ts'
import type { FieldPlace } from './find-visitor.ts'
import { isOfKind, readMeaning } from './read-meaning.ts'
import type { FieldMeaning } from './read-meaning.ts'
import type { SubmissionField } from './submission.ts'

/** The contact details of a submission; `fields` are all answers by their labels, including these. */
type MappedSubmission = {
  name: string | undefined
  phoneE164: string | undefined
  email: string | undefined
  message: string | undefined
  campaign: string | undefined
  fields: Record<string, string>
  /** The answers that an admin assigned to custom fields, by their keys. */
  custom: Record<string, string>
}

const FIELD_CHARACTERS_MAX = 10_000
/** The longest text that can be several addresses, because requests wait for them. */
const LIST_CHARACTERS_MAX = 200
/** The most fields that are read as a phone number, because reading one takes long. */
const PHONES_MAX = 30

/** A field with its meaning and its place beside the visitor. */
type Read = {
  field: SubmissionField
  value: string
  meaning: FieldMeaning | undefined
  place: FieldPlace
}

/**
 * Finds the contact's details among the fields of a form: those that an admin assigned, then the visitor's, by their kinds and
 * labels; a phone number without a country code is one of the country beside it, else of `defaultCountry`. A value that is not a phone
 * number or email address is ignored, whatever its label; it stays among `fields`.
 */
export function mapFields(
  fields: SubmissionField[],
  defaultCountry?: string,
  mapping: FormMapping = {},
): MappedSubmission {
  const given = fields.filter((field) => field.value.trim() !== '')
  const placeOf = findVisitor(given)
  const read = given.map((field): Read => ({
    field,
    value: field.value.trim(),
    meaning: readMeaning(field),
    place: placeOf(field),
  }))
  const assigned = (detail: FormDetail) =>
    read.filter(({ field }) => isAssigned(field, mapping[detail]))
  const valuesOf = (kind: FormDetail) =>
    [...assigned(kind), ...readsOf(read, kind)].map(({ value }) => value)
  const hasName = assigned('name').length > 0
  const unnamed = read.filter(
    ({ place, meaning }) => (place === 'visitor' || place === 'near') && meaning?.kind !== 'other',
  )
  const emails = valuesOf('email')
  const phones = [...assigned('phone'), ...readsOf(read, 'phone')]
    .slice(0, PHONES_MAX)
    .map(({ field }) => readPhone(field, given, defaultCountry))
  return {
    name: toName(
      hasName ? undefined : valuesOf('first_name')[0],
      hasName ? undefined : valuesOf('last_name')[0],
      assigned('name')[0]?.value ??
        joinParts(readsOf(read, 'name')) ??
        [...emails, ...unnamed.map(({ value }) => value)].map(readEmailName).find(Boolean),
    ),
    phoneE164: phones.find(Boolean) ?? findOnlyPhone(unnamed),
    email:
      emails.map(readFirstEmail).find(Boolean) ??
      unnamed.map(({ value }) => readEmail(value)).find(Boolean),
    message: cutOptional(valuesOf('message')[0] ?? findAnswer(read), FIELD_CHARACTERS_MAX),
    campaign: cutOptional(findCampaign(read), CONTACT_CHARACTERS_MAX.campaign),
    fields: toRecord(read),
    custom: Object.fromEntries(
      Object.entries(mapping.fields ?? {}).flatMap(([key, label]) => {
        // Several checked boxes have one label.
        const values = read.filter(({ field }) => isAssigned(field, label))
        const texts = new Set(values.map(({ value }) => value))
        return values.length === 0 ? [] : [[key, [...texts].join(', ')]]
      }),
    ),
  }
}

function cutOptional(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : cutText(text, max)
}

/** Returns the fields of a kind from which it may be read, the best first. */
function readsOf(read: Read[], kind: FormDetail): Read[] {
  const isAddress = kind === 'email' || kind === 'phone'
  const isForName = kind.endsWith('name')
  // Parts of a name are from one place.
  const hasOwnName = read.some((each) => each.place === 'visitor' && isNamed(each))
  const isSure = ({ meaning }: Read) => Number((meaning?.sureness ?? 0) >= 2)
  return read
    .filter(({ meaning }) => isOfKind(meaning, kind))
    .filter((each) => {
      if (isForName && (!isNamed(each) || (hasOwnName && each.place !== 'visitor'))) return false
      if (each.place === 'visitor' || each.place === 'near') return true
      if (kind === 'message') return each.place !== 'elsewhere' && isSure(each)
      return each.place === 'around' && isAddress && isSure(each)
    })
    .toSorted(
      (a, b) =>
        isSure(b) - isSure(a) ||
        PLACES.indexOf(a.place) - PLACES.indexOf(b.place) ||
        rankUse(a.meaning) - rankUse(b.meaning) ||
        (b.meaning?.sureness ?? 0) - (a.meaning?.sureness ?? 0),
    )
}

function isNamed({ meaning, value }: Read): boolean {
  return isOfName(meaning) && isName(value)
}

const PLACES: FieldPlace[] = ['visitor', 'near', 'around', 'below', 'elsewhere']

/**
 * Returns the E.164 form of a phone number: of one without a country code by the code, else the country, that is in its group. A
 * form that does not encode a plus sign sends a blank for it.
 */
function readPhone(
  field: SubmissionField,
  fields: SubmissionField[],
  defaultCountry: string | undefined,
): string | undefined {
  const text = restorePlusOfPhone(field.value)
  const read = (country?: string) => toE164(text.trim(), country) ?? readFirstPhone(text, country)
  if (/^\s*(\+|00)/.test(text)) return read()
  const countryIn = (kind: 'country_code' | 'country') =>
    fields
      .filter((each) => isSameGroup(each, field) && readMeaning(each)?.kind === kind)
      .map(({ value }) => findCountry(value))
      .find(Boolean)
  const byCode = countryIn('country_code')
  if (byCode) return read(byCode)
  const byCountry = countryIn('country')
  const found = byCountry && read(byCountry)
  // People live in other countries than their numbers.
  return found && isValidPhone(found) ? found : read(defaultCountry)
}

/** Returns the first of several phone numbers in one field. */
function readFirstPhone(text: string, country: string | undefined): string | undefined {
  return text.length <= LIST_CHARACTERS_MAX ? readPhones(text, country).values[0] : undefined
}

/** Returns the first of several email addresses in one field. */
function readFirstEmail(text: string): string | undefined {
  return text.length <= LIST_CHARACTERS_MAX ? readEmails(text).values[0] : readEmail(text)
}

/** Returns the phone number that is written like one and has no label that says so, if there is only one. */
function findOnlyPhone(read: Read[]): string | undefined {
  const found = new Set(
    read.map(({ value }) => (looksLikePhone(value) ? toE164(value) : undefined)),
  )
  const [only, ...others] = [...found].filter((each) => each !== undefined)
  return others.length === 0 ? only : undefined
}

/** Returns the answer to a question in free text, for a form without a field for messages. */
function findAnswer(read: Read[]): string | undefined {
  return read.find(
    ({ field, value, meaning }) =>
      meaning === undefined &&
      field.group?.rank === 3 &&
      /[?\u037e\u061f\uff1f]\s*$/u.test(field.label) &&
      value.split(/\s+/, 3).length === 3,
  )?.value
}

/** Returns the campaign, wherever it is, also in the address of the page. */
function findCampaign(read: Read[]): string | undefined {
  const named = read.filter(({ meaning }) => meaning?.kind === 'campaign' && meaning.sureness === 2)
  const isPlain = ({ field }: Read) =>
    !/utm/i.test(field.words?.at(-1) ?? (field.label || field.key))
  const best = named.find(isPlain) ?? named[0]
  if (best) return best.value
  for (const { value } of read) {
    const page = /^https?:/i.test(value) && value.includes('utm_campaign=') && URL.parse(value)
    const campaign = page ? page.searchParams.get('utm_campaign') : null
    if (campaign) return campaign
  }
  return undefined
}

/** Returns every email address and phone number among the fields, whatever their labels. */
export function findAddresses(fields: SubmissionField[], defaultCountry?: string): string[] {
  return fields.flatMap((field) => {
    const text = field.value.trim()
    const isShort = text.length <= LIST_CHARACTERS_MAX
    return [
      ...(isShort ? [readPhone(field, fields, defaultCountry)] : []),
      ...(isShort ? readPhones(text, defaultCountry).values : []),
      ...(isShort ? readEmails(text).values : [readEmail(text)]),
    ].filter((each) => each !== undefined)
  })
}

/**
 * Returns the answers, with the detail or the custom field that each is used as, and the problem of one that cannot be used as
 * it.
 */
export function explainFields(
  fields: SubmissionField[],
  defaultCountry?: string,
  mapping: FormMapping = {},
  definitions: FieldDefinition[] = [],
) {
  const custom = definitions.filter(({ key }) => mapping.fields?.[key] !== undefined)
  return fields
    .filter((field) => !field.isEnvelope && field.value.trim() !== '')
    .map((field) => {
      const value = field.value.trim()
      const assigned = FORM_DETAILS.find((each) => isAssigned(field, mapping[each]))
      const meaning = readMeaning(field)
      const phone = readPhone(field, fields, defaultCountry)
      const email = readFirstEmail(value)
      const byLabel = FORM_DETAILS.find((each) => isOfKind(meaning, each))
      const byLook = email ? 'email' : looksLikePhone(value) && phone ? 'phone' : null
      const detail = assigned ?? byLabel ?? byLook
      const definition = custom.find(({ key }) => isAssigned(field, mapping.fields![key]))
      const isMisfit =
        definition !== undefined && readFieldValue(definition, value).problem !== undefined
      const isUnusable = (detail === 'phone' && !phone) || (detail === 'email' && !email)
      return {
        label: field.label || field.key,
        value: cutText(value, 500),
        detail,
        custom_field: definition?.key ?? null,
        problem: !isUnusable
          ? isMisfit
            ? ('invalid_value' as const)
            : null
          : detail === 'phone'
            ? ('invalid_phone' as const)
            : ('invalid_email' as const),
      }
    })
}

function isAssigned(field: SubmissionField, label: string | undefined): boolean {
  return label !== undefined && (field.label || field.key) === label
}

/** Joins the parts of a name that has no labels for them. */
function joinParts(names: Read[]): string | undefined {
  const [first, ...others] = names
  const isPart = (each: Read) => /^\S+$/.test(each.value) && each.field.label === first?.field.label
  const parts = new Set(names.map(({ value }) => value))
  return first && isPart(first) && others.every(isPart) ? [...parts].join(' ') : first?.value
}

function toName(
  first: string | undefined,
  last: string | undefined,
  whole: string | undefined,
): string | undefined {
  const name = cleanName(joinName(first, last, whole) ?? '')
  return name === null ? undefined : cutText(name, CONTACT_CHARACTERS_MAX.name)
}

function joinName(
  first: string | undefined,
  last: string | undefined,
  whole: string | undefined,
): string | undefined {
  if (first && whole?.includes(first)) return whole
  if (first && last && first.endsWith(` ${last}`)) return first
  if (first) return [first, last ?? whole].filter(Boolean).join(' ')
  if (!whole) return last
  return last && !whole.includes(last) ? `${whole} ${last}` : whole
}

function toRecord(read: Read[]): Record<string, string> {
  const values = new Map<string, Set<string>>()
  for (const { field, value } of read) {
    const name = field.label || field.key
    values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return Object.fromEntries(
    [...values].map(([name, texts]) => [
      name,
      cutText([...texts].join(', '), FIELD_CHARACTERS_MAX),
    ]),
  )
}
