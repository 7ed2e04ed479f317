import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { addToIndex } from './index-fields.ts'
import type { FieldDefinition } from './find-definitions.ts'

/** Contacts whose values are indexed in one transaction: their rows are locked meanwhile. */
const BATCH = 500

/** A custom field of a workspace. */
type FieldRef = { workspace_id: string; id: string }

/**
 * Indexes the values that contacts had under the keys of new custom fields before these were defined, of all workspaces, until
 * none is left or `signal` is aborted. Any number of processes can run it. Meanwhile lists compare each contact.
 */
export async function indexOlderValues(context: Context, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<FieldRef>`
    /* across workspaces: no request waits for the index */
    select workspace_id, id from custom_fields
    where indexed_at is null and is_here(workspace_id) order by created_at`.execute(context.db)
  for (const row of rows) while (!signal?.aborted && (await indexBatch(context, row)));
}

/** Indexes the values of the next contacts. Returns whether there may be more. */
async function indexBatch(context: Context, { workspace_id, id }: FieldRef): Promise<boolean> {
  const scope = systemScope(context, workspace_id)
  return transaction(scope, async (tx) => {
    const { rows } = await sql<FieldDefinition & { indexed_to: string | null }>`
      select id, key, label, type, choices, archived_at, indexed_at, indexed_to from custom_fields
      where workspace_id = ${tx.workspaceId} and id = ${id} and indexed_at is null
      for no key update skip locked`.execute(tx.db)
    const definition = rows[0]
    if (!definition) return false
    const { rows: people } = await sql<{ id: string; fields: Record<string, string> }>`
      select id, fields from people
      where workspace_id = ${tx.workspaceId}
        and (${definition.indexed_to}::uuid is null or id > ${definition.indexed_to}::uuid)
      order by id limit ${BATCH} for no key update`.execute(tx.db)
    await addToIndex(tx, definition, people)
    const last = people.at(-1)
    const isLast = people.length < BATCH
    await updateById(tx, 'custom_fields', id, {
      indexed_to: last?.id ?? definition.indexed_to,
      ...(isLast && { indexed_at: tx.clock.now() }),
    })
    return !isLast
  })
}
