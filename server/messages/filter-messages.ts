import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { findPersonId } from '#contacts/find-person-id.ts'
import type { Scope } from '#db/context.ts'
import { createdAfterCursor } from '#db/scan-newest.ts'
import { selectFrom } from '#db/select-from.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import type { PageInput } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { MESSAGE_STATUSES } from '#shared/messages.ts'
import type { FindMessagesQuery } from './find-messages-schema.ts'

/** Filters of messages, and a page. Several values are separated by commas, times are RFC 3339. */
export type MessageFilters = PageInput & Static<typeof FindMessagesQuery>

/** Returns the query of `scanCreated` for the messages that match; without sources if none can. @throws {AppError} invalid_cursor, validation_failed */
export async function filterMessages(scope: Scope, input: MessageFilters) {
  return { sources: await listSources(scope, input), where: toCondition(input) }
}

/** Lists ranges of indexes that serve the filters: one for each channel, for each conversation, or for the workspace. */
async function listSources(scope: Scope, input: MessageFilters): Promise<RawBuilder<unknown>[]> {
  const { platform_id: platformId } = input
  const { createdAfter, createdBefore } = readTimes(input)
  const after = createdAfterCursor(input)
  const own = sql`select * from messages where messages.workspace_id = ${scope.workspaceId}
    ${after ? sql`and ${after}` : sql``}
    ${createdAfter ? sql`and created_at >= ${createdAfter}::timestamptz` : sql``}
    ${createdBefore ? sql`and created_at < ${createdBefore}::timestamptz` : sql``}`
  const chats = await listChatIds(scope, input)
  if (platformId !== undefined) {
    const channels = await listChannelIds(scope)
    return channels.map(
      (id) => sql`${own} and channel_id = ${id} and platform_message_id = ${platformId}
        ${chats ? sql`and chat_id = any (${chats}::uuid[])` : sql``}`,
    )
  }
  return chats ? chats.map((id) => sql`${own} and chat_id = ${id}`) : [own]
}

async function listChannelIds(scope: Scope): Promise<string[]> {
  const rows = await selectFrom(scope, 'channels').select('id').execute()
  return rows.map((row) => row.id)
}

/**
 * Lists the conversations that the filters name, of a contact those on each channel, also of contacts that were merged into it.
 * Returns undefined if the filters name none.
 */
async function listChatIds(scope: Scope, input: MessageFilters): Promise<string[] | undefined> {
  const { conversation_id: chatId, person_id: contactId } = input
  if (contactId === undefined) return chatId === undefined ? undefined : [chatId]
  const current = await findPersonId(scope, contactId)
  if (current === undefined) return []
  const rows = await selectFrom(scope, 'chats')
    .select('id')
    .where('person_id', '=', current)
    .execute()
  return rows
    .map(({ id }) => id)
    .filter((id) => chatId === undefined || id === chatId.toLowerCase())
}

function toCondition({ channel_id: channelId, direction, type, status }: MessageFilters) {
  const statuses = readChoices(status, 'status', MESSAGE_STATUSES)
  const types = type?.split(',').map((each) => each.trim())
  return sql`true
    ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
    ${direction === undefined ? sql`` : sql`and direction = ${direction}`}
    ${types ? sql`and type = any (${types}::text[])` : sql``}
    ${statuses ? sql`and status = any (${statuses}::text[])` : sql``}`
}
