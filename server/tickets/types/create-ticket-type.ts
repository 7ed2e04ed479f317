import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { pickFields } from '#lib/schemas.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { TICKET_TYPES_MAX } from '#shared/tickets.ts'
import { TicketType } from './schema.ts'

/** Creates a type of tickets. @throws {AppError} ticket_type_taken, quota_exceeded, validation_failed */
export async function createTicketType(scope: Scope, input: { name: string }): Promise<TicketType> {
  const name = readTrimmed('name', input.name)
  return transaction(scope, async (tx) => {
    const types = await selectFrom(tx, 'ticket_types').select('id').execute()
    if (types.length >= TICKET_TYPES_MAX)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${TICKET_TYPES_MAX} ticket types. Delete one first.`,
      )
    const now = tx.clock.now()
    const row = await insertRow(tx, 'ticket_types', {
      id: newId(),
      name,
      created_at: now,
      updated_at: now,
    }).catch(typeTaken(name))
    await recordAudit(tx, 'ticket_type.created', row.id, { name })
    return pickFields(TicketType, row)
  })
}

/** Returns a handler of errors that throws ticket_type_taken for the violation of a unique name. */
export function typeTaken(name: string) {
  return refuseTaken('ticket_type_taken', `A ticket type named ${name} already exists.`)
}
