import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { People } from '#db/tables/contacts.ts'
import { batchBody, batchItem, batchResults } from '#lib/batch-body.ts'
import { choiceList } from '#lib/lists/list-filters.ts'
import { joinParts, namesOf, partOf } from '#lib/part-of.ts'
import { pick } from '#lib/pick.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, idList, nullable, Time, titled } from '#lib/schemas.ts'
import { IDENTITY_KINDS } from '#shared/identity-kinds.ts'
import { CONTACT_SORTS, TIMELINE_KINDS } from '#shared/contacts.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'

const personFields = partOf(CONTACT_ATTRIBUTES, 'shape')

/** The maximum length of the text in a row of a log, in UTF-16 units. */
export const LOG_TEXT_CHARACTERS_MAX = 160

const Username = Type.Unsafe<string | null>({
  ...nullable(Type.String()),
  description: 'The newest name that the contact chose on a platform, without the at sign.',
})

/** The fields of a contact that a list shows its name from. */
export const ContactName = titled('ContactName', {
  id: Id,
  name: nullable(Type.String()),
  phone_e164: nullable(Type.String()),
  email: nullable(Type.String()),
  username: Username,
})

/** The fields of a contact that a list shows its name from. */
export type ContactName = Static<typeof ContactName>

/** The fields of a row in a log that say whom it is about: the contact, and the first characters of the text. */
export const logSubject = {
  contact: nullable(
    Type.Unsafe<ContactName>({
      ...ContactName,
      description: 'The contact that it is about. Null if there is none, or it was erased.',
    }),
  ),
  text: nullable(
    Type.String({
      description: `The first ${LOG_TEXT_CHARACTERS_MAX} characters of the message, note, comment or ticket title.`,
    }),
  ),
}

/** A contact, as the API returns it. */
export const Person = titled('Person', personFields)

/** A contact, as the API returns it. */
export type Person = Static<typeof Person>

/** A contact of a list, with its username. */
export const ListedPerson = titled('ListedContact', { ...personFields, username: Username })

/** A contact of a list, with its username. */
export type ListedPerson = Static<typeof ListedPerson>

/** A person with all that it is known by. */
export const PersonDetail = titled('Contact', {
  ...personFields,
  username: Username,
  identities: Type.Array(
    Type.Object({
      kind: Type.Enum([...IDENTITY_KINDS]),
      value: Type.String(),
    }),
    {
      description:
        'The identities that match this contact. After a merge or an import there can be several of the same kind.',
    },
  ),
  merged_ids: Type.Array(Id, {
    description:
      'The ids of contacts that were merged into this one. They resolve to this contact.',
  }),
})

/** A person with all that it is known by. */
export type PersonDetail = Static<typeof PersonDetail>

/** The data of `contact.erased`: only ids. */
export const ErasedContact = titled('ErasedContact', {
  id: Id,
  merged_ids: Type.Array(Id, { description: 'The contacts that were merged into it.' }),
  conversation_ids: Type.Array(Id, { description: 'Its conversations, erased as well.' }),
  erasure_id: Id,
  erased_at: Time,
})

/** The data of `contact.erased`. */
export type ErasedContact = Static<typeof ErasedContact>

/** The answer to a created contact: the person, how it was found (null: it is new) and the lead. */
export const Contact = titled('CreatedContact', {
  ...personFields,
  matched_by: nullable(Type.Enum(['phone', 'email', 'channel_identity'])),
  lead: Type.Object({
    id: Id,
    source: Type.String(),
    campaign: nullable(Type.String()),
    created_at: Time,
  }),
})

/** The answer to a created contact. */
export type Contact = Static<typeof Contact>

/** The body of POST /api/v1/contacts. */
export const CreateContactBody = Type.Object(partOf(CONTACT_ATTRIBUTES, 'create'), {
  additionalProperties: false,
  description: 'Requires a name or a phone number.',
  'x-needs': [['name'], ['phone_e164'], ['phone']],
})

/** An item of POST /api/v1/contacts/batch. */
export const ContactBatchItem = batchItem(CreateContactBody)

/** The body of POST /api/v1/contacts/batch. */
export const ContactBatchBody = batchBody(ContactBatchItem)

/** The response of POST /api/v1/contacts/batch. */
export const ContactBatchResults = batchResults(Contact, 'ContactBatch')

/** The body of PATCH /api/v1/contacts/{id}: only the fields that are sent are updated; null clears a field. */
export const UpdateContactBody = Type.Object(partOf(CONTACT_ATTRIBUTES, 'update'), {
  additionalProperties: false,
  description:
    'Only the fields you send are updated; null clears a field. `phone` is an alias of `phone_e164`.',
})

/** The body of POST /api/v1/contacts/{id}/notes. */
export const CreateContactNoteBody = closedObject({
  text: Type.String({ minLength: 1, maxLength: NOTE_CHARACTERS_MAX }),
})

/** The filters by attributes. */
export const ATTRIBUTE_FILTERS = joinParts(partOf(CONTACT_ATTRIBUTES, 'filters'))

const contactFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'Matches part of the name, phone number, email address or username.',
    }),
  ),
  ...partOf(ATTRIBUTE_FILTERS, 'schema'),
  has: Type.Optional(
    Type.Enum(['phone', 'email'], {
      description: 'Only contacts with a phone number or with an email address.',
    }),
  ),
}

const ContactIds = idList(
  'Up to 100 ids, separated by commas. The id of a merged contact returns the contact it was merged into.',
)

/** The query of GET /api/v1/contacts. */
export const ListContactsQuery = closedObject({
  ...pageQuery,
  ...contactFilters,
  ids: ContactIds,
  sort: Type.Optional(
    Type.Enum([...CONTACT_SORTS], {
      default: 'updated',
      description:
        '`updated`: most recently changed first. `created`: newest first. `name`: in alphabetical order.',
    }),
  ),
})

/** The query of GET /api/v1/contacts/export.csv. */
export const ExportContactsQuery = closedObject({
  ...contactFilters,
  ids: ContactIds,
  except_ids: idList('Up to 100 ids, separated by commas: contacts to leave out.'),
})

/** The query of GET /api/v1/contacts/{id}/timeline. */
export const ListTimelineQuery = closedObject({
  ...pageQuery,
  type: choiceList(TIMELINE_KINDS, 'All kinds by default, or one or more'),
  kinds: choiceList(TIMELINE_KINDS, 'Alias of `type`: one or more'),
})

/** One entry of a person's timeline; `data` depends on `kind`. */
export const TimelineEntry = titled('TimelineEntry', {
  id: Id,
  kind: Type.Enum([...TIMELINE_KINDS]),
  occurred_at: Time,
  data: Type.Record(Type.String(), Type.Unknown()),
})

/** One entry of a person's timeline. */
export type TimelineEntry = Static<typeof TimelineEntry>

const SHOWN = namesOf(CONTACT_ATTRIBUTES, 'shape')

/** The API's person of a row of `people`. */
export function toPerson(row: Omit<Selectable<People>, 'search'>): Person {
  return pick(row, SHOWN)
}
