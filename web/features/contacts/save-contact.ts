import { api } from '../../lib/api.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'

/** A custom field in the form; `key` identifies its row. */
type FieldRow = { key: string; name: string; value: string }

/** The values of the contact form. */
export type ContactValues = {
  name: string
  phoneE164: string
  email: string
  campaign: string
  /** A language tag; empty: unknown. */
  language: string
  /** The fields without a definition. */
  fields: FieldRow[]
  /** The values of defined fields, in their order. */
  custom: { key: string; value: string }[]
}

/** A saved contact. `isKnown`: the contact existed before. */
type SavedContact = { contact: Contact; isKnown: boolean }

/** Returns the form's values for a contact; empty ones for a new contact. */
export function toContactValues(
  contact?: ContactDetail,
  definitions: Pick<CustomField, 'key'>[] = [],
): ContactValues {
  const keys = new Set(definitions.map(({ key }) => key))
  const fields = Object.entries(contact?.fields ?? {})
  return {
    name: contact?.name ?? '',
    phoneE164: contact?.phone_e164 ?? '',
    email: contact?.email ?? '',
    campaign: contact?.campaign ?? '',
    language: contact?.language ?? '',
    fields: fields
      .filter(([name]) => !keys.has(name))
      .map(([name, value]) => newFieldRow(name, value)),
    custom: definitions.map(({ key }) => ({ key, value: contact?.fields[key] ?? '' })),
  }
}

/** Creates a row for a custom field. */
export function newFieldRow(name = '', value = ''): FieldRow {
  return { key: crypto.randomUUID(), name, value }
}

/** Returns the request body that creates a contact: only what is filled in. */
export function toNewContact(values: ContactValues): Record<string, unknown> {
  const filled = Object.entries(toColumns(values)).filter(([, value]) => value !== null)
  const fields = toAllFields(values)
  return {
    ...Object.fromEntries(filled),
    ...(Object.keys(fields).length > 0 && { fields }),
    source: 'manual',
  }
}

/** Returns the request body that updates `contact`: changed columns and custom fields, and null for removed ones. */
export function toContactPatch(
  contact: Pick<ContactDetail, keyof Columns | 'fields'>,
  values: ContactValues,
): Record<string, unknown> {
  const changed = Object.entries(toColumns(values)).filter(
    ([name, value]) => value !== contact[name as keyof Columns],
  )
  const fields = toAllFields(values)
  // An older value that does not fit its field would be refused, although it was not changed.
  const changedFields = Object.entries(fields).filter(
    ([name, value]) => value !== contact.fields[name],
  )
  const removed = Object.keys(contact.fields).filter((name) => !(name in fields))
  return {
    ...Object.fromEntries(changed),
    fields: {
      ...Object.fromEntries(changedFields),
      ...Object.fromEntries(removed.map((name) => [name, null])),
    },
  }
}

/** Returns the custom fields that have a name and a value. */
export function toFields(rows: readonly FieldRow[]): Record<string, string> {
  const filled = rows.map(({ name, value }) => [name.trim(), value.trim()])
  return Object.fromEntries(filled.filter(([name, value]) => name && value))
}

function toAllFields({ fields, custom }: ContactValues): Record<string, string> {
  const defined = custom.map(({ key, value }) => [key, value.trim()] as const)
  return { ...toFields(fields), ...Object.fromEntries(defined.filter(([, value]) => value)) }
}

/** Creates a contact, or updates `contact`. @throws {ParleyError} */
export async function saveContact(
  values: ContactValues,
  contact?: ContactDetail,
): Promise<SavedContact> {
  if (contact) {
    const patch = toContactPatch(contact, values)
    const saved = await api.patch<ContactDetail>(`/api/v1/contacts/${contact.id}`, patch)
    return { contact: saved, isKnown: true }
  }
  const { matched_by, ...created } = await api.post<Contact & { matched_by: string | null }>(
    '/api/v1/contacts',
    toNewContact(values),
  )
  return { contact: created, isKnown: matched_by !== null }
}

type Columns = Record<'name' | 'phone_e164' | 'email' | 'campaign' | 'language', string | null>

function toColumns({ name, phoneE164, email, campaign, language }: ContactValues): Columns {
  const orNull = (text: string) => text.trim() || null
  return {
    name: orNull(name),
    phone_e164: orNull(phoneE164),
    email: orNull(email),
    campaign: orNull(campaign),
    language: orNull(language),
  }
}
