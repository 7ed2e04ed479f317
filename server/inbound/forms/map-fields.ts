import { readEmail } from '#lib/read-email.ts'
import { cutText } from '#lib/cut-text.ts'
import { cleanName } from '#lib/clean-name.ts'
import { toE164 } from '#lib/phone.ts'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { FORM_DETAILS } from '#shared/forms.ts'
import type { FormDetail, FormMapping } from '#shared/forms.ts'
import type { FieldDefinition } from '#contacts/custom-fields/find-definitions.ts'
import { readFieldValue } from '#contacts/custom-fields/read-field-value.ts'
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
  /** The answers that an admin assigned to custom fields, by their keys. */
  custom: Record<string, string>
}

const EMAIL = /^[^\s@<>"(),;:]{1,64}@[^\s@<>"(),;:]{1,180}\.[^\s@<>"(),;:.]{2,63}$/
const FIELD_CHARACTERS_MAX = 10_000

type Read = { field: SubmissionField; found: ReturnType<typeof readMeaning> }

/**
 * Finds the contact's details among the fields of a form: those that an admin assigned, then by their kinds and labels;
 * a phone number is parsed for `defaultCountry`. A value that is not a phone number or email address is ignored,
 * whatever its label; it stays among `fields`. What the form service itself wrote is no name: a form has a name too.
 */
export function mapFields(
  fields: SubmissionField[],
  defaultCountry?: string,
  mapping: FormMapping = {},
): MappedSubmission {
  const given = fields
    .map((field) => ({ ...field, value: field.value.trim() }))
    .filter((field) => field.value !== '')
  const read: Read[] = given.map((field) => ({ field, found: readMeaning(field) }))
  const assigned = (detail: FormDetail) =>
    given.filter((field) => isAssigned(field, mapping[detail])).map((field) => field.value)
  const valuesOf = (detail: FormDetail, meaning: FieldMeaning) => [
    ...assigned(detail),
    ...valuesWith(read, meaning),
  ]
  const campaign = ['campaign', 'utm_campaign']
    .map((key) =>
      given.find((field) => [field.key, field.label].some((name) => isNamed(name, key))),
    )
    .find(Boolean)
  const answers = given.filter((field) => !field.isEnvelope).map((field) => field.value)
  return {
    name: toName(
      assigned('name').length > 0 ? undefined : valuesOf('first_name', 'first')[0],
      assigned('name').length > 0 ? undefined : valuesOf('last_name', 'last')[0],
      valuesOf('name', 'name')[0],
    ),
    phoneE164: valuesOf('phone', 'phone')
      .map((value) => toE164(value, defaultCountry))
      .find(Boolean),
    email: [...valuesOf('email', 'email'), ...answers]
      .map((value) => readEmail(value))
      .find(Boolean),
    message: valuesOf('message', 'message')[0]?.slice(0, FIELD_CHARACTERS_MAX),
    campaign: campaign?.value.slice(0, CONTACT_CHARACTERS_MAX.campaign),
    fields: toRecord(given),
    custom: Object.fromEntries(
      Object.entries(mapping.fields ?? {}).flatMap(([key, label]) => {
        // Several checked boxes have one label.
        const values = given.filter((field) => isAssigned(field, label)).map(({ value }) => value)
        return values.length === 0 ? [] : [[key, [...new Set(values)].join(', ')]]
      }),
    ),
  }
}

/** Returns every email address and phone number among the fields, whatever their labels. */
export function findAddresses(fields: SubmissionField[], defaultCountry?: string): string[] {
  return fields.flatMap(({ value }) => {
    const text = value.trim()
    const phone = text.length <= 40 ? toE164(text, defaultCountry) : undefined
    return [...(phone ? [phone] : []), ...(EMAIL.test(text) ? [text] : [])]
  })
}

/** The detail that a field's meaning stands for. */
const DETAILS: Record<FieldMeaning, FormDetail> = {
  first: 'first_name',
  last: 'last_name',
  name: 'name',
  phone: 'phone',
  email: 'email',
  message: 'message',
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
      const meaning = readMeaning(field)?.meaning
      const detail = assigned ?? (meaning ? DETAILS[meaning] : EMAIL.test(value) ? 'email' : null)
      const definition = custom.find(({ key }) => isAssigned(field, mapping.fields![key]))
      const isMisfit =
        definition !== undefined && readFieldValue(definition, value).problem !== undefined
      const isUnusable =
        (detail === 'phone' && !toE164(value, defaultCountry)) ||
        (detail === 'email' && !EMAIL.test(value))
      return {
        label: field.label || field.key,
        value: value.slice(0, 500),
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

/** Returns the values with a meaning, the surest first. The envelope has only addresses, and only by an exact label. */
function valuesWith(read: Read[], meaning: FieldMeaning): string[] {
  const isAddress = meaning === 'email' || meaning === 'phone'
  return read
    .filter(({ found }) => found?.meaning === meaning)
    .filter(({ field, found }) => !field.isEnvelope || (isAddress && found!.sureness === 2))
    .toSorted(
      (a, b) =>
        Number(a.field.isEnvelope ?? false) - Number(b.field.isEnvelope ?? false) ||
        b.found!.sureness - a.found!.sureness,
    )
    .map(({ field }) => field.value)
}

function isNamed(name: string, key: string): boolean {
  return name.toLowerCase().replaceAll(/[\s-]+/g, '_') === key
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
  if (first) return [first, last ?? whole].filter(Boolean).join(' ')
  if (!whole) return last
  return last && !whole.includes(last) ? `${whole} ${last}` : whole
}

function toRecord(fields: SubmissionField[]): Record<string, string> {
  const record = new Map<string, string>()
  for (const { key, label, value } of fields) {
    const name = label || key
    const before = record.get(name)
    if (before === value) continue
    record.set(name, (before ? `${before}, ${value}` : value).slice(0, FIELD_CHARACTERS_MAX))
  }
  return Object.fromEntries(record)
}
