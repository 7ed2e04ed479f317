import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { scan } from '#erasures/scan.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import type { Subject } from '#erasures/subject.ts'
import { columnsOf } from '../columns-of.ts'
import type { ExportedFile, Next, Section } from '../section.ts'

const MESSAGES_BATCH = 500
/** Files may be large, and a batch is what a killed process repeats. */
const FILES_BATCH = 20
const UPDATES_BATCH = 5_000

type Message = {
  id: string
  channel_id: string
  direction: string
  platform_message_id: string | null
}

/** A position in the messages: the conversation, and the time and id of the last message read in it. */
type Position = { chat: string; at?: string; id?: string }

/** The messages of the contact's conversations, and what it wrote in groups, with statuses, changes and attempts. */
export const messageSection: Section = {
  name: 'messages',
  async read(scope, subject, cursor) {
    const { rows, next } = await readMessages<Message>(scope, subject, cursor, {
      columns: columnsOf('messages'),
      where: sql`true`,
      limit: MESSAGES_BATCH,
    })
    const ids = rows.map(({ id }) => id)
    const channels = [...new Set(rows.map((row) => row.channel_id))]
    const platformIds = rows.flatMap((row) => row.platform_message_id ?? [])
    const ofPlatform = async (table: 'message_statuses' | 'message_updates') =>
      sql<object>`
        select ${columnsOf(table)} from ${sql.table(table)}
        where workspace_id = ${scope.workspaceId} and channel_id = any (${channels}::uuid[])
          and platform_message_id = any (${platformIds}::text[])
        order by occurred_at`.execute(scope.db)
    const statuses = await ofPlatform('message_statuses')
    const updates = await ofPlatform('message_updates')
    const attempts = await sql<object>`
      select ${columnsOf('message_attempts')} from message_attempts
      where workspace_id = ${scope.workspaceId} and message_id = any (${ids}::uuid[])
      order by message_id, id`.execute(scope.db)
    return {
      rows: {
        messages: rows,
        message_statuses: statuses.rows,
        message_updates: updates.rows,
        message_attempts: attempts.rows,
      },
      next,
    }
  },
}

/** A row of a table of stored files. */
export type FileRow = {
  id: string
  filename: string | null
  mime_type?: string | null
  status?: string
  size_bytes: number | null
}

/** The files of the contact's messages, received and sent. */
export const fileSection: Section = {
  name: 'files',
  async read(scope, subject, cursor) {
    const { workspaceId } = scope
    const { rows, next } = await readMessages<{ id: string; upload_id: string | null }>(
      scope,
      subject,
      cursor,
      {
        columns: sql`messages.id, case when direction = 'outbound' then media ->> 'id' end as upload_id`,
        where: sql`(direction = 'outbound' and media ->> 'id' is not null or exists (
          select from media_files
          where media_files.workspace_id = ${workspaceId} and media_files.message_id = messages.id
        ))`,
        limit: FILES_BATCH,
      },
    )
    const files = await sql<FileRow>`
      select ${columnsOf('media_files')} from media_files
      where workspace_id = ${workspaceId} and message_id = any (${rows.map(({ id }) => id)}::uuid[])
      order by id`.execute(scope.db)
    const uploadIds = rows.flatMap((row) => row.upload_id ?? [])
    const uploads = await sql<FileRow>`
      select ${columnsOf('media_uploads')} from media_uploads
      where workspace_id = ${workspaceId} and id::text = any (${uploadIds}::text[])
      order by id`.execute(scope.db)
    const copies = await sql<object>`
      select ${columnsOf('media_upload_copies')} from media_upload_copies
      where workspace_id = ${workspaceId}
        and upload_id::text = any (${uploadIds}::text[])`.execute(scope.db)
    const received = files.rows.map(withPath)
    const sent = uploads.rows.map(withPath)
    return {
      rows: { received_files: received, sent_files: sent, sent_file_copies: copies.rows },
      files: [...received, ...sent].flatMap(toFile),
      next,
    }
  },
}

/** The contact's changes to messages of others: reactions in groups. */
export const reactionSection: Section = {
  name: 'reactions',
  async read(scope, { contactIds, values }, cursor) {
    const { rows, next } = await scan<{ is_theirs: boolean; scan_key?: string[] }>(scope, {
      table: 'message_updates',
      key: { channel_id: 'uuid', kind: 'text', platform_update_id: 'text' },
      columns: sql`${columnsOf('message_updates')}, (person_id = any (${contactIds}::uuid[])
          or lower(actor) = any (${values}::text[])) is true as is_theirs`,
      limit: UPDATES_BATCH,
      cursor,
    })
    const theirs = rows
      .filter((row) => row.is_theirs)
      .map(({ is_theirs: _isTheirs, scan_key: _key, ...row }) => row)
    return { rows: { reactions: theirs }, next }
  },
}

/** Reads one batch of the contact's messages, conversation by conversation, oldest first. */
async function readMessages<R extends { id: string }>(
  scope: Scope,
  subject: Subject,
  cursor: string | null,
  query: { columns: RawBuilder<unknown>; where: RawBuilder<unknown>; limit: number },
): Promise<{ rows: R[]; next: Next }> {
  const chats = await readChats(scope, subject)
  const position: Position | undefined = cursor === null ? undefined : JSON.parse(cursor)
  const chat = position ? chats.find(({ id }) => id >= position.chat) : chats[0]
  if (!chat) return { rows: [], next: 'done' }
  const isBehind = position?.chat === chat.id && position.at !== undefined
  const { rows } = await sql<R & { position_at: string }>`
    select ${query.columns}, messages.created_at::text as position_at from messages
    where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = ${chat.id}
      ${
        chat.is_own
          ? sql``
          : sql`and messages.person_id = any (${subject.contactIds}::uuid[])
        and messages.direction = 'inbound'`
      }
      ${isBehind ? sql`and (messages.created_at, messages.id) > (${position.at}::timestamptz, ${position.id}::uuid)` : sql``}
      and ${query.where}
    order by messages.created_at, messages.id limit ${query.limit}`.execute(scope.db)
  const last = rows.at(-1)
  const after = chats.find(({ id }) => id > chat.id)
  const next: Position | undefined =
    last && rows.length === query.limit
      ? { chat: chat.id, at: last.position_at, id: last.id }
      : after && { chat: after.id }
  return {
    rows: rows.map(({ position_at: _at, ...row }) => row as unknown as R),
    next: next ? { cursor: JSON.stringify(next) } : 'done',
  }
}

/** Reads the contact's own conversations, and the groups in which it wrote, in the order of their ids. */
async function readChats(scope: Scope, { chatIds, contactIds }: Subject) {
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select id, id = any (${chatIds}::uuid[]) as is_own from chats
    where workspace_id = ${scope.workspaceId} and (id = any (${chatIds}::uuid[]) or (is_group and exists (
      select from messages
      where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = chats.id
        and messages.person_id = any (${contactIds}::uuid[])
    )))
    order by id`.execute(scope.db)
  return rows
}

/** Adds the path of a file in the archive, null if it is not stored. */
export function withPath<R extends FileRow>(row: R): R & { path: string | null } {
  const safe = row.filename && toSafeFilename(row.filename, row.mime_type ?? null)
  const name = (safe ?? '').replace(/[^\w.-]+/g, '_').slice(-50)
  const isStored = row.size_bytes !== null && (row.status ?? 'stored') === 'stored'
  return { ...row, path: isStored ? `files/${row.id}${name && `-${name}`}` : null }
}

/** Returns the stored file of a row with its path. */
export function toFile({
  id,
  path,
  size_bytes: size,
}: FileRow & { path: string | null }): ExportedFile[] {
  return path === null || size === null ? [] : [{ id, path, size }]
}
