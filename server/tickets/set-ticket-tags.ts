import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'

type Tag = { id: string; name: string }

/** Replaces the tags of a locked ticket by those with `ids`. Returns the changes to record. @throws {AppError} tag_not_found */
export async function setTicketTags(
  tx: Scope,
  ticketId: string,
  ids: string[],
): Promise<NewTicketChange[]> {
  const { workspaceId } = tx
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const had = await tx.db
    .selectFrom('ticket_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.workspace_id', '=', 'ticket_tags.workspace_id')
        .onRef('tags.id', '=', 'ticket_tags.tag_id'),
    )
    .select(['tags.id', 'tags.name'])
    .where('ticket_tags.workspace_id', '=', workspaceId)
    .where('ticket_tags.ticket_id', '=', ticketId)
    .execute()
  const removed = had.filter((tag) => !wanted.has(tag.id))
  const added = await findTags(
    tx,
    [...wanted].filter((id) => !had.some((tag) => tag.id === id)),
  )
  if (removed.length > 0)
    await tx.db
      .deleteFrom('ticket_tags')
      .where('workspace_id', '=', workspaceId)
      .where('ticket_id', '=', ticketId)
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
      ticket_id: ticketId,
      tag_id: tag.id,
      created_at,
    }))
    await tx.db.insertInto('ticket_tags').values(rows).execute()
  }
  const change = (kind: 'tagged' | 'untagged', tag: Tag): NewTicketChange => ({
    ticketId,
    kind,
    data: { tag_id: tag.id, name: tag.name },
  })
  return [
    ...removed.map((tag) => change('untagged', tag)),
    ...added.map((tag) => change('tagged', tag)),
  ]
}

/** Locks the tags with these ids so that they cannot be deleted until the transaction ends. */
async function findTags(tx: Scope, ids: string[]): Promise<Tag[]> {
  if (ids.length === 0) return []
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
