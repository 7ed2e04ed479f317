import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'

/** A tag as its changes are recorded. */
type Tag = { id: string; name: string }

/** A change of tags, without the conversation or ticket that it belongs to. */
type TagChange = { kind: 'tagged' | 'untagged'; data: { tag_id: string; name: string } }

/** The tables of tags, with the column that names the tagged conversation or ticket. */
const OWNERS = { chat_tags: 'chat_id', ticket_tags: 'ticket_id' } as const

/**
 * Replaces the tags of locked conversations or tickets, each by those with its `tagIds`, with one statement for each step.
 * Returns the changes to record in the same order, removed tags first. @throws {AppError} tag_not_found
 */
export async function replaceTags(
  tx: Scope,
  table: keyof typeof OWNERS,
  all: { id: string; tagIds: string[] }[],
): Promise<TagChange[][]> {
  if (all.length === 0) return []
  const had = await readTags(
    tx,
    table,
    all.map(({ id }) => id),
  )
  const plans = all.map(({ id, tagIds }) => {
    const own = had.filter((tag) => tag.owner_id === id)
    const wanted = new Set(tagIds.map((tagId) => tagId.toLowerCase()))
    return {
      id,
      removed: own.filter((tag) => !wanted.has(tag.id)),
      missing: [...wanted].filter((tagId) => !own.some((tag) => tag.id === tagId)),
    }
  })
  const missing = [...new Set(plans.flatMap((plan) => plan.missing))]
  const found = missing.length > 0 ? await findTags(tx, missing) : []
  await deletePlaces(
    tx,
    table,
    plans.flatMap(({ id, removed }) => removed.map((tag) => ({ id, tagId: tag.id }))),
  )
  await insertPlaces(
    tx,
    table,
    plans.flatMap((plan) => plan.missing.map((tagId) => ({ id: plan.id, tagId }))),
  )
  const toChange = (kind: TagChange['kind']) => (tag: Tag) => ({
    kind,
    data: { tag_id: tag.id, name: tag.name },
  })
  return plans.map((plan) => [
    ...plan.removed.map(toChange('untagged')),
    ...found.filter((tag) => plan.missing.includes(tag.id)).map(toChange('tagged')),
  ])
}

/** A tag of a conversation or ticket. */
type Place = { id: string; tagId: string }

async function readTags(
  tx: Scope,
  table: keyof typeof OWNERS,
  ids: string[],
): Promise<(Tag & { owner_id: string })[]> {
  const owner = sql.ref(OWNERS[table])
  const { rows } = await sql<Tag & { owner_id: string }>`
    select place.${owner} as owner_id, tags.id, tags.name from ${sql.table(table)} as place
    join tags on tags.workspace_id = ${tx.workspaceId} and tags.id = place.tag_id
    where place.workspace_id = ${tx.workspaceId}
      and place.${owner} = any (${ids}::uuid[])`.execute(tx.db)
  return rows
}

async function deletePlaces(tx: Scope, table: keyof typeof OWNERS, places: Place[]): Promise<void> {
  if (places.length === 0) return
  const owner = sql.ref(OWNERS[table])
  const given = toRows(places)
  await sql`
    delete from ${sql.table(table)} as place using ${given}
    where place.workspace_id = ${tx.workspaceId} and place.${owner} = given.owner_id
      and place.tag_id = given.tag_id`.execute(tx.db)
}

async function insertPlaces(tx: Scope, table: keyof typeof OWNERS, places: Place[]): Promise<void> {
  if (places.length === 0) return
  const given = toRows(places)
  await sql`
    insert into ${sql.table(table)} (workspace_id, ${sql.ref(OWNERS[table])}, tag_id, created_at)
    select ${tx.workspaceId}::uuid, owner_id, tag_id, ${tx.clock.now()}::timestamptz
    from ${given}`.execute(tx.db)
}

function toRows(places: Place[]) {
  return bulkRows('given', places, {
    owner_id: ['uuid', (place) => place.id],
    tag_id: ['uuid', (place) => place.tagId],
  })
}

/**
 * Locks the tags with these ids so that they cannot be deleted until the transaction ends. @throws {AppError}
 * tag_not_found
 */
export async function findTags(tx: Scope, ids: string[]): Promise<Tag[]> {
  const tags = await selectFrom(tx, 'tags')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const unknown = ids.find((id) => !tags.some((tag) => tag.id === id))
  if (unknown !== undefined) throw notFound('tags', unknown)
  return tags
}
