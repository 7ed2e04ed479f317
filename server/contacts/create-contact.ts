import type { MatchedPerson } from './person-facts.ts'
import { findById } from '#db/find-by-id.ts'
import { cleanText } from '#lib/clean-text.ts'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCauses } from '#lib/cause.ts'
import { readAlias } from '#lib/read-alias.ts'
import { AppError } from '#lib/errors.ts'
import { requireEmail } from '#lib/read-email.ts'
import { matchPeople } from './match-people.ts'
import { findDefinitions } from './custom-fields/find-definitions.ts'
import type { FieldDefinition } from './custom-fields/find-definitions.ts'
import { readFields, withoutNulls } from './custom-fields/read-fields.ts'
import type { PersonFacts, PersonRow } from './person-facts.ts'
import { findPhones, readPhone } from './read-phone.ts'
import type { FindPhone } from './read-phone.ts'
import { readInputs } from './read-inputs.ts'
import { recordLeads } from './record-lead.ts'
import { toPerson } from './schema.ts'
import type { Contact, CreateContactBody } from './schema.ts'

/** A contact to create, as a caller describes it. */
type ContactInput = Static<typeof CreateContactBody>

/** The facts of a contact to create, after they were checked. */
type NewContact = Omit<PersonFacts, 'identities' | 'seenAt'>

/** Checks the input of a contact to create, and reads its phone number and custom fields. */
async function readNewContact(
  input: ContactInput,
  find: FindPhone,
  definitions: FieldDefinition[],
): Promise<NewContact> {
  const phone = readAlias<string>(input, ['phone_e164', 'phone'])
  const inputs = readInputs(input)
  if (!inputs.name && !phone?.value)
    throw new AppError('validation_failed', 'A contact requires a name or a phone number.', {
      fields: [
        { field: 'name', code: 'required', message: 'is required without phone_e164' },
        { field: 'phone_e164', code: 'required', message: 'is required without name' },
      ],
    })
  return {
    ...inputs,
    phoneE164: phone?.value && (await readPhone(find, phone.value, phone.name)),
    email: input.email && requireEmail('email', input.email),
    source: cleanText(input.source ?? '') || 'api',
    ...(input.fields && { fields: withoutNulls(readFields(definitions, input.fields)) }),
  }
}

/**
 * Finds or creates contacts, and records a lead and `contact.created` for each, in the caller's transaction and a bounded
 * number of statements; also `contact.updated` when empty fields of a found contact were filled. `find`: the result of
 * `findContactPhones`.
 *
 * @throws {AppError} validation_failed (neither name nor phone, or values that do not fit their custom field),
 * conflicting_fields, invalid_phone
 */
export async function createContacts(
  caller: Scope,
  given: ContactInput[],
  find: FindPhone,
): Promise<Contact[]> {
  // Also finds contacts whom the caller does not see, so that no second one is created.
  const tx = unrestricted(caller)
  const inputs: NewContact[] = []
  const definitions = given.some(({ fields }) => fields) ? await findDefinitions(tx) : []
  for (const each of given) inputs.push(await readNewContact(each, find, definitions))
  const matched = await matchPeople(tx, inputs)
  await refuseHidden(caller, matched)
  const leads = await recordLeads(
    tx,
    inputs.map((input, index) => {
      const { person } = matched[index]!
      const { source, campaign } = input
      return { personId: person.id, source, campaign, details: differingFacts(person, input) }
    }),
  )
  const contacts = matched.map(({ person, matchedBy }, index) => ({
    ...toPerson(person),
    matched_by: matchedBy,
    lead: leads[index]!,
  }))
  const filled = new Set<string>()
  const causes = findCauses()
  await recordEvents(
    tx,
    contacts.flatMap((contact, index) => {
      const { person, isFilled } = matched[index]!
      const cause = causes[index]
      const created = { type: 'contact.created' as const, data: contact, cause }
      if (!isFilled || filled.has(person.id)) return [created]
      filled.add(person.id)
      return [created, { type: 'contact.updated' as const, data: toPerson(person), cause }]
    }),
  )
  return contacts
}

/** Refuses contacts that exist and that the caller does not see. @throws {AppError} identity_taken */
async function refuseHidden(caller: Scope, matched: MatchedPerson[]): Promise<void> {
  if (!caller.viewer) return
  for (const { person, matchedBy } of matched)
    if (matchedBy !== null && !(await findById(caller, 'people', person.id)))
      throw new AppError(
        'identity_taken',
        'The phone number or email address belongs to a contact that you do not see.',
      )
}

/** Reads the phone numbers of contacts, before the transaction that creates or updates them. */
export function findContactPhones(
  scope: Scope,
  inputs: { phone_e164?: string | null | undefined; phone?: string | null | undefined }[],
): Promise<FindPhone> {
  return findPhones(
    scope,
    inputs.flatMap((input) => [input.phone_e164, input.phone]),
  )
}

/** Creates one contact, in a transaction. @throws {AppError} the codes of `createContacts` */
export async function createContact(scope: Scope, input: ContactInput): Promise<Contact> {
  const find = await findContactPhones(scope, [input])
  const [contact] = await transaction(scope, (tx) => createContacts(tx, [input], find))
  return contact!
}

/** Returns the given phone, email and custom fields that differ from the contact's own: only the lead stores them. */
function differingFacts(
  person: Pick<PersonRow, 'phone_e164' | 'email' | 'fields'>,
  { phoneE164, email, fields = {} }: NewContact,
): Record<string, unknown> {
  const others = Object.entries(fields).filter(([name, value]) => person.fields[name] !== value)
  return {
    ...(others.length > 0 && { fields: Object.fromEntries(others) }),
    ...(phoneE164 !== undefined && phoneE164 !== person.phone_e164 && { phone_e164: phoneE164 }),
    ...(email !== undefined && email !== person.email && { email }),
  }
}
