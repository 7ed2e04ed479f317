import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'

/**
 * Deletes a type of tickets. Its tickets then have none; they do not count as changed, as when a tag is deleted.
 *
 * @throws {AppError} ticket_type_not_found
 */
export async function deleteTicketType(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const type = await deleteById(tx, 'ticket_types', id)
    await recordAudit(tx, 'ticket_type.deleted', type.id, { name: type.name })
  })
}
