import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { People } from '../db/contact-tables.ts'
import { pageQuery } from '../lib/pagination.ts'
import { Id, nullable, Time } from '../lib/schemas.ts'

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
}

/** A person, as the API gives it. */
export const Person = Type.Object(personFields, { title: 'Person' })

/** A person, as the API gives it. */
export type Person = Static<typeof Person>

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

/** The query of GET /api/v1/contacts. */
export const ListContactsQuery = Type.Object(
  {
    ...pageQuery,
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of a name, phone or e-mail.',
      }),
    ),
    phone_e164: Type.Optional(Type.String({ maxLength: 64 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  },
  { additionalProperties: false },
)

/** One entry of a person's timeline; `data` depends on `kind`. */
export const TimelineEntry = Type.Object(
  {
    id: Id,
    kind: Type.Enum([
      'lead',
      'ticket',
      'note',
      'form',
      'identity_conflict',
      'identity_change',
      'preference',
      'message',
    ]),
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
  }
}
