import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'

/** Takes the mark of the default from the business hours that have it. */
export async function leaveDefault(tx: Scope): Promise<void> {
  await updateTable(tx, 'business_hours')
    .set({ is_default: false, updated_at: tx.clock.now() })
    .where('is_default', '=', true)
    .execute()
}
