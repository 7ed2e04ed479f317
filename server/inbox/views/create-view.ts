import { readTrimmed } from '#lib/read-trimmed.ts'
import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { toView } from './schema.ts'
import type { View, CreateViewBody } from './schema.ts'

/** The fields of a view. `is_shared` is false by default, and always true for a view of an API key. */
type CreateViewInput = Static<typeof CreateViewBody>

/** Creates a view. @throws {AppError} validation_failed */
export async function createView(scope: Scope, input: CreateViewInput): Promise<View> {
  const name = readTrimmed('name', input.name)
  const me = scope.actor.type === 'member' ? scope.actor.id : null
  if (me === null && input.is_shared === false) throw noOwner()
  const isShared = me === null || (input.is_shared ?? false)
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const row = await insertRow(tx, 'views', {
      id: newId(),
      subject: input.subject,
      name,
      filters: JSON.stringify(input.filters),
      owner_id: isShared ? null : me,
      created_by: me,
      created_at: now,
      updated_at: now,
    })
    if (isShared) await recordAudit(tx, 'view.shared', row.id, { name })
    return toView(row)
  })
}

/** Returns the error for an unshared view without an owner. */
export function noOwner() {
  return fieldError(
    'validation_failed',
    'is_shared',
    'must be true: views created with an API key are always shared',
  )
}
