import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { insertInto } from '#db/insert-into.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { deleteFrom } from '#db/select-from.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import { isTracing } from '#lib/tracing/start-span.ts'
import type { PlatformMedia } from '#platforms/item.ts'
import type { PlatformMessage } from './platform-message.ts'
import { findByPlatformIds, platformIdKey } from '../state/find-by-platform-ids.ts'
import type { MessageRow } from '../state/save-message-changes.ts'
import { conversationKey } from './match-conversations.ts'
import type { MatchedConversation } from './match-conversations.ts'

/**
 * Inserts messages in the given order, with the files to download; returns the rows that were written. A message that
 * another transaction wrote first is missing, unless that one is a placeholder, which is overwritten.
 */
export async function insertPlatformMessages(
  tx: Scope,
  inputs: PlatformMessage[],
  conversations: Map<string, MatchedConversation>,
): Promise<MessageRow[]> {
  const replies = await findByPlatformIds(
    tx,
    inputs.filter((input) => input.replyTo !== undefined).map(toReplied),
  )
  const media = inputs.map((input) =>
    [...(input.media ? [input.media] : []), ...(input.moreMedia ?? [])].map((file) => ({
      ...file,
      filename: file.filename && toSafeFilename(file.filename, file.mimeType ?? null),
      id: file.stored?.id ?? newId(),
    })),
  )
  const conversationOf = (input: PlatformMessage) => conversations.get(conversationKey(input))!
  const ofCaller = isTracing() ? writeCause(findCause()) : null
  const rows = await insertGiven(
    tx,
    inputs.map((input, index) => ({
      ...input,
      ...conversationOf(input),
      shown: toShown(media[index]!),
      replyToId:
        input.replyTo === undefined
          ? null
          : (replies.get(platformIdKey(toReplied(input)))?.id ?? null),
      cause: input.cause ?? ofCaller,
    })),
  )
  // In the order of `inputs`, which is the order of events.
  rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
  await insertFiles(tx, rows, media)
  return rows
}

/** A message to insert, with its conversation, the shown part of its files, and the message that it answers. */
type NewMessage = PlatformMessage &
  MatchedConversation & { shown: string | null; replyToId: string | null; cause: string | null }

const insertGiven = gathered<NewMessage, MessageRow>((tx, messages) => {
  const timeOf =
    (...statuses: string[]) =>
    (input: NewMessage) =>
      statuses.includes(input.status) ? input.at : null
  const given = messages.rows('given', {
    id: ['uuid', () => newId()],
    chat_id: ['uuid', (input) => input.chatId],
    person_id: ['uuid', (input) => input.personId],
    channel_id: ['uuid', (input) => input.channelId],
    direction: ['text', (input) => input.direction],
    type: ['text', (input) => input.type],
    text: ['text', (input) => input.text],
    media: ['jsonb', (input) => input.shown],
    content: ['jsonb', (input) => (input.content === null ? null : JSON.stringify(input.content))],
    status: ['text', (input) => input.status],
    author_id: ['uuid', (input) => (input.direction === 'inbound' ? input.personId : null)],
    platform_message_id: ['text', (input) => input.platformMessageId],
    origin: ['text', (input) => input.origin],
    is_standby: ['boolean', (input) => input.heldBy === 'other'],
    reply_to_id: ['uuid', (input) => input.replyToId],
    reply_to_platform_id: ['text', (input) => input.replyTo ?? null],
    created_at: ['timestamptz', (input) => input.at],
    sent_at: ['timestamptz', timeOf('sent', 'delivered', 'read')],
    delivered_at: ['timestamptz', timeOf('delivered', 'read')],
    read_at: ['timestamptz', timeOf('read')],
    // So that an answer continues the trace. Without traces, the statement is shorter.
    ...(isTracing() && {
      cause: ['text', (input: NewMessage) => input.cause] as const,
    }),
  })
  return prepared<MessageRow>`
    insert into messages (author_type, ${given.columns})
    select case when direction = 'inbound' then 'person' else 'system' end,
      ${given.columns}
    from ${given}
    order by workspace_id, channel_id, platform_message_id
    on conflict (workspace_id, channel_id, platform_message_id) where platform_message_id is not null
    do update set type = excluded.type, text = excluded.text, media = excluded.media, content = excluded.content
      where messages.type = 'placeholder' and messages.revoked_at is null and excluded.type <> 'placeholder'
    returning ${rowColumns('messages')}`.execute(tx.db)
})

/** Returns the message that this one answers, as the platform names it. */
function toReplied({ channelId, replyTo }: PlatformMessage) {
  return { channelId, platformMessageId: replyTo }
}

type NewFile = PlatformMedia & { id: string }

/** Returns the stored `media` of a message: the first file, which contains the others. */
function toShown(files: NewFile[]): string | null {
  const [first, ...more] = files.map(describe)
  return first ? JSON.stringify({ ...first, ...(more.length > 0 && { more }) }) : null
}

function describe(file: NewFile): Record<string, unknown> {
  return {
    id: file.id,
    status: file.stored ? 'stored' : 'pending',
    mime_type: file.mimeType ?? null,
    filename: file.filename ?? null,
    size_bytes: file.stored?.sizeBytes ?? null,
    sha256: file.stored ? (file.sha256 ?? null) : null,
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
  await insertInto(
    tx.db,
    'media_files',
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
      ...(file.stored && {
        status: 'stored' as const,
        size_bytes: file.stored.sizeBytes,
        sha256: file.sha256 ?? null,
        stored_at: now,
        of_visitor: file.stored.isOfVisitor,
      }),
    })),
  )
  await takeUploads(
    tx,
    written.flatMap(({ file }) => file.stored?.id ?? []),
  )
  const pending = written.filter(({ file }) => !file.stored)
  const channels = pending.map(({ row }) => row.channel_id)
  wakeAfterCommit(tx, 'media', channels)
}

/** Deletes the rows of uploads that are files of received messages now, so that each file has one owner. */
async function takeUploads(tx: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await deleteFrom(tx, 'media_uploads').where('id', 'in', ids).execute()
}
