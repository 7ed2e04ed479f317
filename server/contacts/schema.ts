import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { People } from '#db/contact-tables.ts'
import { pageQuery } from '#lib/pagination.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'

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
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'Further facts by name, as imports and agents keep them.',
  }),
}

/** A person, as the API gives it. */
export const Person = Type.Object(personFields, { title: 'Person' })

/** A person, as the API gives it. */
export type Person = Static<typeof Person>

/** A person with all that it is known by. */
export const PersonDetail = Type.Object(
  {
    ...personFields,
    identities: Type.Array(
      Type.Object({
        kind: Type.Enum(['phone_e164', 'email', 'wa_id', 'bsuid', 'psid', 'igsid']),
        value: Type.String(),
      }),
      { description: 'What it is found by; after a merge there may be several of a kind.' },
    ),
    merged_ids: Type.Array(Id, {
      description: 'People that were merged into this one: their ids lead here.',
    }),
  },
  { title: 'PersonDetail' },
)

/** A person with all that it is known by. */
export type PersonDetail = Static<typeof PersonDetail>

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
  { title: 'Contact' },
)

/** The answer to a created contact. */
export type Contact = Static<typeof Contact>

/** The body of POST /api/v1/contacts. */
export const CreateContactBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    phone_e164: Type.Optional(
      Type.String({ maxLength: 64, description: 'Ten Indian digits get +91.' }),
    ),
    phone: Type.Optional(Type.String({ maxLength: 64, description: 'Alias of phone_e164.' })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    source: Type.Optional(Type.String({ minLength: 1, maxLength: 100, default: 'api' })),
    campaign: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false, description: 'At least a name or a phone.' },
)

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Phone = Type.String({ maxLength: 64 })

/** The name of a further fact of a person. */
export const FieldName = Type.String({ minLength: 1, maxLength: 64 })

/** The most further facts that a person may have. */
export const FIELDS_MAX = 50

/** The most characters of a further fact. */
export const FIELD_CHARACTERS_MAX = 1_000

/** The body of PATCH /api/v1/contacts/{id}: what is named is changed, null empties. */
export const UpdateContactBody = Type.Object(
  {
    name: Type.Optional(nullable(Name)),
    phone_e164: Type.Optional(nullable(Phone)),
    phone: Type.Optional(nullable(Phone)),
    email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))),
    campaign: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
    fields: Type.Optional(
      Type.Record(FieldName, nullable(Type.String({ maxLength: FIELD_CHARACTERS_MAX })), {
        description: 'What is named is set, null removes.',
        maxProperties: FIELDS_MAX,
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'What is named is changed, null empties. `phone` is an alias of `phone_e164`.',
  },
)

/** The body of POST /api/v1/contacts/{id}/notes. */
export const CreateContactNoteBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { additionalProperties: false },
)

const At = (description: string) => Type.String({ format: 'date-time', description })

const contactFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of a name, phone or e-mail.',
    }),
  ),
  phone_e164: Type.Optional(Phone),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  campaign: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  created_since: Type.Optional(At('Made then or later.')),
  created_until: Type.Optional(At('Made before then.')),
  seen_since: Type.Optional(At('Wrote then or later.')),
  has: Type.Optional(Type.Enum(['phone', 'email'], { description: 'Only those who have one.' })),
}

/** The query of GET /api/v1/contacts. */
export const ListContactsQuery = Type.Object(
  {
    ...pageQuery,
    ...contactFilters,
    ids: Type.Optional(
      Type.String({
        maxLength: 3_700,
        description:
          'Up to 100 ids with commas between; merged ones give who they were merged into.',
      }),
    ),
    sort: Type.Optional(
      Type.Enum(['updated', 'created', 'name'], {
        default: 'updated',
        description: 'The last changed first, the newest first, or by name.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The query of GET /api/v1/contacts/export.csv. */
export const ExportContactsQuery = Type.Object(contactFilters, { additionalProperties: false })

/** What a timeline tells of. */
export const TIMELINE_KINDS = [
  'lead',
  'ticket',
  'note',
  'form',
  'identity_conflict',
  'identity_change',
  'preference',
  'merge',
  'message',
] as const

/** The query of GET /api/v1/contacts/{id}/timeline. */
export const ListTimelineQuery = Type.Object(
  {
    ...pageQuery,
    kinds: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Some of ${TIMELINE_KINDS.join(', ')}, with commas between; all if absent.`,
      }),
    ),
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
    fields: row.fields,
  }
}
