import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { People } from '#db/tables/contacts.ts'
import { batchBody, batchItem, batchResults } from '#lib/batch-schema.ts'
import { choiceList, createdFilters, timeFilter, updatedFilter } from '#lib/list-filters.ts'
import { pageQuery } from '#lib/pagination.ts'
import { Id, idList, nullable, Time } from '#lib/schemas.ts'
import { IDENTITY_KINDS } from '#shared/identity-kinds.ts'
import { CONTACT_SORTS, TIMELINE_KINDS, CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { OPT_OUT_WAYS } from '#shared/opt-outs.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { exportBody } from '#lib/export-body.ts'
import { FieldValues } from './custom-fields/schema.ts'

const personFields = {
  id: Id,
  name: nullable(Type.String()),
  phone_e164: nullable(Type.String()),
  email: nullable(Type.String()),
  source: Type.String(),
  campaign: nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
  last_seen_at: nullable(Time),
  blocked_at: Type.Unsafe<Date | null>({
    ...nullable(Time),
    description: 'Since when the contact is blocked; null: it is not.',
  }),
  blocked_reason: nullable(Type.String()),
  opted_out_at: Type.Unsafe<Date | null>({
    ...nullable(Time),
    description: 'Since when the contact is opted out of marketing messages; null: it is not.',
  }),
  opted_out_by: nullable(
    Type.Enum([...OPT_OUT_WAYS], {
      description:
        'How it opted out: with a word such as STOP, on the platform, or by a member or an API key.',
    }),
  ),
  fields: Type.Record(Type.String(), Type.String(), {
    description:
      'Custom fields by name, as text: a number such as `12.5`, a date such as `2026-03-31`, `true` or `false`.',
  }),
}

/** The maximum length of the text in a row of a log, in UTF-16 units. */
export const LOG_TEXT_CHARACTERS_MAX = 160

const Username = Type.Unsafe<string | null>({
  ...nullable(Type.String()),
  description: 'The newest name that the contact chose on a platform, without the at sign.',
})

/** The fields of a contact that a list shows its name from. */
export const ContactName = Type.Object(
  {
    id: Id,
    name: nullable(Type.String()),
    phone_e164: nullable(Type.String()),
    email: nullable(Type.String()),
    username: Username,
  },
  { title: 'ContactName' },
)

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
export const Person = Type.Object(personFields, { title: 'Person' })

/** A contact, as the API returns it. */
export type Person = Static<typeof Person>

/** A contact of a list, with its username. */
export const ListedPerson = Type.Object(
  { ...personFields, username: Username },
  { title: 'ListedContact' },
)

/** A contact of a list, with its username. */
export type ListedPerson = Static<typeof ListedPerson>

/** A person with all that it is known by. */
export const PersonDetail = Type.Object(
  {
    ...personFields,
    username: Username,
    identities: Type.Array(
      Type.Object({
        kind: Type.Enum([...IDENTITY_KINDS]),
        value: Type.String(),
      }),
      {
        description:
          'The identities that match this contact. After a merge there can be several of the same kind.',
      },
    ),
    merged_ids: Type.Array(Id, {
      description:
        'The ids of contacts that were merged into this one. They resolve to this contact.',
    }),
  },
  { title: 'Contact' },
)

/** A person with all that it is known by. */
export type PersonDetail = Static<typeof PersonDetail>

/** The data of `contact.erased`: only ids. */
export const ErasedContact = Type.Object(
  {
    id: Id,
    merged_ids: Type.Array(Id, { description: 'The contacts that were merged into it.' }),
    conversation_ids: Type.Array(Id, { description: 'Its conversations, erased as well.' }),
    erasure_id: Id,
    erased_at: Time,
  },
  { title: 'ErasedContact' },
)

/** The data of `contact.erased`. */
export type ErasedContact = Static<typeof ErasedContact>

/** The answer to a created contact: the person, how it was found (null: it is new) and the lead. */
export const Contact = Type.Object(
  {
    ...personFields,
    matched_by: nullable(Type.Enum(['phone', 'email', 'channel_identity'])),
    lead: Type.Object({
      id: Id,
      source: Type.String(),
      campaign: nullable(Type.String()),
      created_at: Time,
    }),
  },
  { title: 'CreatedContact' },
)

/** The answer to a created contact. */
export type Contact = Static<typeof Contact>

const Name = Type.String({ minLength: 1, maxLength: CONTACT_CHARACTERS_MAX.name })
const Phone = Type.String({ maxLength: CONTACT_CHARACTERS_MAX.phone_e164 })
const Email = Type.String({ format: 'email', maxLength: CONTACT_CHARACTERS_MAX.email })
const Campaign = Type.String({ minLength: 1, maxLength: CONTACT_CHARACTERS_MAX.campaign })

/** The body of POST /api/v1/contacts. */
export const CreateContactBody = Type.Object(
  {
    name: Type.Optional(Name),
    phone_e164: Type.Optional(
      Type.String({
        maxLength: CONTACT_CHARACTERS_MAX.phone_e164,
        description: 'Ten-digit Indian numbers get the prefix +91.',
      }),
    ),
    phone: Type.Optional(
      Type.String({
        maxLength: CONTACT_CHARACTERS_MAX.phone_e164,
        description: 'Alias of `phone_e164`.',
      }),
    ),
    email: Type.Optional(Email),
    source: Type.Optional(
      Type.String({ minLength: 1, maxLength: CONTACT_CHARACTERS_MAX.source, default: 'api' }),
    ),
    campaign: Type.Optional(Campaign),
    fields: Type.Optional({
      ...FieldValues,
      description:
        'Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have.',
    }),
  },
  { additionalProperties: false, description: 'Requires a name or a phone number.' },
)

/** An item of POST /api/v1/contacts/batch. */
export const ContactBatchItem = batchItem(CreateContactBody)

/** The body of POST /api/v1/contacts/batch. */
export const ContactBatchBody = batchBody(ContactBatchItem)

/** The response of POST /api/v1/contacts/batch. */
export const ContactBatchResults = batchResults(Contact, 'ContactBatch')

/** The body of PATCH /api/v1/contacts/{id}: only the fields that are sent are updated; null clears a field. */
export const UpdateContactBody = Type.Object(
  {
    name: Type.Optional(nullable(Name)),
    phone_e164: Type.Optional(nullable(Phone)),
    phone: Type.Optional(nullable(Phone)),
    email: Type.Optional(nullable(Email)),
    campaign: Type.Optional(nullable(Campaign)),
    fields: Type.Optional({
      ...FieldValues,
      description:
        'Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'Only the fields you send are updated; null clears a field. `phone` is an alias of `phone_e164`.',
  },
)

/** The body of POST /api/v1/contacts/{id}/notes. */
export const CreateContactNoteBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: NOTE_CHARACTERS_MAX }) },
  { additionalProperties: false },
)

/** The most characters of a filter by custom fields. */
const FIELD_FILTER_CHARACTERS_MAX = 2_000

const contactFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'Matches part of the name, phone number, email address or username.',
    }),
  ),
  phone_e164: Type.Optional({ ...Phone, description: 'Only contacts with this phone number.' }),
  email: Type.Optional(
    Type.String({
      maxLength: CONTACT_CHARACTERS_MAX.email,
      description: 'Only contacts with this email address, in upper or lower case.',
    }),
  ),
  username: Type.Optional(
    Type.String({
      minLength: 1,
      // With the at sign.
      maxLength: CONTACT_CHARACTERS_MAX.username + 1,
      description: 'The name that a contact chose on a platform, with or without the at sign.',
    }),
  ),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CONTACT_CHARACTERS_MAX.source,
      description: 'Only contacts from this source, such as `form` or `import`.',
    }),
  ),
  campaign: Type.Optional({
    ...Campaign,
    description: 'Only contacts of this campaign, as the contact names it.',
  }),
  ...createdFilters,
  ...updatedFilter,
  created_since: timeFilter('Alias of `created_after`.'),
  created_until: timeFilter('Alias of `created_before`.'),
  seen_since: timeFilter('Last seen at or after this time.'),
  blocked: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Only blocked contacts, or only others.' }),
  ),
  opted_out: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Only contacts that are opted out of marketing messages, or only others.',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: FIELD_FILTER_CHARACTERS_MAX,
      description:
        'Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included.',
    }),
  ),
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
export const ListContactsQuery = Type.Object(
  {
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
  },
  { additionalProperties: false },
)

/** The query of GET /api/v1/contacts/export.csv. */
export const ExportContactsQuery = Type.Object(
  {
    ...contactFilters,
    ids: ContactIds,
    except_ids: idList('Up to 100 ids, separated by commas: contacts to leave out.'),
  },
  { additionalProperties: false },
)

/** The body of POST /api/v1/contacts/export.csv. */
export const ExportContactsBody = exportBody(ExportContactsQuery, 'ContactFilter')

/** The query of GET /api/v1/contacts/{id}/timeline. */
export const ListTimelineQuery = Type.Object(
  {
    ...pageQuery,
    type: choiceList(TIMELINE_KINDS, 'All kinds by default, or one or more'),
    kinds: choiceList(TIMELINE_KINDS, 'Alias of `type`: one or more'),
  },
  { additionalProperties: false },
)

/** One entry of a person's timeline; `data` depends on `kind`. */
export const TimelineEntry = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...TIMELINE_KINDS]),
    occurred_at: Time,
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'TimelineEntry' },
)

/** One entry of a person's timeline. */
export type TimelineEntry = Static<typeof TimelineEntry>

/** The API's person of a row of `people`. */
export function toPerson(row: Omit<Selectable<People>, 'search'>): Person {
  return {
    id: row.id,
    name: row.name,
    phone_e164: row.phone_e164,
    email: row.email,
    source: row.source,
    campaign: row.campaign,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_seen_at: row.last_seen_at,
    blocked_at: row.blocked_at,
    blocked_reason: row.blocked_reason,
    opted_out_at: row.opted_out_at,
    opted_out_by: row.opted_out_by,
    fields: row.fields,
  }
}
