import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'

/** A tag as its changes are recorded. */
type Tag = { id: string; name: string }

/** A change of tags, without the conversation or ticket that it belongs to. */
type TagChange = { kind: 'tagged' | 'untagged'; data: { tag_id: string; name: string } }

/** The tables of tags, with the column that names the tagged conversation or ticket. */
const OWNERS = { chat_tags: 'chat_id', ticket_tags: 'ticket_id' } as const

/**
 * Replaces the tags of a locked conversation or ticket by those with `tagIds`. Returns the changes to record, removed tags
 * first. @throws {AppError} tag_not_found
 */
export async function replaceTags(
  tx: Scope,
  table: keyof typeof OWNERS,
  id: string,
  tagIds: string[],
): Promise<TagChange[]> {
  const { workspaceId } = tx
  const places = sql.table(table)
  const owner = sql.ref(OWNERS[table])
  const wanted = new Set(tagIds.map((tagId) => tagId.toLowerCase()))
  const { rows: had } = await sql<Tag>`
    select tags.id, tags.name from ${places} as place
    join tags on tags.workspace_id = ${workspaceId} and tags.id = place.tag_id
    where place.workspace_id = ${workspaceId} and place.${owner} = ${id}`.execute(tx.db)
  const removed = had.filter((tag) => !wanted.has(tag.id))
  const missing = [...wanted].filter((tagId) => !had.some((tag) => tag.id === tagId))
  const added = missing.length > 0 ? await findTags(tx, missing) : []
  if (removed.length > 0)
    await sql`
      delete from ${places}
      where workspace_id = ${workspaceId} and ${owner} = ${id}
        and tag_id = any (${removed.map((tag) => tag.id)}::uuid[])`.execute(tx.db)
  if (added.length > 0)
    await sql`
      insert into ${places} (workspace_id, ${owner}, tag_id, created_at)
      select ${workspaceId}::uuid, ${id}::uuid, tag_id, ${tx.clock.now()}::timestamptz
      from unnest(${added.map((tag) => tag.id)}::uuid[]) as tag_id`.execute(tx.db)
  const toChange = (kind: TagChange['kind']) => (tag: Tag) => ({
    kind,
    data: { tag_id: tag.id, name: tag.name },
  })
  return [...removed.map(toChange('untagged')), ...added.map(toChange('tagged'))]
}

/**
 * Locks the tags with these ids so that they cannot be deleted until the transaction ends. @throws {AppError}
 * tag_not_found
 */
export async function findTags(tx: Scope, ids: string[]): Promise<Tag[]> {
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
