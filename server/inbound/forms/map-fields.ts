import { toE164 } from '#lib/phone.ts'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { readMeaning } from './field-words.ts'
import type { FieldMeaning } from './field-words.ts'
import type { SubmissionField } from './submission.ts'

/** The contact details of a submission; `fields` are all answers by their labels, including these. */
type MappedSubmission = {
  name: string | undefined
  phoneE164: string | undefined
  email: string | undefined
  message: string | undefined
  campaign: string | undefined
  fields: Record<string, string>
}

const EMAIL = /^[^\s@<>"(),;:]{1,64}@[^\s@<>"(),;:]{1,180}\.[^\s@<>"(),;:.]{2,63}$/
const FIELD_CHARACTERS_MAX = 10_000

/**
 * Finds the contact's details among the fields of a form, by their kinds and labels; a phone number is parsed for
 * `defaultCountry`. A value that is not a phone number or e-mail address is ignored, whatever its label; it stays
 * among `fields`.
 */
export function mapFields(fields: SubmissionField[], defaultCountry?: string): MappedSubmission {
  const given = fields
    .map((field) => ({ ...field, value: field.value.trim() }))
    .filter((field) => field.value !== '')
  const read = given.map((field) => ({ field, found: readMeaning(field) }))
  const valuesOf = (meaning: FieldMeaning) =>
    read
      .filter(({ found }) => found?.meaning === meaning)
      .toSorted((a, b) => b.found!.sureness - a.found!.sureness)
      .map(({ field }) => field.value)
  const campaign = ['campaign', 'utm_campaign']
    .map((key) =>
      given.find((field) => [field.key, field.label].some((name) => isNamed(name, key))),
    )
    .find(Boolean)
  return {
    name: toName(valuesOf('first')[0], valuesOf('last')[0], valuesOf('name')[0]),
    phoneE164: valuesOf('phone')
      .map((value) => toE164(value, defaultCountry))
      .find(Boolean),
    email: [...valuesOf('email'), ...given.map((field) => field.value)].find((value) =>
      EMAIL.test(value),
    ),
    message: valuesOf('message')[0]?.slice(0, FIELD_CHARACTERS_MAX),
    campaign: campaign?.value.slice(0, CONTACT_CHARACTERS_MAX.campaign),
    fields: toRecord(given),
  }
}

function isNamed(name: string, key: string): boolean {
  return name.toLowerCase().replaceAll(/[\s-]+/g, '_') === key
}

function toName(
  first: string | undefined,
  last: string | undefined,
  whole: string | undefined,
): string | undefined {
  return joinName(first, last, whole)?.replaceAll(/\s+/g, ' ').slice(0, CONTACT_CHARACTERS_MAX.name)
}

function joinName(
  first: string | undefined,
  last: string | undefined,
  whole: string | undefined,
): string | undefined {
  if (first && whole?.includes(first)) return whole
  if (first) return [first, last ?? whole].filter(Boolean).join(' ')
  if (!whole) return last
  return last && !whole.includes(last) ? `${whole} ${last}` : whole
}

function toRecord(fields: SubmissionField[]): Record<string, string> {
  const record = new Map<string, string>()
  for (const { key, label, value } of fields) {
    const name = label || key
    const before = record.get(name)
    record.set(name, (before ? `${before}, ${value}` : value).slice(0, FIELD_CHARACTERS_MAX))
  }
  return Object.fromEntries(record)
}
