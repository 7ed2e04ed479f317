import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { recordAudit } from '../audit/record-audit.ts'

/** Why a connected app ends; `misused`: a code or a token was used twice, so somebody has stolen it. */
type AppEnd = 'disconnected' | 'misused'

/**
 * Ends a connected app that is not ended, from its next request on, and records it in the audit log. Its row must be locked.
 */
export async function endApp(
  tx: Scope,
  app: { id: string; name: string },
  end: AppEnd,
): Promise<void> {
  const { numUpdatedRows } = await updateTable(tx, 'api_keys')
    .set({ revoked_at: tx.clock.now() })
    .where('id', '=', app.id)
    .where('client_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordAudit(tx, `app.${end}`, app.id, { name: app.name })
}
