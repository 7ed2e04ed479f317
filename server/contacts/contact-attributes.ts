import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { Type } from 'typebox'
import type { TSchema, TString } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { ElementTypes } from '#db/connecting/encode-array.ts'
import type { People } from '#db/tables/contacts.ts'
import { cleanName } from '#lib/clean-name.ts'
import { cleanText } from '#lib/clean-text.ts'
import { createdFilters, timeFilter, updatedFilter } from '#lib/lists/list-filters.ts'
import type { PartOf } from '#lib/part-of.ts'
import { phoneMatchKeys, restorePlusOfPhone } from '#lib/to-e164.ts'
import {
  EMAIL_RAW_CHARACTERS_MAX,
  emailMatchKeys,
  readEmail,
  restorePlusOfEmail,
} from '#lib/read-email.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'
import { readTime } from '#lib/read-time.ts'
import { CONTACT_CHARACTERS_MAX, LANGUAGE_CHARACTERS_MAX } from '#shared/contacts.ts'
import { OPT_OUT_WAYS } from '#shared/opt-outs.ts'
import { filterFields } from './custom-fields/filter-fields.ts'
import { fieldFilter, FieldValues } from './custom-fields/schema.ts'
import { requireLanguage } from './require-language.ts'
import { createPhoneFinder } from './read-phone.ts'

/** The columns of `people` that are attributes of a contact. */
type Column = Exclude<keyof Selectable<People>, 'workspace_id' | 'merged_into_id' | 'search'>

type Conditions = RawBuilder<unknown> | RawBuilder<unknown>[]

/** A filter of lists and exports: its parameter, and its conditions on `people`. */
type Filter = {
  schema: TSchema
  /** Left out: `filterContacts` builds the condition. */
  where?: (value: string, scope: Scope) => Conditions | Promise<Conditions>
}

/** The rule of a merge for an attribute; undoing the merge follows it as well. */
export type MergeRule =
  /** Each contact keeps its own. */
  | 'keep'
  /** The caller chooses one of two texts, by default the survivor's, if it has one. */
  | 'choose'
  /** The later time. */
  | 'latest'
  /** That of the contact whose column `with` has a value, of the survivor if both have one. */
  | { with: Column }

/** Everything that differs between the attributes of a contact. */
type Attribute = {
  /** Its shape in the API, which shows only attributes with a shape. */
  shape?: TSchema
  /** The field of the body that creates a contact, and of the one that updates it. */
  create?: TSchema
  update?: TSchema
  /**
   * A plain value that callers send: its type in PostgreSQL, and how its text is read. A request for a contact that exists
   * fills it if it is empty.
   */
  input?: { type: keyof ElementTypes; read: (text: string) => unknown }
  filters?: Readonly<Record<string, Filter>>
  /** A column of the CSV export. */
  csv?: true
  /** Assistants read it. */
  mcp?: true
  merge: MergeRule
  /** An erasure keeps it, clears it, or sets another value. */
  erase: 'keep' | 'clear' | { set: string }
}

const Name = seenText(CONTACT_CHARACTERS_MAX.name)
const Phone = Type.String({ maxLength: CONTACT_CHARACTERS_MAX.phone_e164 })
const Email = Type.String({
  // `compile-validator.ts` checks it by `readEmail`.
  format: 'email',
  maxLength: EMAIL_RAW_CHARACTERS_MAX,
  description: `An email address of up to ${CONTACT_CHARACTERS_MAX.email} characters, also as \`mailto:\` or as \`Name <address>\`. Its domain may be of any script.`,
})
const Source = Type.String({ minLength: 1, maxLength: CONTACT_CHARACTERS_MAX.source })
const Campaign = seenText(CONTACT_CHARACTERS_MAX.campaign)
const Language = Type.String({
  minLength: 2,
  maxLength: LANGUAGE_CHARACTERS_MAX,
  description: 'The language of the contact, as a tag such as `en` or `pt-BR`.',
})

/**
 * The attributes of a contact, in the order of the API. Shapes, bodies, filters, exports, merges and erasures follow this list. A
 * column of `people` that is missing here is a type error.
 */
export const CONTACT_ATTRIBUTES = {
  id: { shape: Id, csv: true, mcp: true, merge: 'keep', erase: 'keep' },
  name: {
    shape: nullable(Type.String()),
    create: Type.Optional(Name),
    update: Type.Optional(nullable(Name)),
    input: { type: 'text', read: cleanName },
    csv: true,
    mcp: true,
    merge: 'choose',
    erase: 'clear',
  },
  phone_e164: {
    shape: nullable(Type.String()),
    create: Type.Optional({
      ...Phone,
      description: 'Ten-digit Indian numbers get the prefix +91.',
    }),
    update: Type.Optional(nullable(Phone)),
    filters: {
      phone_e164: {
        schema: Type.Optional({ ...Phone, description: 'Only contacts with this phone number.' }),
        where: async (phone, scope) =>
          hasIdentity(scope, 'phone_e164', await phoneKeys(scope, restorePlusOfPhone(phone))),
      },
    },
    csv: true,
    mcp: true,
    merge: 'choose',
    erase: 'clear',
  },
  /** Another name of `phone_e164` in requests. */
  phone: {
    create: Type.Optional({ ...Phone, description: 'Alias of `phone_e164`.' }),
    update: Type.Optional(nullable(Phone)),
  },
  email: {
    shape: nullable(Type.String()),
    create: Type.Optional(Email),
    update: Type.Optional(nullable(Email)),
    filters: {
      email: {
        schema: Type.Optional(
          Type.String({
            maxLength: EMAIL_RAW_CHARACTERS_MAX,
            description: 'Only contacts with this email address, in upper or lower case.',
          }),
        ),
        where: (email, scope) => hasIdentity(scope, 'email', emailKeys(email)),
      },
    },
    csv: true,
    mcp: true,
    merge: 'choose',
    erase: 'clear',
  },
  /** Read from the identities; it has no column. */
  username: {
    filters: {
      username: {
        schema: Type.Optional(
          Type.String({
            minLength: 1,
            // With the at sign.
            maxLength: CONTACT_CHARACTERS_MAX.username + 1,
            description:
              'The name that a contact chose on a platform, with or without the at sign.',
          }),
        ),
        where: (name, scope) =>
          hasIdentity(scope, 'wa_username', [name.trim().replace(/^@/, '').toLowerCase()]),
      },
    },
  },
  source: {
    shape: Type.String(),
    create: Type.Optional({ ...Source, default: 'api' }),
    filters: {
      source: equals(
        'source',
        Source,
        'Only contacts from this source, such as `form` or `import`.',
      ),
    },
    csv: true,
    merge: 'choose',
    erase: { set: 'erased' },
  },
  campaign: {
    shape: nullable(Type.String()),
    create: Type.Optional(Campaign),
    update: Type.Optional(nullable(Campaign)),
    input: { type: 'text', read: (text) => cleanText(text) || null },
    filters: {
      campaign: equals(
        'campaign',
        Campaign,
        'Only contacts of this campaign, as the contact names it.',
      ),
    },
    csv: true,
    merge: 'choose',
    erase: 'clear',
  },
  language: {
    shape: nullable(Type.String()),
    create: Type.Optional(Language),
    update: Type.Optional(nullable(Language)),
    input: { type: 'text', read: readOwnLanguage },
    filters: {
      language: {
        schema: Type.Optional({
          ...Language,
          description: 'Only contacts with this language. `pt` also finds `pt-BR`.',
        }),
        where: (text) => {
          const language = readOwnLanguage(text)
          return sql`(language = ${language} or language like ${`${language}-%`})`
        },
      },
    },
    csv: true,
    mcp: true,
    merge: 'choose',
    erase: 'clear',
  },
  created_at: {
    shape: Time,
    filters: {
      created_after: { schema: createdFilters.created_after },
      created_before: { schema: createdFilters.created_before },
      updated_after: { schema: updatedFilter.updated_after },
      created_since: { schema: timeFilter('Alias of `created_after`.') },
      created_until: { schema: timeFilter('Alias of `created_before`.') },
    },
    csv: true,
    mcp: true,
    merge: 'keep',
    erase: 'keep',
  },
  updated_at: { shape: Time, csv: true, merge: 'keep', erase: 'keep' },
  last_seen_at: {
    shape: nullable(Time),
    filters: {
      seen_since: {
        schema: timeFilter('Last seen at or after this time.'),
        where: (time) => sql`last_seen_at >= ${readTime(time, 'seen_since')}`,
      },
    },
    csv: true,
    mcp: true,
    merge: 'latest',
    erase: 'keep',
  },
  blocked_at: {
    shape: since('Since when the contact is blocked; null: it is not.'),
    filters: { blocked: hasValue('blocked_at', 'Only blocked contacts, or only others.') },
    csv: true,
    mcp: true,
    merge: { with: 'blocked_at' },
    erase: 'keep',
  },
  blocked_reason: {
    shape: nullable(Type.String()),
    merge: { with: 'blocked_at' },
    erase: 'clear',
  },
  opted_out_at: {
    shape: since('Since when the contact is opted out of marketing messages; null: it is not.'),
    filters: {
      opted_out: hasValue(
        'opted_out_at',
        'Only contacts that are opted out of marketing messages, or only others.',
      ),
    },
    csv: true,
    mcp: true,
    merge: { with: 'opted_out_at' },
    erase: 'clear',
  },
  opted_out_by: {
    shape: nullable(
      Type.Enum([...OPT_OUT_WAYS], {
        description:
          'How it opted out: with a word such as STOP, on the platform, or by a member or an API key.',
      }),
    ),
    merge: { with: 'opted_out_at' },
    erase: 'clear',
  },
  opt_out_decided_at: { merge: { with: 'opted_out_at' }, erase: 'clear' },
  fields: {
    shape: Type.Record(Type.String(), Type.String(), {
      description:
        'Custom fields by name, as text: a number such as `12.5`, a date such as `2026-03-31`, `true` or `false`.',
    }),
    create: Type.Optional({
      ...FieldValues,
      description:
        'Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have.',
    }),
    update: Type.Optional({
      ...FieldValues,
      description:
        'Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text.',
    }),
    filters: {
      fields: {
        schema: fieldFilter(
          'Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included.',
        ),
        where: (text, scope) => filterFields(scope, text),
      },
    },
    mcp: true,
    // Each custom field.
    merge: 'choose',
    erase: { set: '{}' },
  },
} satisfies Record<Column, Attribute> & Record<'phone' | 'username', Partial<Attribute>>

/** The name of an attribute that callers send as a plain value. */
export type InputName = keyof PartOf<typeof CONTACT_ATTRIBUTES, 'input'>

/** The attributes that callers send as plain values. */
export type Inputs = Pick<Selectable<People>, InputName>

function readOwnLanguage(text: string): string {
  return requireLanguage('language', text)
}

/** Returns the shape of a time that is null while something is not so. */
function since(description: string) {
  return Type.Unsafe<Date | null>({ ...nullable(Time), description })
}

/** Returns the filter by the value of a column. */
function equals(column: string, schema: TString, description: string) {
  return {
    schema: Type.Optional({ ...schema, description }),
    where: (value: string) => {
      const text = cleanText(value)
      // With one value, an index also gives the order of the list.
      return text === value
        ? sql`${sql.ref(column)} = ${value}`
        : sql`${sql.ref(column)} = any (${[text, value]}::text[])`
    },
  }
}

/** Returns the filter by whether a column has a value. */
function hasValue(column: string, description: string) {
  return {
    schema: Type.Optional(Type.Enum(['true', 'false'], { description })),
    where: (value: string) =>
      value === 'true' ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} is null`,
  }
}

/** Returns the schema of a text whose characters are counted as a person sees them, by `cutText`. */
function seenText(charactersMax: number) {
  return Type.String({
    maxLength: charactersMax * 4,
    description: `Up to ${charactersMax} characters as people count them: an emoji is one.`,
  })
}

async function phoneKeys(scope: Scope, text: string): Promise<string[]> {
  const phone = await createPhoneFinder(scope)(text)
  return phone === undefined ? [text] : phoneMatchKeys(phone)
}

function emailKeys(text: string): string[] {
  return emailMatchKeys(readEmail(text) ?? readEmail(restorePlusOfEmail(text)) ?? text)
}

function hasIdentity(scope: Scope, kind: string, values: string[]): RawBuilder<unknown> {
  return sql`id in (
    select coalesce(owner.merged_into_id, owner.id) from identities
    join people as owner on owner.workspace_id = ${scope.workspaceId} and owner.id = person_id
    where identities.workspace_id = ${scope.workspaceId} and kind = ${kind} and value = any (${values}::text[]))`
}
