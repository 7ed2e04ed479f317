import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import { findContactNames } from '#contacts/find-contact-names.ts'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { selectFrom } from '#db/select-from.ts'
import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import { exportPages } from '#lib/exporting/export-pages.ts'
import { jsonLines } from '#lib/exporting/json-lines.ts'
import { describeSelection } from '#lib/lists/read-ids.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { filterMessages } from './filter-messages.ts'
import { findMessages } from './find-messages.ts'
import type { ExportMessagesQuery } from './find-messages-schema.ts'
import type { Message } from './schema.ts'

/** The number of messages of a page of an export: their contents can be large. */
const MESSAGES_PAGE = 250

/** Names that messages only refer to by ids. */
type Names = {
  contacts: Awaited<ReturnType<typeof findContactNames>>
  members: ReadonlyMap<string, string>
  channels: ReadonlyMap<string, string>
}

/** The columns with the cell of each message. */
const COLUMNS: Record<string, (message: Message, names: Names) => Cell> = {
  id: (message) => message.id,
  created_at: (message) => message.created_at,
  conversation_id: (message) => message.conversation_id,
  channel: (message, { channels }) => channels.get(message.conversation_id) ?? null,
  person_id: (message) => message.person_id,
  name: (message, { contacts }) => contacts.get(message.person_id)?.name ?? null,
  phone_e164: (message, { contacts }) => contacts.get(message.person_id)?.phone_e164 ?? null,
  email: (message, { contacts }) => contacts.get(message.person_id)?.email ?? null,
  direction: (message) => message.direction,
  author_type: ({ author }) => author.type,
  author: ({ author }, { members }) => members.get(author.id ?? '') ?? null,
  type: (message) => message.type,
  text: (message) => message.text,
  files: (message) =>
    message.attachments.flatMap(({ filename, id }) => filename ?? id ?? []).join(', '),
  status: (message) => message.status,
  error: (message) => message.error && message.error.code,
  reply_to: (message) => message.reply_to,
  sent_at: (message) => message.sent_at,
  delivered_at: (message) => message.delivered_at,
  read_at: (message) => message.read_at,
}

/**
 * Returns all messages that match as CSV, or as JSON lines, newest first, in parts. The audit log records who exported them.
 *
 * @throws {AppError} validation_failed
 */
export async function exportMessages(
  scope: Scope,
  filters: Static<typeof ExportMessagesQuery>,
  format: ExportFormat,
): Promise<AsyncIterable<string>> {
  // Finds mistakes in the filters before the response begins.
  await filterMessages(scope, filters)
  await recordAudit(scope, 'messages.exported', null, { ...describeSelection(filters), format })
  return exportPages(
    format === 'csv' ? csvHead(Object.keys(COLUMNS)) : '',
    (cursor) =>
      growingRead(scope, 'report', (reader) =>
        findMessages(reader, {
          ...filters,
          limit: MESSAGES_PAGE,
          ...(cursor !== null && { cursor }),
        }),
      ),
    (messages) => (format === 'csv' ? toLines(scope, messages) : jsonLines(messages)),
  )
}

async function toLines(scope: Scope, messages: Message[]): Promise<string> {
  const names = {
    contacts: await findContactNames(
      scope,
      messages.map((message) => message.person_id),
    ),
    members: await findMemberNames(
      scope,
      messages.flatMap(({ author }) => author.id ?? []),
    ),
    channels: await findChannelNames(
      scope,
      messages.map((message) => message.conversation_id),
    ),
  }
  return csvLines(
    messages.map((message) => Object.values(COLUMNS).map((toCell) => toCell(message, names))),
  )
}

/** Returns the names of the channels of conversations, by the ids of the conversations. */
async function findChannelNames(scope: Scope, chatIds: string[]): Promise<Map<string, string>> {
  const chats = await selectFrom(scope, 'chats')
    .select(['id', 'channel_id'])
    .where('id', 'in', [...new Set(chatIds)])
    .execute()
  const channels = await selectFrom(scope, 'channels').select(['id', 'name']).execute()
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  return new Map(chats.map(({ id, channel_id }) => [id, names.get(channel_id) ?? '']))
}
