import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { selectFrom, deleteFrom } from '#db/select-from.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { readAlias } from '#lib/read-alias.ts'
import { invalidField, AppError } from '#lib/errors.ts'
import { namesOf } from '#lib/part-of.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { pick } from '#lib/pick.ts'
import { emailMatchKeys, foldEmail, requireEmail } from '#lib/read-email.ts'
import type { Precondition } from '#lib/precondition.ts'
import { updateById } from '#db/update-by-id.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import { findDefinitions } from './custom-fields/find-definitions.ts'
import { indexFields } from './custom-fields/index-fields.ts'
import { mergeFields } from './custom-fields/merge-fields.ts'
import { readFields } from './custom-fields/read-fields.ts'
import { findIdentityOwners } from './find-identity-owners.ts'
import { readInputs } from './read-inputs.ts'
import { createPhoneFinder, readPhone } from './read-phone.ts'
import type { FindPhone } from './read-phone.ts'
import { getContact } from './get-contact.ts'
import { lockPersonId } from './find-person-id.ts'
import type { PersonDetail, UpdateContactBody } from './schema.ts'

/**
 * Updates a contact and its identities, and records `contact.updated`, in one transaction. A replaced phone or email
 * becomes free for another contact. If the contact already owns the new one (after a merge), it only becomes the primary one. `find`: the result of
 * `findContactPhones`; needed inside a transaction. `precondition` gets the contact while it is locked.
 *
 * @throws {AppError} person_not_found, identity_taken, conflicting_fields, invalid_phone, validation_failed, and that of the
 * precondition
 */
export async function updateContact(
  scope: Scope,
  id: string,
  input: Static<typeof UpdateContactBody>,
  find: FindPhone = createPhoneFinder(scope),
  precondition?: Precondition,
): Promise<PersonDetail> {
  const given = readAlias<string | null>(input, ['phone_e164', 'phone'])
  const phone = given?.value ? await readPhone(find, given.value, given.name) : given?.value
  const email = input.email ? requireEmail('email', input.email) : input.email
  return transaction(scope, async (caller) => {
    const personId = await lockPersonId(caller, id, 'change')
    precondition?.(await getContact(caller, personId))
    const tx = unrestricted(caller)
    const before = (await findById(tx, 'people', personId))!
    const next = {
      ...pick(before, namesOf(CONTACT_ATTRIBUTES, 'input')),
      ...readInputs(input),
      phone_e164: phone === undefined ? before.phone_e164 : phone,
      email: email === undefined ? before.email : email,
      fields: input.fields
        ? mergeFields(before.fields, readFields(await findDefinitions(tx), input.fields))
        : before.fields,
    }
    const same = { ...before, ...next }
    if (JSON.stringify(same) === JSON.stringify(before)) return getContact(tx, personId)
    const isHidden = async (other: string) => !(await findById(caller, 'people', other))
    const replace = (kind: 'phone_e164' | 'email') =>
      replaceIdentity(tx, personId, { kind, from: before[kind], to: next[kind], isHidden })
    await replace('phone_e164')
    await replace('email')
    await checkRecognisable(tx, personId, next)
    await updateById(tx, 'people', personId, {
      ...next,
      fields: JSON.stringify(next.fields),
      updated_at: tx.clock.now(),
    })
    if (input.fields) await indexFields(tx, [{ id: personId, fields: next.fields }])
    const person = await getContact(tx, personId)
    await recordEvents(tx, [{ type: 'contact.updated', data: person }])
    return person
  })
}

/** Refuses an update that leaves a contact with no name, phone, email or other identity. */
async function checkRecognisable(
  tx: Scope,
  personId: string,
  next: { name: string | null; phone_e164: string | null; email: string | null },
): Promise<void> {
  if (next.name !== null || next.phone_e164 !== null || next.email !== null) return
  const identity = await selectFrom(tx, 'identities')
    .select('kind')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!identity)
    throw invalidField(
      'name',
      'is required if the contact has no phone number and no email address',
    )
}

/** The former and the new phone or email of a contact; `isHidden`: whether the caller does not see another contact. */
type Replacement = {
  kind: 'phone_e164' | 'email'
  from: string | null
  to: string | null
  isHidden: (other: string) => Promise<boolean>
}

/**
 * Replaces the phone or email `from` of a locked person by `to`. The person's other identities stay.
 *
 * @throws {AppError} identity_taken, with the id of its owner if the caller sees that
 */
async function replaceIdentity(
  tx: Scope,
  personId: string,
  { kind, from, to, isHidden }: Replacement,
): Promise<void> {
  const fold = (value: string) => (kind === 'email' ? foldEmail(value) : value)
  const [former, next] = [from === null ? null : fold(from), to === null ? null : fold(to)]
  if (former === next) return
  if (next !== null) {
    const { rows } = await sql<{ person_id: string }>`
      insert into identities (workspace_id, kind, value, person_id, created_at)
      values (${tx.workspaceId}, ${kind}, ${next}, ${personId}, ${tx.clock.now()})
      on conflict (workspace_id, kind, value) do nothing
      returning person_id`.execute(tx.db)
    const values = kind === 'email' ? emailMatchKeys(next) : phoneMatchKeys(next)
    const owners = await findIdentityOwners(
      tx,
      values.map((value) => ({ kind, value })),
    )
    const other = [...owners.values()].find((owner) => owner !== personId)
    if (other !== undefined)
      throw new AppError(
        'identity_taken',
        `The ${kind === 'email' ? 'email address' : 'phone number'} belongs to ${(await isHidden(other)) ? 'another contact' : `the contact ${other}`}.`,
      )
    if (rows.length === 0) return
  }
  if (former !== null)
    await deleteFrom(tx, 'identities')
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      // It may be stored under another spelling.
      .where('value', 'in', kind === 'email' ? emailMatchKeys(former) : [former])
      .execute()
}
