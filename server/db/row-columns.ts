import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from './types.ts'

/** The tables whose whole rows prepared statements return. */
type ReturnedTable = 'chats' | 'messages' | 'notes' | 'people' | 'tickets'

type Columns<Table extends ReturnedTable> = Record<keyof Database[Table], true>

/** Every column, so that a missing or a foreign one is a type error. */
const COLUMNS: { [Table in ReturnedTable]: Columns<Table> } = {
  chats: {
    workspace_id: true,
    id: true,
    channel_id: true,
    person_id: true,
    recipient: true,
    is_group: true,
    title: true,
    status: true,
    assignee_id: true,
    unread_count: true,
    last_message_id: true,
    last_message_direction: true,
    last_message_text: true,
    last_message_at: true,
    window_expires_at: true,
    created_at: true,
    updated_at: true,
    snoozed_until: true,
    opened_at: true,
    closed_at: true,
    holder: true,
    holder_at: true,
    holder_role: true,
    holder_role_at: true,
    customer_wrote_at: true,
    hold_ends_at: true,
  },
  messages: {
    workspace_id: true,
    id: true,
    chat_id: true,
    person_id: true,
    channel_id: true,
    direction: true,
    type: true,
    text: true,
    media: true,
    content: true,
    status: true,
    error_code: true,
    error_message: true,
    author_type: true,
    author_id: true,
    platform_message_id: true,
    origin: true,
    is_standby: true,
    is_test: true,
    reply_to_id: true,
    reply_to_platform_id: true,
    reactions: true,
    edited_at: true,
    revoked_at: true,
    send_due_at: true,
    send_attempts: true,
    created_at: true,
    sent_at: true,
    delivered_at: true,
    read_at: true,
    retry_of_id: true,
    pricing: true,
    cause: true,
  },
  notes: {
    workspace_id: true,
    id: true,
    chat_id: true,
    author_type: true,
    author_id: true,
    text: true,
    mentions: true,
    created_at: true,
    edited_at: true,
    deleted_at: true,
  },
  people: {
    workspace_id: true,
    id: true,
    name: true,
    phone_e164: true,
    email: true,
    source: true,
    campaign: true,
    created_at: true,
    updated_at: true,
    last_seen_at: true,
    merged_into_id: true,
    blocked_at: true,
    blocked_reason: true,
    opted_out_at: true,
    opted_out_by: true,
    opt_out_decided_at: true,
    fields: true,
    search: true,
  },
  tickets: {
    workspace_id: true,
    id: true,
    number: true,
    person_id: true,
    title: true,
    message_id: true,
    priority: true,
    status: true,
    assignee_id: true,
    due_at: true,
    created_at: true,
    updated_at: true,
    solved_at: true,
    chat_id: true,
    description: true,
    reminded_due_at: true,
  },
}

/**
 * Returns, as SQL, the names of all columns of a table that this release knows, each after `source` if it is given. A prepared
 * statement with `*` fails as soon as a migration adds a column, because PostgreSQL keeps the columns that it had at first.
 */
export function rowColumns(table: ReturnedTable, source?: string): RawBuilder<unknown> {
  const names = Object.keys(COLUMNS[table])
  return sql.raw(names.map((name) => (source ? `${source}.${name}` : name)).join(', '))
}
