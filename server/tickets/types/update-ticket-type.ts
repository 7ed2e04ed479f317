import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { pickFields } from '#lib/schemas.ts'
import { typeTaken } from './create-ticket-type.ts'
import { TicketType } from './schema.ts'

/** Renames a type of tickets. @throws {AppError} ticket_type_not_found, ticket_type_taken, validation_failed */
export async function updateTicketType(
  scope: Scope,
  id: string,
  input: { name?: string },
): Promise<TicketType> {
  return transaction(scope, async (tx) => {
    const before = await getById(tx, 'ticket_types', id, 'change')
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const changes = changedFields(before, { name })
    if (Object.keys(changes).length === 0) return pickFields(TicketType, before)
    const after = { name, updated_at: tx.clock.now() }
    const row = await changeById(tx, 'ticket_types', before.id, after).catch(typeTaken(name))
    await recordAudit(tx, 'ticket_type.updated', before.id, { name: before.name, ...changes })
    return pickFields(TicketType, row)
  })
}
