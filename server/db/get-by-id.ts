import type { Selectable } from 'kysely'
import type { Scope } from './context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { findById } from './find-by-id.ts'
import { deleteFrom } from './select-from.ts'
import type { Database } from './database.ts'

/** The error for an id without a row, and the word for such a row. */
const MISSING = {
  bots: ['bot_not_found', 'bot'],
  bulk_actions: ['bulk_action_not_found', 'bulk action'],
  business_hours: ['business_hours_not_found', 'set of business hours'],
  canned_replies: ['canned_reply_not_found', 'canned reply'],
  channels: ['channel_not_found', 'channel'],
  chats: ['conversation_not_found', 'conversation'],
  custom_fields: ['custom_field_not_found', 'custom field'],
  erasures: ['erasure_not_found', 'erasure'],
  imports: ['import_not_found', 'import'],
  invitations: ['invitation_not_found', 'invitation'],
  macros: ['macro_not_found', 'macro'],
  media_uploads: ['media_not_found', 'file'],
  memberships: ['membership_not_found', 'membership'],
  messages: ['message_not_found', 'message'],
  notes: ['note_not_found', 'note'],
  people: ['person_not_found', 'contact'],
  person_merges: ['merge_not_found', 'merge'],
  price_lists: ['price_list_not_found', 'price list'],
  reply_drafts: ['draft_not_found', 'draft'],
  sla_policies: ['sla_policy_not_found', 'SLA policy'],
  rules: ['rule_not_found', 'rule'],
  tags: ['tag_not_found', 'tag'],
  teams: ['team_not_found', 'team'],
  ticket_types: ['ticket_type_not_found', 'ticket type'],
  ticket_links: ['ticket_link_not_found', 'link'],
  ticket_comments: ['comment_not_found', 'comment'],
  tickets: ['ticket_not_found', 'ticket'],
  webhook_deliveries: ['delivery_not_found', 'delivery'],
  webhook_endpoints: ['endpoint_not_found', 'webhook endpoint'],
  webhook_replays: ['replay_not_found', 'replay'],
} as const satisfies Partial<Record<keyof Database, readonly [ErrorCode, string]>>

type Table = keyof typeof MISSING

/** Works like `findById`, but throws if there is no such row. @throws {AppError} the table's error, such as tag_not_found */
export async function getById<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
  lock?: 'change' | 'keep',
): Promise<Selectable<Database[T]>> {
  const row = await findById(scope, table, id, lock)
  if (!row) throw notFound(table, id)
  return row
}

/** Deletes a row of the scope's workspace and returns it. @throws {AppError} the table's error, such as tag_not_found */
export async function deleteById<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
): Promise<Selectable<Database[T]>> {
  const query = deleteFrom(scope, table as 'tags')
    .where('id', '=', id)
    .returningAll()
  const row = isUuid(id) ? await query.executeTakeFirst() : undefined
  if (!row) throw notFound(table, id)
  return row as unknown as Selectable<Database[T]>
}

/** Returns the error for an id without a row in the workspace. */
export function notFound(table: Table, id: string): AppError {
  const [code, word] = MISSING[table]
  return new AppError(code, `There is no ${word} ${id} in this workspace.`)
}
