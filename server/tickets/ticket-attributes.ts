import { cleanText } from '#lib/clean-text.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { filterFields } from '#contacts/custom-fields/filter-fields.ts'
import { fieldFilter, FieldValues } from '#contacts/custom-fields/schema.ts'
import { findPersonId } from '#contacts/find-person-id.ts'
import { isOfTeam } from '#conversations/is-of-team.ts'
import { teamFilter } from '#conversations/schema.ts'
import type { Scope } from '#db/context.ts'
import type { ElementTypes } from '#db/connecting/encode-array.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { choiceList } from '#lib/lists/list-filters.ts'
import { partOf } from '#lib/part-of.ts'
import type { PartOf } from '#lib/part-of.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'
import { readTime } from '#lib/read-time.ts'
import {
  TICKET_DESCRIPTION_CHARACTERS_MAX,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_DEFAULT,
  TICKET_STATUSES,
  TICKET_TITLE_CHARACTERS_MAX,
} from '#shared/tickets.ts'
import type { TicketChangeKind } from '#shared/tickets.ts'
import { readAssignee } from './read-assignee.ts'

/** A filter of lists and exports: its parameter, and its condition on `tickets`. */
type Filter = {
  schema: TSchema
  where: (value: never, scope: Scope) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
}

/** Everything that differs between the attributes of a ticket. */
type Attribute = {
  /** Its shape in the API. */
  shape: TSchema
  /** The field of the body that creates a ticket, and of the one that updates it. */
  create?: TSchema
  update?: TSchema
  /**
   * A plain value that callers set: its type in PostgreSQL, and how its text is read. A new ticket without it has `initial`, or
   * null.
   */
  input?: { type: keyof ElementTypes; read: (text: string) => unknown; initial?: string }
  /** The entry of the history for a change of it; `from` and `to` by default. */
  change?: { kind: TicketChangeKind; data?: (from: unknown, to: unknown) => object | undefined }
  filters?: Readonly<Record<string, Filter>>
  /** A column of the CSV export. */
  csv?: true
}

const Title = Type.String({ minLength: 1, maxLength: TICKET_TITLE_CHARACTERS_MAX })
const Description = Type.String({
  maxLength: TICKET_DESCRIPTION_CHARACTERS_MAX,
  description: 'Plain text for your team. The customer never receives it.',
})
const Priority = Type.Enum([...TICKET_PRIORITIES])
const Status = Type.Enum([...TICKET_STATUSES])
const DueAt = Type.String({
  format: 'date-time',
  description: 'An RFC 3339 timestamp with any UTC offset.',
})

/** The attributes of a ticket, in the order of the API. Bodies, verbs, history, filters and exports follow this list. */
export const TICKET_ATTRIBUTES = {
  id: { shape: Id, csv: true },
  number: { shape: Type.Integer(), csv: true },
  person_id: {
    shape: Id,
    create: Id,
    filters: {
      person_id: {
        schema: Type.Optional(Id),
        where: async (id: string, scope) =>
          sql`person_id = ${(await findPersonId(scope, id)) ?? id}`,
      },
    },
    csv: true,
  },
  title: {
    shape: Type.String(),
    create: Title,
    update: Type.Optional(Title),
    input: { type: 'text', read: (title) => readTrimmed('title', title) },
    change: { kind: 'title' },
    csv: true,
  },
  description: {
    shape: nullable(Type.String()),
    create: Type.Optional(Description),
    update: Type.Optional(nullable(Description)),
    input: { type: 'text', read: (text) => cleanText(text) || null },
    // The history keeps no earlier descriptions.
    change: { kind: 'description', data: () => undefined },
    csv: true,
  },
  message_id: { shape: nullable(Id), create: Type.Optional(Id) },
  conversation_id: {
    shape: nullable(Id),
    create: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The conversation the ticket came from. Defaults to the conversation of `message_id`.',
      }),
    ),
    filters: {
      conversation_id: {
        schema: Type.Optional(Id),
        where: (id: string) => sql`chat_id = ${id}`,
      },
    },
    csv: true,
  },
  priority: {
    shape: Priority,
    create: Type.Optional(Type.Enum([...TICKET_PRIORITIES], { default: TICKET_PRIORITY_DEFAULT })),
    update: Type.Optional(Priority),
    input: { type: 'text', read: String, initial: TICKET_PRIORITY_DEFAULT },
    change: { kind: 'priority' },
    filters: { priority: isOneOf('priority', TICKET_PRIORITIES) },
    csv: true,
  },
  status: {
    shape: Status,
    update: Type.Optional(Status),
    input: { type: 'text', read: String },
    change: { kind: 'status' },
    filters: { status: isOneOf('status', TICKET_STATUSES) },
    csv: true,
  },
  assignee_id: {
    shape: nullable(Id),
    create: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The id of the membership to assign the ticket to.',
      }),
    ),
    update: Type.Optional(nullable(Id)),
    input: { type: 'uuid', read: (id) => id.toLowerCase() },
    change: {
      kind: 'assigned',
      data: (from, to) => ({ assignee_id: to, previous_assignee_id: from }),
    },
    filters: {
      assignee_id: {
        schema: Type.Optional(
          Type.Union([Id, Type.Enum(['none', 'me'], { title: 'NoneOrMe' })], {
            description:
              'The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).',
          }),
        ),
        where: (text: string, scope) => {
          const id = readAssignee(scope, text)
          return id === null ? sql`assignee_id is null` : sql`assignee_id = ${id}`
        },
      },
    },
  },
  team_id: {
    shape: nullable(Id),
    create: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The id of a team. Defaults to the team of the conversation.',
      }),
    ),
    update: Type.Optional(nullable(Id)),
    input: { type: 'uuid', read: (id) => id.toLowerCase() },
    change: {
      kind: 'team',
      data: (from, to) => ({ team_id: to, previous_team_id: from }),
    },
    filters: {
      team_id: {
        schema: teamFilter,
        where: (filter: string, scope) => isOfTeam(scope, sql.ref('team_id'), filter),
      },
    },
  },
  type_id: {
    shape: nullable(Id),
    create: Type.Optional(Type.String({ format: 'uuid', description: 'The id of a ticket type.' })),
    update: Type.Optional(nullable(Id)),
    input: { type: 'uuid', read: (id) => id.toLowerCase() },
    change: { kind: 'type' },
    filters: {
      type_id: {
        schema: Type.Optional(
          Type.Union([Id, Type.Enum(['none'])], {
            description: 'The id of a ticket type, or `none`.',
          }),
        ),
        where: (id: string) => (id === 'none' ? sql`type_id is null` : sql`type_id = ${id}`),
      },
    },
  },
  due_at: {
    shape: nullable(Time),
    create: Type.Optional(DueAt),
    update: Type.Optional(nullable(DueAt)),
    input: { type: 'timestamptz', read: (time) => readTime(time, 'due_at') },
    change: { kind: 'due' },
    filters: {
      overdue: {
        schema: Type.Optional(
          Type.Boolean({
            description:
              '`true` returns only open and pending tickets that are past their due time.',
          }),
        ),
        where: (isOverdue: boolean, scope) =>
          isOverdue
            ? sql`due_at < ${scope.clock.now()} and status in ('open', 'pending')`
            : sql`true`,
      },
      has_due_time: {
        schema: Type.Optional(
          Type.Boolean({ description: '`false` returns only tickets without a due time.' }),
        ),
        where: (hasTime: boolean) => (hasTime ? sql`due_at is not null` : sql`due_at is null`),
      },
      due_before: {
        schema: Type.Optional(DueAt),
        where: (time: string) => sql`due_at < ${readTime(time, 'due_before')}`,
      },
    },
    csv: true,
  },
  fields: {
    shape: Type.Record(Type.String(), Type.String(), {
      description: 'Custom fields by name, as text.',
    }),
    create: Type.Optional({
      ...FieldValues,
      description:
        'Custom fields by name. The values of fields that are defined for tickets must have their type; other names take any text.',
    }),
    update: Type.Optional({
      ...FieldValues,
      description: 'Only the fields you send are updated; null removes a field.',
    }),
    filters: {
      fields: {
        schema: fieldFilter(
          'Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`.',
        ),
        where: async (text: string, scope) =>
          sql.join(await filterFields(scope, text, 'ticket'), sql` and `),
      },
    },
  },
  solved_at: { shape: nullable(Time), csv: true },
} satisfies Record<string, Attribute>

/** The name of an attribute that callers set as a plain value. */
export type InputName = keyof PartOf<typeof TICKET_ATTRIBUTES, 'input'>

/** The attributes that callers set as plain values. */
export type Inputs = Pick<Selectable<Tickets>, InputName>

/** The attributes that callers set as plain values, by name. */
export const INPUTS = Object.entries<NonNullable<Attribute['input']>>(
  partOf(TICKET_ATTRIBUTES, 'input'),
) as [InputName, NonNullable<Attribute['input']>][]

/** The entries of the history, by the name of the attribute. */
export const CHANGES: Partial<Record<string, Attribute['change']>> = partOf(
  TICKET_ATTRIBUTES,
  'change',
)

/** Returns the filter by one or more values of a column. */
function isOneOf(column: string, choices: readonly string[]) {
  return {
    schema: choiceList(choices),
    where: (text: string) => {
      const chosen = readChoices(text, column, choices) ?? choices
      return sql`${sql.ref(column)} in (${sql.join([...chosen])})`
    },
  }
}
