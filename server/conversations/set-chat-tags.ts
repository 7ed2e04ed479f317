import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/**
 * Replaces the tags of a locked conversation by those with `ids`, and returns the changes to record.
 *
 * @throws {AppError} tag_not_found
 */
export async function setChatTags(
  tx: Scope,
  chatId: string,
  ids: string[],
): Promise<NewChatChange[]> {
  const { workspaceId } = tx
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const had = await tx.db
    .selectFrom('chat_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.workspace_id', '=', 'chat_tags.workspace_id')
        .onRef('tags.id', '=', 'chat_tags.tag_id'),
    )
    .select(['tags.id', 'tags.name'])
    .where('chat_tags.workspace_id', '=', workspaceId)
    .where('chat_tags.chat_id', '=', chatId)
    .execute()
  const removed = had.filter((tag) => !wanted.has(tag.id))
  const missing = [...wanted].filter((id) => !had.some((tag) => tag.id === id))
  const added = missing.length > 0 ? await findTags(tx, missing) : []
  if (removed.length > 0)
    await tx.db
      .deleteFrom('chat_tags')
      .where('workspace_id', '=', workspaceId)
      .where('chat_id', '=', chatId)
      .where(
        'tag_id',
        'in',
        removed.map((tag) => tag.id),
      )
      .execute()
  if (added.length > 0) {
    const created_at = tx.clock.now()
    const rows = added.map((tag) => ({
      workspace_id: workspaceId,
      chat_id: chatId,
      tag_id: tag.id,
      created_at,
    }))
    await tx.db.insertInto('chat_tags').values(rows).execute()
  }
  return [
    ...removed.map((tag) => ({ kind: 'untagged' as const, tag })),
    ...added.map((tag) => ({ kind: 'tagged' as const, tag })),
  ].map(({ kind, tag }) => ({ chatId, kind, data: { tag_id: tag.id, name: tag.name } }))
}

/**
 * Locks the tags with these ids so that they cannot be deleted until the transaction ends. @throws {AppError}
 * tag_not_found
 */
export async function findTags(tx: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  const tags = await tx.db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const unknown = ids.find((id) => !tags.some((tag) => tag.id === id))
  if (unknown !== undefined)
    throw new AppError('tag_not_found', `There is no tag ${unknown} in this workspace.`)
  return tags
}
