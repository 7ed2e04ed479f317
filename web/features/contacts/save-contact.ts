import { api } from '../../lib/api.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'

/** A custom field in the form; `key` identifies its row. */
type FieldRow = { key: string; name: string; value: string }

/** The values of the contact form. */
export type ContactValues = {
  name: string
  phoneE164: string
  email: string
  campaign: string
  fields: FieldRow[]
}

/** A saved contact. `isKnown`: the contact existed before. */
type SavedContact = { contact: Contact; isKnown: boolean }

/** Returns the form's values for a contact; empty ones for a new contact. */
export function toContactValues(contact?: ContactDetail): ContactValues {
  return {
    name: contact?.name ?? '',
    phoneE164: contact?.phone_e164 ?? '',
    email: contact?.email ?? '',
    campaign: contact?.campaign ?? '',
    fields: Object.entries(contact?.fields ?? {}).map(([name, value]) => newFieldRow(name, value)),
  }
}

/** Creates a row for a custom field. */
export function newFieldRow(name = '', value = ''): FieldRow {
  return { key: crypto.randomUUID(), name, value }
}

/** Returns the request body that creates a contact: only what is filled in. */
export function toNewContact(values: ContactValues): Record<string, string> {
  const filled = Object.entries(toColumns(values)).filter(([, value]) => value !== null)
  return { ...(Object.fromEntries(filled) as Record<string, string>), source: 'manual' }
}

/** Returns the request body that updates `contact`: changed columns, all custom fields, and null for removed ones. */
export function toContactPatch(
  contact: Pick<ContactDetail, keyof Columns | 'fields'>,
  values: ContactValues,
): Record<string, unknown> {
  const changed = Object.entries(toColumns(values)).filter(
    ([name, value]) => value !== contact[name as keyof Columns],
  )
  const fields = toFields(values.fields)
  const removed = Object.keys(contact.fields).filter((name) => !(name in fields))
  return {
    ...Object.fromEntries(changed),
    fields: { ...fields, ...Object.fromEntries(removed.map((name) => [name, null])) },
  }
}

/** Returns the custom fields that have a name and a value. */
export function toFields(rows: readonly FieldRow[]): Record<string, string> {
  const filled = rows.map(({ name, value }) => [name.trim(), value.trim()])
  return Object.fromEntries(filled.filter(([name, value]) => name && value))
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
  const fields = toFields(values.fields)
  if (Object.keys(fields).length > 0) await api.patch(`/api/v1/contacts/${created.id}`, { fields })
  return { contact: created, isKnown: matched_by !== null }
}

type Columns = Record<'name' | 'phone_e164' | 'email' | 'campaign', string | null>

function toColumns({ name, phoneE164, email, campaign }: ContactValues): Columns {
  const orNull = (text: string) => text.trim() || null
  return {
    name: orNull(name),
    phone_e164: orNull(phoneE164),
    email: orNull(email),
    campaign: orNull(campaign),
  }
}
