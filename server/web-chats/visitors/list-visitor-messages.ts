import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { findPictureUrls } from '#account/pictures/find-picture-urls.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import { mediaLink } from '#media/media-link.ts'
import { readChoices } from '#platforms/web_chat/questions.ts'
import type { EventType } from '#shared/event-types.ts'
import { addressesOf } from './find-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import type { VisitorMessage, VisitorMessages } from './schema.ts'
import { readVisitorCursor, toVisitorCursor } from './to-visitor-cursor.ts'

/** Most messages of one answer. */
const PAGE = 50
/** Most events that are searched for changes; a client that is further behind starts over. */
const EVENTS_MAX = 2_000

/** The events after which a message may look different to the visitor. */
export const MESSAGE_EVENTS: EventType[] = [
  'message.sent',
  'message.received',
  'message.status_changed',
  'message.updated',
  'message.echoed',
]

type Row = {
  id: string
  direction: 'inbound' | 'outbound'
  text: string | null
  media: Record<string, unknown> | null
  /** Of interactive messages only. */
  content: unknown
  platform_message_id: string | null
  author_type: string
  author_id: string | null
  created_at: Date
  edited_at: Date | null
  revoked_at: Date | null
}

/**
 * Lists messages of the session's own conversation, with those from before signing in: the newest, those before a message, or what changed after a cursor.
 * Messages of the team are visible once they are sent.
 *
 * @throws {AppError} invalid_cursor
 */
export async function listVisitorMessages(
  chat: VisitedChat,
  session: VisitorSession,
  { after, before }: { after?: string; before?: string },
): Promise<VisitorMessages> {
  // Read first: a message that is committed between the two reads may come twice, but none is missing.
  const { head, trimmed } = await readPositions(chat)
  if (after !== undefined) {
    const position = readVisitorCursor(chat, after) ?? Infinity
    if (position >= trimmed && position <= head && head - position <= EVENTS_MAX)
      return {
        data: await listChanged(chat, session, position, head),
        has_more: false,
        cursor: toVisitorCursor(chat, head),
        is_reset: false,
      }
  }
  const newest = sql`order by created_at desc, id desc limit ${PAGE + 1}`
  const rows = await readMessages(chat, session, {
    ofEach: sql`
      ${before !== undefined && isUuid(before) ? beforeMessage(chat, session, before) : sql``}
      ${newest}`,
    all: newest,
  })
  return {
    data: await toVisitorMessages(chat, rows.slice(0, PAGE).toReversed()),
    has_more: rows.length > PAGE,
    cursor: toVisitorCursor(chat, head),
    is_reset: after !== undefined,
  }
}

/** Reads the position of the workspace's newest event, and up to which events are deleted. */
async function readPositions({ scope }: VisitedChat): Promise<{ head: number; trimmed: number }> {
  const row = await selectFrom(scope, 'workspace_counters')
    .select(['event_position as head', 'trimmed_position as trimmed'])
    .executeTakeFirst()
  return { head: Number(row?.head ?? 0), trimmed: Number(row?.trimmed ?? 0) }
}

async function listChanged(
  chat: VisitedChat,
  session: VisitorSession,
  position: number,
  head: number,
): Promise<VisitorMessage[]> {
  if (position === head) return []
  const { scope, channelId } = chat
  const { workspaceId } = scope
  // Only events of this conversation are parsed; the others are searched as text.
  const { rows } = await sql<{ id: string }>`
    select distinct events.body::jsonb #>> '{data,id}' as id
    from chats
    join events on events.workspace_id = ${workspaceId}
      and events.position > ${position} and events.position <= ${head}
      and events.type = any (${MESSAGE_EVENTS}::text[])
      and strpos(events.body, '"conversation_id":"' || chats.id::text || '"') > 0
    where chats.workspace_id = ${workspaceId} and chats.channel_id = ${channelId}
      and chats.recipient = any (${addressesOf(session)}::text[])`.execute(scope.db)
  const ids = rows.map(({ id }) => id).filter(isUuid)
  if (ids.length === 0) return []
  const messages = await readMessages(chat, session, {
    ofEach: sql`and id = any (${ids}::uuid[])`,
    all: sql`order by created_at, id`,
  })
  return toVisitorMessages(chat, messages)
}

function beforeMessage(
  { scope, channelId }: VisitedChat,
  session: VisitorSession,
  id: string,
): RawBuilder<unknown> {
  const { workspaceId } = scope
  return sql`and (created_at, id) < (
    select known.created_at, known.id from messages as known
    join chats as own on own.workspace_id = ${workspaceId} and own.id = known.chat_id
    where known.workspace_id = ${workspaceId} and known.id = ${id} and own.channel_id = ${channelId}
      and own.recipient = any (${addressesOf(session)}::text[])
  )`
}

/**
 * Reads messages that the visitor may see, from the conversations with the addresses of the session. `ofEach` limits
 * those of one conversation, so that few rows are read, and `all` orders and limits them together.
 */
async function readMessages(
  { scope, channelId }: VisitedChat,
  session: VisitorSession,
  { ofEach, all }: { ofEach: RawBuilder<unknown>; all: RawBuilder<unknown> },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select visible.* from chats
    cross join lateral (
      select id, direction, text, media, case when type = 'interactive' then content end as content, platform_message_id,
        author_type, author_id, created_at, edited_at, revoked_at
      from messages
      where messages.workspace_id = ${scope.workspaceId} and chat_id = chats.id
        and (direction = 'inbound' or status in ('sent', 'delivered', 'read')) ${ofEach}
    ) as visible
    where chats.workspace_id = ${scope.workspaceId} and channel_id = ${channelId}
      and recipient = any (${addressesOf(session)}::text[])
    ${all}`.execute(scope.db)
  return rows
}

/** Returns rows as the visitor sees them, with the names and pictures of the members and bots who wrote. */
async function toVisitorMessages(
  { scope }: VisitedChat,
  rows: readonly Row[],
): Promise<VisitorMessage[]> {
  const authorIds = rows.flatMap(({ direction, author_type: type, author_id: id }) =>
    direction === 'outbound' && id !== null && (type === 'member' || type === 'bot') ? id : [],
  )
  const ids = [...new Set(authorIds)]
  const [names, pictures] = await Promise.all([
    findMemberNames(scope, ids, { isPublic: true }),
    findPictureUrls(scope, ids),
  ])
  return rows.map((row) => {
    const name = names.get(row.author_id ?? '')
    const isNamed = row.direction === 'outbound' && name !== undefined
    const author = isNamed ? { name, picture_url: pictures.get(row.author_id) ?? null } : null
    return toVisitorMessage(scope, row, author)
  })
}

function toVisitorMessage(
  scope: Scope,
  row: Row,
  author: VisitorMessage['author'],
): VisitorMessage {
  const isVisitors = row.direction === 'inbound'
  return {
    id: row.id,
    from: isVisitors ? 'visitor' : 'team',
    author,
    client_id: isVisitors ? (row.platform_message_id?.split(':').at(-1) ?? null) : null,
    text: row.revoked_at ? null : row.text,
    is_deleted: row.revoked_at !== null,
    file: row.revoked_at || !row.media ? null : toFile(scope, row.media),
    is_edited: row.edited_at !== null,
    choices: isVisitors || row.revoked_at ? [] : [...(readChoices(row.content) ?? [])],
    created_at: row.created_at,
  }
}

/** Returns the file of a message: one that is stored here, or a link that the team sent. */
function toFile(scope: Scope, media: Record<string, unknown>): VisitorMessage['file'] {
  const { workspaceId } = scope
  const { id: mediaId, url: link, filename, mime_type: mimeType } = media
  const url = typeof mediaId === 'string' ? mediaLink(scope, { workspaceId, mediaId }) : link
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return null
  const type = typeof mimeType === 'string' ? mimeType : null
  return {
    url,
    filename: typeof filename === 'string' ? toSafeFilename(filename, type) : null,
    mime_type: type,
  }
}
