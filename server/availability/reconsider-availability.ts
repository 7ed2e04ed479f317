import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'

/**
 * Makes the availability of the members with these working hours due, because the hours change in the same transaction. It is computed
 * right after the commit.
 */
export async function reconsiderAvailability(tx: Scope, businessHoursId: string): Promise<void> {
  const changed = await updateTable(tx, 'member_availability')
    .set({ due_at: tx.clock.now() })
    .where('business_hours_id', '=', businessHoursId)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) wakeAfterCommit(tx, 'availability', [tx.workspaceId])
}
