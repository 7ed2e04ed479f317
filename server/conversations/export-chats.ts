import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { EXPORT_PAGE, exportPages, pagesById } from '#lib/exporting/export-pages.ts'
import { jsonLines } from '#lib/exporting/json-lines.ts'
import { describeSelection, readIds } from '#lib/lists/read-ids.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { chatQuery } from './chat-query.ts'
import { filterChats } from './filter-chats.ts'
import { findTeamNames } from './find-team-names.ts'
import { readChats } from './read-chats.ts'
import type { Chat, ExportChatsQuery } from './schema.ts'

/** Filters of the list of conversations, and ids to choose or to leave out. */
type ChatSelection = Selected<Static<typeof ExportChatsQuery>>

/** The names of members and teams, by id. */
type Names = ReadonlyMap<string, string>

/** The columns with the cell of each conversation. */
const COLUMNS: Record<string, (chat: Chat, names: Names) => Cell> = {
  id: (chat) => chat.id,
  status: (chat) => chat.status,
  channel: (chat) => chat.channel.name,
  person_id: (chat) => chat.person.id,
  name: (chat) => chat.person.name,
  phone_e164: (chat) => chat.person.phone_e164,
  email: (chat) => chat.person.email,
  username: (chat) => chat.person.username,
  group: (chat) => chat.group && (chat.group.name ?? chat.group.id),
  assignee: (chat, names) => names.get(chat.assignee_id ?? '') ?? null,
  team: (chat, names) => names.get(chat.team_id ?? '') ?? null,
  priority: (chat) => chat.priority,
  participants: (chat, names) =>
    chat.participant_ids.flatMap((id) => names.get(id) ?? []).join(', '),
  tags: (chat) => chat.tags.map((tag) => tag.name).join(', '),
  unread_count: (chat) => chat.unread_count,
  last_message: (chat) => chat.last_message && chat.last_message.text,
  last_message_at: (chat) => chat.last_message_at,
  snoozed_until: (chat) => chat.snoozed_until,
  closed_at: (chat) => chat.closed_at,
  created_at: (chat) => chat.created_at,
  updated_at: (chat) => chat.updated_at,
}

/**
 * Returns all conversations of a selection as CSV, or as JSON lines, newest first, in parts. The audit log records who exported them.
 *
 * @throws {AppError} validation_failed
 */
export async function exportChats(
  scope: Scope,
  selection: ChatSelection,
  format: ExportFormat,
): Promise<AsyncIterable<string>> {
  // Finds mistakes in the filters before the response begins.
  await selectChats(scope, selection)
  await recordAudit(scope, 'conversations.exported', null, {
    ...describeSelection(selection),
    format,
  })
  return exportPages(
    format === 'csv' ? csvHead(Object.keys(COLUMNS)) : '',
    pagesById((after) =>
      growingRead(scope, 'report', (reader) => readPage(reader, selection, after)),
    ),
    (chats) => (format === 'csv' ? toLines(scope, chats) : jsonLines(chats)),
  )
}

/** Builds the query of the ids of a selection. @throws {AppError} validation_failed */
async function selectChats(scope: Scope, { ids, except_ids: except, ...filters }: ChatSelection) {
  let query = await filterChats(scope, chatQuery(scope), filters)
  if (ids !== undefined)
    query = query.where('chats.id', '=', sql<string>`any (${readIds(ids, 'ids')}::uuid[])`)
  if (except !== undefined)
    query = query.where(
      'chats.id',
      '<>',
      sql<string>`all (${readIds(except, 'except_ids')}::uuid[])`,
    )
  return query.clearSelect().select('chats.id')
}

async function readPage(
  scope: Scope,
  selection: ChatSelection,
  after: string | null,
): Promise<Chat[]> {
  const selected = await selectChats(scope, selection)
  const rows = await selected
    .$if(after !== null, (query) => query.where('chats.id', '<', after!))
    .orderBy('chats.id', 'desc')
    .limit(EXPORT_PAGE)
    .execute()
  const chats = await readChats(
    scope,
    rows.map(({ id }) => id),
  )
  return chats.filter((each) => each !== undefined)
}

async function toLines(scope: Scope, chats: Chat[]): Promise<string> {
  const members = await findMemberNames(
    scope,
    chats.flatMap(({ assignee_id: id, participant_ids: others }) => [
      ...(id ? [id] : []),
      ...others,
    ]),
  )
  const names = new Map([...members, ...(await findTeamNames(scope))])
  const toCells = (chat: Chat) => Object.values(COLUMNS).map((toCell) => toCell(chat, names))
  return csvLines(chats.map(toCells))
}
