import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { readAlias } from '#lib/aliases.ts'
import { AppError } from '#lib/errors.ts'
import { matchPerson } from './match-person.ts'
import { readPhone } from './read-phone.ts'
import { recordLead } from './record-lead.ts'
import { toPerson } from './schema.ts'
import type { Contact, CreateContactBody } from './schema.ts'

/**
 * Finds or creates the contact, and records a lead and `contact.created`, in one transaction; also `contact.updated`
 * when empty fields of a found contact were filled.
 *
 * @throws {AppError} validation_failed (neither name nor phone), conflicting_fields, invalid_phone
 */
export async function createContact(
  scope: Scope,
  input: Static<typeof CreateContactBody>,
): Promise<Contact> {
  const phone = readAlias<string>(input, ['phone_e164', 'phone'])
  const name = input.name?.trim() || undefined
  if (name === undefined && phone === undefined)
    throw new AppError('validation_failed', 'A contact requires a name or a phone number.', {
      fields: [
        { field: 'name', code: 'required', message: 'is required without phone_e164' },
        { field: 'phone_e164', code: 'required', message: 'is required without name' },
      ],
    })
  const phoneE164 = phone && (await readPhone(scope, phone.value, phone.name))
  const source = input.source ?? 'api'
  return transaction(scope, async (tx) => {
    const { person, matchedBy, isFilled } = await matchPerson(tx, {
      name,
      phoneE164,
      email: input.email,
      source,
      campaign: input.campaign,
    })
    const lead = await recordLead(tx, {
      personId: person.id,
      source,
      campaign: input.campaign,
      details: differingFacts(person, phoneE164, input.email),
    })
    const contact = { ...toPerson(person), matched_by: matchedBy, lead }
    await recordEvents(tx, [
      { type: 'contact.created', data: contact },
      ...(isFilled ? [{ type: 'contact.updated' as const, data: toPerson(person) }] : []),
    ])
    return contact
  })
}

/** Returns the given phone and e-mail that differ from the contact's own: only the lead stores them. */
function differingFacts(
  person: { phone_e164: string | null; email: string | null },
  phone: string | undefined,
  email: string | undefined,
): Record<string, string> {
  return {
    ...(phone !== undefined && phone !== person.phone_e164 && { phone_e164: phone }),
    ...(email !== undefined && email !== person.email && { email }),
  }
}
