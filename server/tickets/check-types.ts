import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'

/**
 * Checks that types of tickets exist, and locks them so that their deletion waits for the end of the transaction.
 *
 * @throws {AppError} ticket_type_not_found
 */
export async function checkTypes(tx: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await selectFrom(tx, 'ticket_types')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  const unknown = ids.find((id) => !found.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound('ticket_types', unknown)
}
