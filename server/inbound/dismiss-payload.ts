import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { ATTENTION_OPEN } from './forms/attention-open.ts'
import { findPayload } from './get-payload.ts'
import { toInboundPayload } from './schema.ts'
import type { InboundPayload } from './schema.ts'

/**
 * Dismisses a submission that needs attention: it stays in the log and becomes no contact. `unrouted`:
 * the condition of `unroutedFor`. @throws {AppError} payload_not_found
 */
export async function dismissPayload(
  scope: Scope,
  id: string,
  unrouted: RawBuilder<unknown>,
): Promise<InboundPayload> {
  return transaction(scope, async (tx) => {
    const row = await findPayload(tx, id, unrouted)
    if (row.form_id === null)
      throw new AppError('payload_not_found', `There is no submission of a form ${id}.`)
    const labels = row.labels.filter((label) => label !== ATTENTION_OPEN)
    if (labels.length < row.labels.length) {
      await updateById(tx, 'inbound_payloads', row.id, {
        labels: sql`array_remove(labels, ${ATTENTION_OPEN})`,
      })
      await recordAudit(tx, 'inbound.dismissed', row.id, { count: 1 })
    }
    return toInboundPayload({ ...row, labels })
  })
}
