import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { isOnShard } from '#db/shards.ts'
import { transaction } from '#db/transaction.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { lastOf } from '#lib/last-of.ts'
import { deleteMessages, refreshLastMessages } from '#messages/delete-messages.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { takeTurns } from './take-turns.ts'
import { trimByTime } from './trim.ts'

const DAY_MS = 24 * 3_600_000
/** Conversations that one statement looks at. */
const CHATS_PAGE = 1_000
/** Messages of one transaction. */
const MESSAGES_BATCH = 200

type Deletion = AsyncGenerator<void, void, void>

/** A workspace whose messages from before `since` are deleted. */
type Workspace = Pick<Context, 'db' | 'onCommit'> & { workspaceId: string; since: Date }

/**
 * Deletes messages that are older than their workspace keeps them, with their files, statuses and attempts, and from
 * before that time what other apps wrote about handovers and what members wrote but did not send, in small batches with pauses as long as the batch took, until none is left
 * or `signal` is aborted. Workspaces alternate. Queued messages stay until they are sent or failed. Conversations,
 * contacts, notes and tickets stay.
 */
export async function deleteOldMessages(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'log' | 'shard'>,
  storage: MediaStorage,
  options: { signal?: AbortSignal; pauseMinMs?: number } = {},
): Promise<void> {
  const workspaces = await findWorkspaces(context)
  await takeTurns(
    workspaces.map((workspace) => deleteFrom(workspace, storage)),
    {
      ...options,
      onError(err) {
        if (isDatabaseUnavailable(err)) throw err
        context.log.error({ err }, 'failed to delete old messages; it is retried in an hour')
      },
    },
  )
}

async function findWorkspaces(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'shard'>,
): Promise<Workspace[]> {
  const now = context.clock.now().getTime()
  const rows = await context.directory
    .selectFrom('workspaces')
    .select(['id', 'message_retention_days as days'])
    .where('message_retention_days', 'is not', null)
    .where(isOnShard(context))
    .orderBy('id')
    .execute()
  return rows.map(({ id, days }) => ({
    db: context.db,
    workspaceId: id,
    since: new Date(now - days! * DAY_MS),
  }))
}

async function* deleteFrom(workspace: Workspace, storage: MediaStorage): Deletion {
  for (let after = NO_WORKSPACE; ;) {
    const { chats, last } = await findChats(workspace, after)
    yield
    for (const chatId of chats)
      for (let count = MESSAGES_BATCH; count === MESSAGES_BATCH;) {
        count = await deleteBatch(workspace, chatId, storage)
        yield
      }
    if (last === null) break
    after = last
  }
  for (let count = MESSAGES_BATCH; count === MESSAGES_BATCH;) {
    count = await deleteHandoverTexts(workspace)
    yield
  }
  const drafts = { key: ['membership_id', 'chat_id', 'kind'], where: sql`true`, at: 'updated_at' }
  const held = { key: ['id'], where: sql`true`, at: 'created_at' }
  for (const [table, rows] of [
    ['own_drafts', drafts],
    ['held_replies', held],
  ] as const)
    for await (const _count of trimByTime(workspace, table, { ...rows, since: workspace.since }))
      yield
}

/** Deletes what other apps wrote about old handovers from the threads, which keep the handovers. Returns how many. */
async function deleteHandoverTexts({ db, workspaceId, since }: Workspace): Promise<number> {
  const result = await sql`
    update chat_changes set data = data - array['summary', 'reason']
    where workspace_id = ${workspaceId} and id = any (array(
      select id from chat_changes
      where workspace_id = ${workspaceId} and kind = 'handed_over' and data ?| array['summary', 'reason']
        and occurred_at < ${since}
      limit ${MESSAGES_BATCH} for no key update skip locked
    ))`.execute(db)
  return affectedRows(result)
}

/** Finds conversations with old messages behind `after`; `last` is null when there are no further conversations. */
async function findChats({ db, workspaceId, since }: Workspace, after: string) {
  const { rows } = await sql<{ id: string; is_old: boolean }>`
    select id, exists (
      select from messages
      where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
        and created_at < ${since} and status <> 'queued'
    ) as is_old
    from chats
    where workspace_id = ${workspaceId} and id > ${after}
    order by id limit ${CHATS_PAGE}`.execute(db)
  return {
    chats: rows.filter((row) => row.is_old).map(({ id }) => id),
    last: rows.length === CHATS_PAGE ? lastOf(rows).id : null,
  }
}

/**
 * Deletes the oldest messages of a conversation, first their files from the storage. Returns how many; a
 * message whose file arrives during the run stays until the next run.
 */
async function deleteBatch(
  workspace: Workspace,
  chatId: string,
  storage: MediaStorage,
): Promise<number> {
  const { db, workspaceId, since } = workspace
  const { rows: found } = await sql<{ id: string }>`
    select id from messages
    where workspace_id = ${workspaceId} and chat_id = ${chatId}
      and created_at < ${since} and status <> 'queued'
    order by created_at, id limit ${MESSAGES_BATCH}`.execute(db)
  const ids = found.map(({ id }) => id)
  const { rows: files } = await sql<{ id: string }>`
    select id from media_files
    where workspace_id = ${workspaceId} and message_id = any (${ids}::uuid[])`.execute(db)
  for (const { id } of files) await storage.remove(mediaKey(workspaceId, id))
  return transaction(workspace, async (tx) => {
    await sql`
      select from chats where workspace_id = ${workspaceId} and id = ${chatId}
      for no key update`.execute(tx.db)
    await sql`
      delete from media_files
      where workspace_id = ${workspaceId}
        and id = any (${files.map(({ id }) => id)}::uuid[])`.execute(tx.db)
    const { rows } = await sql<{
      id: string
      channel_id: string
      platform_message_id: string | null
    }>`
      select id, channel_id, platform_message_id from messages
      where workspace_id = ${workspaceId} and id = any (${ids}::uuid[]) and status <> 'queued'
        and not exists (
          select from media_files
          where media_files.workspace_id = ${workspaceId} and media_files.message_id = messages.id
        )
      order by id for update`.execute(tx.db)
    const count = await deleteMessages(tx, rows)
    await limitUnread(tx, chatId)
    await refreshLastMessages(tx, [chatId])
    return count
  })
}

/** Counts at most the received messages that are left as unread. */
async function limitUnread({ db, workspaceId }: Workspace, chatId: string): Promise<void> {
  await sql`
    update chats
    set unread_count = least(unread_count, (
      select count(*) from (
        select from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = ${chatId}
          and direction = 'inbound'
        limit chats.unread_count
      ) as received
    ))
    where workspace_id = ${workspaceId} and id = ${chatId} and unread_count > 0`.execute(db)
}
