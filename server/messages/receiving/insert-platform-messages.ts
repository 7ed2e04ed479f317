import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { afterCommit } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import type { PlatformMedia, PlatformMessage } from './platform-message.ts'
import type { MessageRow } from './record-message-changes.ts'
import { placeKey } from './record-platform-message-places.ts'
import type { Place } from './record-platform-message-places.ts'

/**
 * Inserts messages, in the order given, and the files to fetch with them; gives the rows that were written. One that
 * somebody else wrote meanwhile is missing, unless it is a placeholder: that is overwritten in its place.
 */
export async function insertPlatformMessages(
  tx: Scope,
  inputs: PlatformMessage[],
  places: Map<string, Place>,
): Promise<MessageRow[]> {
  const replies = await findReplied(tx, inputs)
  const media = inputs.map((input) =>
    [...(input.media ? [input.media] : []), ...(input.moreMedia ?? [])].map((file) => ({
      ...file,
      id: newId(),
    })),
  )
  const column = <T>(read: (input: PlatformMessage, index: number) => T) => inputs.map(read)
  const place = (input: PlatformMessage) => places.get(placeKey(input))!
  const timeOf = (...statuses: string[]) =>
    column((input) => (statuses.includes(input.status) ? input.at : null))
  const { rows } = await sql<MessageRow>`/* prepared */
    insert into messages (workspace_id, author_type, id, chat_id, person_id, channel_id, direction, type, text,
      media, content, status, author_id, platform_message_id, origin, reply_to_id, reply_to_platform_id,
      created_at, sent_at, delivered_at, read_at)
    select ${tx.workspaceId}::uuid, case when direction = 'inbound' then 'person' else 'system' end, given.*
    from unnest(
      ${column(() => newId())}::uuid[],
      ${column((input) => place(input).chatId)}::uuid[],
      ${column((input) => place(input).personId)}::uuid[],
      ${column((input) => input.channelId)}::uuid[],
      ${column((input) => input.direction)}::text[],
      ${column((input) => input.type)}::text[],
      ${column((input) => input.text)}::text[],
      ${media.map(toShown)}::jsonb[],
      ${column((input) => (input.content === null ? null : JSON.stringify(input.content)))}::jsonb[],
      ${column((input) => input.status)}::text[],
      ${column((input) => (input.direction === 'inbound' ? place(input).personId : null))}::uuid[],
      ${column((input) => input.platformMessageId)}::text[],
      ${column((input) => input.origin)}::text[],
      ${column((input) => (input.replyTo === undefined ? null : (replies.get(replyKey(input)) ?? null)))}::uuid[],
      ${column((input) => input.replyTo ?? null)}::text[],
      ${column((input) => input.at)}::timestamptz[],
      ${timeOf('sent', 'delivered', 'read')}::timestamptz[],
      ${timeOf('delivered', 'read')}::timestamptz[],
      ${timeOf('read')}::timestamptz[]
    ) as given (id, chat_id, person_id, channel_id, direction, type, text, media, content, status, author_id,
      platform_message_id, origin, reply_to_id, reply_to_platform_id, created_at, sent_at, delivered_at, read_at)
    on conflict (workspace_id, channel_id, platform_message_id) where platform_message_id is not null
    do update set type = excluded.type, text = excluded.text, media = excluded.media, content = excluded.content
      where messages.type = 'placeholder' and messages.revoked_at is null and excluded.type <> 'placeholder'
    returning *`.execute(tx.db)
  // In the order of `inputs`, which is the order of events.
  rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
  await insertFiles(tx, rows, media)
  return rows
}

function replyKey(input: PlatformMessage): string {
  return `${input.channelId} ${input.replyTo}`
}

/** Our ids of the messages that `inputs` answer, where they are known already. */
async function findReplied(tx: Scope, inputs: PlatformMessage[]): Promise<Map<string, string>> {
  const asking = inputs.filter((input) => input.replyTo !== undefined)
  if (asking.length === 0) return new Map()
  const { rows } = await sql<{ id: string; channel_id: string; platform_message_id: string }>`
    select id, messages.channel_id, messages.platform_message_id
    from unnest(
      ${asking.map((input) => input.channelId)}::uuid[], ${asking.map((input) => input.replyTo)}::text[]
    ) as asked (channel_id, platform_message_id)
    join messages on workspace_id = ${tx.workspaceId} and messages.platform_message_id is not null
      and messages.channel_id = asked.channel_id
      and messages.platform_message_id = asked.platform_message_id`.execute(tx.db)
  return new Map(rows.map((row) => [`${row.channel_id} ${row.platform_message_id}`, row.id]))
}

type NewFile = PlatformMedia & { id: string }

/** The files of a message as they are kept with it: the first, which has the others. */
function toShown(files: NewFile[]): string | null {
  const [first, ...more] = files.map(describe)
  return first ? JSON.stringify({ ...first, ...(more.length > 0 && { more }) }) : null
}

function describe(file: NewFile): Record<string, unknown> {
  return {
    id: file.id,
    status: 'pending',
    mime_type: file.mimeType ?? null,
    filename: file.filename ?? null,
    size_bytes: null,
    sha256: null,
    error: null,
    ...file.details,
  }
}

async function insertFiles(tx: Scope, rows: MessageRow[], media: NewFile[][]): Promise<void> {
  const filesOf = new Map(media.flatMap((files) => (files[0] ? [[files[0].id, files]] : [])))
  const written = rows.flatMap((row) =>
    (filesOf.get(String(row.media?.['id'])) ?? []).map((file) => ({ row, file })),
  )
  if (written.length === 0) return
  const now = tx.clock.now()
  await tx.db
    .insertInto('media_files')
    .values(
      written.map(({ row, file }) => ({
        workspace_id: tx.workspaceId,
        id: file.id,
        channel_id: row.channel_id,
        message_id: row.id,
        platform_media_id: file.platformMediaId ?? null,
        url: file.url ?? null,
        mime_type: file.mimeType ?? null,
        filename: file.filename ?? null,
        expected_sha256: file.sha256 ?? null,
        due_at: now,
        created_at: now,
      })),
    )
    .execute()
  const channels = new Set(written.map(({ row }) => row.channel_id))
  afterCommit(tx, () =>
    tx.wake(
      [...channels].map((targetId) => ({
        kind: 'media',
        workspaceId: tx.workspaceId,
        targetId,
      })),
    ),
  )
}
